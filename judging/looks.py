"""The semantic judge on board samples, where a judging run asks for it."""

from __future__ import annotations

from boards.models import Sample
from boards.pictures import picture_png
from judging import prompts
from judging.models import JudgingRun, SemanticReport
from judging.reward import reward
from judging.semantic_judge import JudgeEndpoint, Look, look
from pelican.rules import RULES


def samples_to_look_at(judging: JudgingRun) -> list[int]:
    """Samples of a judging run that asks for it, without a report of the configured judge."""
    endpoint = JudgeEndpoint.from_environment()
    if not judging.semantic or endpoint is None or judging.state == JudgingRun.State.CANCELLED:
        return []
    reports = SemanticReport.objects.filter(judging=judging, judge_model=endpoint.model)
    samples = Sample.objects.filter(memberships__triple__judging=judging).order_by("pk")
    return list(samples.exclude(pk__in=reports.values("sample")).values_list("pk", flat=True))


def look_at_all(judging: JudgingRun) -> None:
    """Look at every sample that waits for it, in this process."""
    for pk in samples_to_look_at(judging):
        report_on(judging, Sample.objects.get(pk=pk))


def report_on(judging: JudgingRun, sample: Sample) -> SemanticReport | None:
    """Look at a sample and store the report; None without a judge.

    A sample without a picture gets a report that says so, or it would wait for ever.
    """
    endpoint = JudgeEndpoint.from_environment()
    if endpoint is None:
        return None
    png = picture_png(sample)
    if png is None:
        return store(judging, sample, Look(endpoint.model, None, "The drawing has no picture."))
    return store(judging, sample, look(endpoint, sample.task, png))


def store(judging: JudgingRun, sample: Sample, seen: Look) -> SemanticReport:
    """Store what a look gave, with the reward. The first report of a model in a run stays."""
    semantic = seen.score.score if seen.score else None
    result = reward(
        gate_passed=sample.gate_passed,
        structure=sample.structure_score or 0.0,
        judge=seen.model,
        semantic=semantic,
    )
    report, _created = SemanticReport.objects.get_or_create(
        sample=sample,
        judging=judging,
        judge_model=seen.model,
        defaults={
            "prompt_version": prompts.VERSION,
            "rules_version": RULES.version,
            "judged": result.judged,
            "error": seen.error,
            "report": seen.score.as_dict() if seen.score else {},
            "semantic": result.semantic,
            "reward": result.value,
        },
    )
    return report
