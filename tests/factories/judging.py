"""Verdicts in the record, without anybody having been asked."""

from __future__ import annotations

from boards.models import Sample
from judging.criteria import DIMENSIONS
from judging.models import Judge, JudgingPass, JudgingRun, Triple, TripleSample, Verdict


def judge_sample(
    sample: Sample, mark: int, *, counted: bool = True, stand_in: bool = False
) -> Verdict:
    """A complete judging run of one judge that gave ``mark`` on all five scores."""
    role = "sums" if stand_in else "curlew-1"
    judge, _new = Judge.objects.get_or_create(
        role=role,
        defaults={"name": role.capitalize(), "channel": "arithmetic" if stand_in else "replay"},
    )
    judging = JudgingRun.objects.create(
        run=sample.slot.run,
        seed=1,
        language="en",
        state=JudgingRun.State.COMPLETE,
        stand_in=stand_in,
    )
    triple = Triple.objects.create(judging=judging, number=1, task=sample.slot.condition.task)
    TripleSample.objects.create(triple=triple, sample=sample, alone=True)
    judging_pass = JudgingPass.objects.create(
        judging=judging,
        judge=judge,
        triple=triple,
        order_number=1,
        samples=[sample.pk],
        state=JudgingPass.State.DONE,
    )
    return Verdict.objects.create(
        judging=judging,
        judging_pass=judging_pass,
        judge=judge,
        sample=sample,
        label="A",
        checklist={},
        scores=dict.fromkeys(DIMENSIONS, mark),
        score=mark,
        counted=counted,
        why_not="" if counted else Verdict.WhyNot.SAME_VENDOR,
    )
