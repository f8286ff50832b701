"""The record that judges' own quality is computed from, as plain rows."""

from __future__ import annotations

from collections.abc import Iterable

from judging.judge_statistics import PassRecord, VerdictRecord
from judging.models import JudgingPass, JudgingRun, PanelCall, Verdict


def pass_records(judgings: Iterable[JudgingRun]) -> list[PassRecord]:
    """Every pass that was read, or could not be, in these judging runs."""
    passes = (
        JudgingPass.objects.filter(
            judging__in=list(judgings),
            state__in=(PanelCall.State.DONE, PanelCall.State.UNPARSED),
        )
        .select_related("judge")
        .prefetch_related("verdicts")
        .order_by("pk")
    )
    return [
        PassRecord(
            judge=one.judge.role,
            triple=one.triple_id,
            order=one.order_number,
            verdicts=[_verdict(verdict) for verdict in one.verdicts.all()],
            replies=len(one.replies),
            unread=one.unread,
        )
        for one in passes
    ]


def _verdict(verdict: Verdict) -> VerdictRecord:
    return VerdictRecord(
        sample=verdict.sample_id,
        score=verdict.score,
        checklist=verdict.checklist,
        contradicts=bool(verdict.contradictions),
        own_vendor=verdict.why_not == Verdict.WhyNot.SAME_VENDOR,
    )
