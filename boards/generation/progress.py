"""How far a run is: counts, pace, and the state of every slot, read in a handful of queries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count
from django.utils import timezone

from boards.generation.estimate import RECENT, Estimate, estimate
from boards.generation.runs import started_at
from boards.models import Run, Slot


@dataclass(frozen=True)
class Counts:
    """How many slots of a run are in each state; ``drawn`` passed the gate, ``rejected`` not."""

    drawn: int = 0
    rejected: int = 0
    failed: int = 0
    cancelled: int = 0
    running: int = 0
    waiting: int = 0
    queued: int = 0

    @property
    def total(self) -> int:
        """All slots."""
        return self.settled + self.running + self.waiting + self.queued

    @property
    def settled(self) -> int:
        """Slots about which nothing will change by itself."""
        return self.drawn + self.rejected + self.failed + self.cancelled

    @property
    def tried(self) -> int:
        """Settled slots without those that were cancelled: what the run has brought."""
        return self.settled - self.cancelled

    @property
    def valid_rate(self) -> float | None:
        """Gate passes ÷ slots tried, 0 to 1; None before every slot is settled."""
        return self.drawn / self.tried if self.tried and self.settled == self.total else None


@dataclass(frozen=True)
class Progress:
    """A run's counts and pace at one moment."""

    counts: Counts
    estimate: Estimate
    now: dt.datetime


def count_slots(slots: Iterable[tuple[str, bool | None, int]]) -> Counts:
    """Counts from (state, gate passed, how many)."""
    names: dict[str, str] = {
        Slot.State.FAILED: "failed",
        Slot.State.CANCELLED: "cancelled",
        Slot.State.RUNNING: "running",
        Slot.State.RETRY: "waiting",
        Slot.State.QUEUED: "queued",
    }
    totals: dict[str, int] = {}
    for state, passed, number in slots:
        name = ("drawn" if passed else "rejected") if state == Slot.State.DRAWN else names[state]
        totals[name] = totals.get(name, 0) + number
    return Counts(**totals)


def counts_of(run: Run) -> Counts:
    """The counts of one run."""
    return counts_by_run([run])[run.pk]


def counts_by_run(runs: Iterable[Run]) -> dict[int, Counts]:
    """The counts of several runs, in one query."""
    ids = [run.pk for run in runs]
    rows: dict[int, list[tuple[str, bool | None, int]]] = {pk: [] for pk in ids}
    groups = (
        Slot.objects.filter(run__in=ids)
        .order_by()
        .values_list("run", "state", "sample__gate_passed")
        .annotate(number=Count("pk"))
    )
    for run_id, state, passed, number in groups:
        rows[run_id].append((state, passed, number))
    return {pk: count_slots(found) for pk, found in rows.items()}


def progress_of(run: Run, now: dt.datetime | None = None) -> Progress:
    """Counts and pace of a run; cancelling a slot is no pace."""
    now = now or timezone.now()
    counts = counts_of(run)
    latest = (
        run.slots.filter(settled_at__isnull=False)
        .exclude(state=Slot.State.CANCELLED)
        .order_by("-settled_at")
        .values_list("settled_at", flat=True)[: RECENT + 1]
    )
    times = [time for time in reversed(latest) if time is not None]
    remaining = counts.total - counts.settled
    return Progress(counts, estimate(times, remaining, now, started_at(run)), now)
