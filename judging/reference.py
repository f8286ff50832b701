"""Reference scores read from the record: of samples, and of variants under a condition.

A sample's score is that of the newest complete judging run that gave it verdicts. Panels and the
arithmetic stand-in are asked for separately and never mixed.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Max

from boards.models import Condition, Run, Sample, Slot
from judging.models import JudgingRun, Verdict
from judging.scores import CountedVerdict, Mean, VariantScore, sample_score, variant_score


@dataclass(frozen=True)
class SampleReference:
    """A sample's score, None while no verdict counts, and the judging run that it is from."""

    score: Mean | None
    judging: int


@dataclass(frozen=True)
class VariantReference:
    """A variant's reference score and the run it is of.

    ``scores`` are those of its judged samples in the order of their numbers, ``judgings`` the runs
    that they are from; ``settled`` counts slots, failures included.
    """

    variant: int
    run: int
    settled: int
    score: VariantScore
    scores: tuple[float, ...]
    durations_ms: tuple[int, ...]
    costs_usd: tuple[float, ...]
    judgings: tuple[int, ...]

    @property
    def duration_ms(self) -> float | None:
        """Mean time to draw; None where it is not known."""
        return _mean(self.durations_ms)

    @property
    def cost_usd(self) -> float | None:
        """Mean cost of a drawing; None where none is known."""
        return _mean(self.costs_usd)


class _Slot(NamedTuple):
    """One slot of a variant's newest run; ``sample`` is None where nothing came."""

    sample: int | None
    passed: bool
    duration_ms: int | None
    cost_usd: float | None


def _mean(values: tuple[float, ...]) -> float | None:
    return statistics.fmean(values) if values else None


def sample_references(
    samples: Iterable[int], *, stand_in: bool = False
) -> dict[int, SampleReference]:
    """The scores of those of ``samples`` that were judged. One query."""
    rows = Verdict.objects.filter(
        sample__in=list(samples),
        judging__state=JudgingRun.State.COMPLETE,
        judging__stand_in=stand_in,
    ).values_list("sample", "judging", "judge__role", "score", "counted")
    by_judging: defaultdict[int, defaultdict[int, list[CountedVerdict]]]
    by_judging = defaultdict(lambda: defaultdict(list))
    for sample, judging, role, score, counted in rows.order_by("pk"):
        verdicts = by_judging[sample][judging]
        if counted:
            verdicts.append(CountedVerdict(role, score))
    return {
        sample: SampleReference(sample_score(judgings[max(judgings)]), max(judgings))
        for sample, judgings in by_judging.items()
    }


def judging_of(sample: Sample) -> JudgingRun | None:
    """The judging run whose verdicts on a sample are its: a panel's before a computed one."""
    return (
        JudgingRun.objects.filter(verdicts__sample=sample, state=JudgingRun.State.COMPLETE)
        .order_by("stand_in", "-pk")
        .first()
    )


def variant_references(
    condition: Condition, *, stand_in: bool = False
) -> dict[int, VariantReference]:
    """By variant id, the reference score from its newest complete run that feeds boards.

    Three queries, whatever the number of variants.
    """
    feeding = Slot.objects.filter(
        condition=condition,
        run__feeds_board=True,
        run__state=Run.State.COMPLETE,
        run__kind__in=(Run.Kind.BATCH, Run.Kind.IMPORT),
    ).order_by()
    newest = dict(feeding.values_list("variant").annotate(Max("run")))
    rows = (
        feeding.filter(run__in=set(newest.values()))
        .order_by("index")
        .values_list(
            "variant",
            "run",
            "sample",
            "sample__state",
            "sample__gate_passed",
            "sample__duration_ms",
            "sample__receipts",
        )
    )
    slots: defaultdict[int, list[_Slot]] = defaultdict(list)
    for variant, run, sample, state, passed, duration, receipts in rows:
        if newest[variant] == run and state != Sample.State.WITHDRAWN:
            cost = (receipts or {}).get("cost_usd")
            slots[variant].append(_Slot(sample, bool(passed), duration, cost))
    judged = sample_references(
        (slot.sample for own in slots.values() for slot in own if slot.passed and slot.sample),
        stand_in=stand_in,
    )
    return {
        variant: _variant(variant, newest[variant], own, judged) for variant, own in slots.items()
    }


def _variant(
    variant: int, run: int, slots: Sequence[_Slot], judged: Mapping[int, SampleReference]
) -> VariantReference:
    scores: dict[int, float | None] = {}
    for slot in slots:
        if slot.sample is not None and slot.passed:
            reference = judged.get(slot.sample)
            mean = reference.score if reference else None
            scores[slot.sample] = mean.value if mean else None
    return VariantReference(
        variant=variant,
        run=run,
        settled=len(slots),
        score=variant_score(scores),
        scores=tuple(score for score in scores.values() if score is not None),
        durations_ms=tuple(slot.duration_ms for slot in slots if slot.duration_ms is not None),
        costs_usd=tuple(slot.cost_usd for slot in slots if slot.cost_usd is not None),
        judgings=tuple(sorted({judged[sample].judging for sample in scores if sample in judged})),
    )
