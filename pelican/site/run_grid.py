"""A run as its page shows it: a bar of counts, and a grid of slots by task and variant."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.db.models import Prefetch
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from boards.catalogue import Task, get_task
from boards.generation.progress import Counts
from boards.generation.retries import retries_allowed
from boards.models import Attempt, Run, Sample, Slot, Variant

COLUMNS: Final = 5
"""Slots side by side; a run with more of them goes on in another line."""

SHOWN_TOGETHER: Final = 300
"""A run with more slots is shown one task at a time."""

_BAR_WIDTH: Final = 300


@dataclass(frozen=True)
class Cell:
    """One slot. ``kind`` is its state, or ``rejected`` where the gate rejected its drawing."""

    slot: Slot
    kind: str
    label: str | Promise
    sample: Sample | None
    attempt: Attempt | None
    elapsed_ms: int | None
    codes: str
    retry: int
    retries: int

    @property
    def failure(self) -> str | Promise:
        """What failed last, in words."""
        return self.attempt.get_failure_display() if self.attempt else ""


@dataclass(frozen=True)
class Line:
    """Up to :data:`COLUMNS` slots of one variant; ``first`` and ``last`` are their numbers."""

    variant: Variant
    first: int
    last: int
    cells: Sequence[Cell]
    empty: Sequence[None]


@dataclass(frozen=True)
class TaskGrid:
    """All lines of one task."""

    task: Task
    lines: Sequence[Line]
    columns: Sequence[int]


@dataclass(frozen=True)
class Segment:
    """A stretch of the progress bar, in the units of its ``viewBox``."""

    name: str
    x: float
    width: float


def bar(counts: Counts) -> list[Segment]:
    """The progress bar: 300 units wide, in the order in which slots move, one unit between."""
    shares = (
        ("drawn", counts.drawn),
        ("rej", counts.rejected),
        ("failed", counts.failed),
        ("run", counts.running),
        ("wait", counts.waiting),
        ("todo", counts.queued + counts.cancelled),
    )
    segments, before = [], 0
    for name, number in shares:
        if number:
            width = _BAR_WIDTH * number / counts.total
            left = _BAR_WIDTH * before / counts.total
            segments.append(Segment(name, round(left, 2), round(max(width - 1, 0.5), 2)))
        before += number
    return segments


def grids(run: Run, now: dt.datetime, task: str | None = None) -> list[TaskGrid]:
    """The grids of a run's tasks, or of one; in two queries."""
    samples = Sample.objects.only("pk", "slot", "state", "gate", "gate_passed", "duration_ms")
    slots = (
        Slot.objects.filter(run=run, **({"task": task} if task else {}))
        .select_related("variant__version")
        .prefetch_related(
            Prefetch("sample", samples),
            Prefetch("attempts", Attempt.objects.order_by("number"), "made"),
        )
        .order_by("task", "variant__version__position", "variant_id", "index")
    )
    return [
        TaskGrid(get_task(name), list(_lines(of_task, now)), range(1, min(run.n, COLUMNS) + 1))
        for name, of_task in groupby(slots, key=lambda slot: slot.task)
    ]


def _lines(slots: Iterable[Slot], now: dt.datetime) -> Iterator[Line]:
    for _variant, of_variant in groupby(slots, key=lambda slot: slot.variant_id):
        cells = [_cell(slot, now) for slot in of_variant]
        for start in range(0, len(cells), COLUMNS):
            part = cells[start : start + COLUMNS]
            yield Line(
                variant=part[0].slot.variant,
                first=part[0].slot.index,
                last=part[-1].slot.index,
                cells=part,
                empty=[None] * (COLUMNS - len(part)),
            )


def _cell(slot: Slot, now: dt.datetime) -> Cell:
    made: list[Attempt] = getattr(slot, "made", [])
    attempt = made[-1] if made else None
    sample = getattr(slot, "sample", None)
    rejected = sample is not None and not sample.gate_passed
    elapsed = None
    if slot.state == Slot.State.RUNNING and attempt is not None:
        elapsed = max(0, round((now - attempt.started_at).total_seconds() * 1000))
    failed = [
        each
        for each in made
        if each.outcome == Attempt.Outcome.FAILED and each.number > slot.retried_from
    ]
    return Cell(
        slot=slot,
        kind="rejected" if rejected else slot.state,
        label=_("rejected") if rejected else slot.get_state_display(),
        sample=sample,
        attempt=attempt,
        elapsed_ms=elapsed,
        codes=", ".join(item["code"] for item in sample.violations) if sample else "",
        retry=len(failed),
        retries=retries_allowed(),
    )
