"""Stores what a pass says, and tells whether it counts."""

from __future__ import annotations

from collections.abc import Sequence

from boards.models import Sample
from judging.contradictions import contradictions
from judging.models import JudgingPass, Verdict
from judging.parsing import ParsedVerdict
from judging.scores import verdict_score
from pelican.rules import RULES


def store(call: JudgingPass, parsed: Sequence[ParsedVerdict]) -> None:
    """Store the verdicts of a pass, each for the sample that had its label."""
    vendors = dict(
        Sample.objects.filter(pk__in=call.samples).values_list(
            "pk", "slot__variant__version__family__vendor__slug"
        )
    )
    Verdict.objects.bulk_create(
        _verdict(call, each, sample, own=vendors[sample] == call.judge.vendor)
        for each, sample in zip(parsed, call.samples, strict=True)
    )


def _verdict(call: JudgingPass, parsed: ParsedVerdict, sample: int, *, own: bool) -> Verdict:
    return Verdict(
        judging_id=call.judging_id,
        judging_pass=call,
        judge_id=call.judge_id,
        sample_id=sample,
        label=parsed.label,
        description=parsed.description,
        checklist=parsed.checklist,
        scores=parsed.scores,
        score=verdict_score(parsed.scores),
        comment=parsed.comment,
        contradictions=[each.as_dict() for each in contradictions(parsed.checklist, parsed.scores)],
        counted=not own,
        why_not=Verdict.WhyNot.SAME_VENDOR if own else Verdict.WhyNot.NONE,
        rules_version=RULES.version,
        prompt_version=call.replies[-1]["prompts"],
    )
