"""The judging as a table for researchers, with the meaning of every column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from boards.models import Sample
from judging.criteria import DIMENSIONS
from judging.models import Verdict
from pelican.csv_stream import Column

_CHUNK: Final = 500

VERDICT_COLUMNS: Final = (
    Column("id", "integer", _("Number of the verdict.")),
    Column("sample", "integer", _("Number of the drawing.")),
    Column("task", "text", _("Id of the task.")),
    Column("condition", "text", _("Digest of the condition that it was drawn under.")),
    Column("demo", "boolean", _("Whether drawing and verdict are demo data.")),
    Column("judging", "integer", _("Number of the judging run.")),
    Column("judging_state", "text", _("Only verdicts of “complete” judging runs make scores.")),
    Column("stand_in", "boolean", _("Computed from measurements: not a judge.")),
    Column("judge", "text", _("Role of the judge.")),
    Column("judge_vendor", "text", _("Who makes the judge's model.")),
    Column("judge_model", "text", _("Model id that was asked for.")),
    Column("model_echoed", "text", _("Model id that the provider says answered.")),
    Column("triple", "integer", _("Number of the triple within the judging run.")),
    Column("order", "integer", _("Number of the pass, from 1.")),
    Column("label", "text", _("What the drawing was called in the pass.")),
    Column("alone", "boolean", _("Judged without company: in no tie or order rate.")),
    Column("subject", "integer", _("Likeness of the animal."), "1–10"),
    Column("vehicle", "integer", _("Correctness of the vehicle."), "1–10"),
    Column("pose", "integer", _("Riding pose."), "1–10"),
    Column("composition", "integer", _("Composition."), "1–10"),
    Column("errors", "integer", _("Obvious errors; higher is fewer."), "1–10"),
    Column("score", "number", _("Weighted mean of the five."), "1–10"),
    Column("items_true", "text", _("Items answered “yes”, separated by spaces.")),
    Column("items_false", "text", _("Items answered “no”, separated by spaces.")),
    Column("contradictions", "text", _("Items that a score contradicts, separated by spaces.")),
    Column("counted", "boolean", _("Whether it counts into the reference score.")),
    Column("why_not", "text", _("Why it does not: “vendor” is the judge's own vendor.")),
    Column("comment", "text", _("The judge's comment.")),
    Column("description", "text", _("What the judge says it sees.")),
    Column("language", "text", _("Language of the prompts.")),
    Column("prompt_version", "text", _("Version of the prompts.")),
    Column("rules_version", "text", _("The rules it was scored under.")),
    Column("given_at", "time", _("When the verdict was stored, UTC.")),
)


def verdict_rows() -> Iterator[Sequence[Any]]:
    """Every verdict on a published drawing, in the order of :data:`VERDICT_COLUMNS`."""
    verdicts = (
        Verdict.objects.filter(sample__state=Sample.State.PUBLISHED)
        .select_related("sample__slot__condition", "judging", "judge", "judging_pass__triple")
        .defer("sample__svg", "sample__structure", "sample__gate")
        .order_by("pk")
    )
    for verdict in verdicts.iterator(chunk_size=_CHUNK):
        yield (*_place(verdict), *_content(verdict))


def _place(verdict: Verdict) -> tuple[Any, ...]:
    one, judging, judge = verdict.judging_pass, verdict.judging, verdict.judge
    slot = verdict.sample.slot
    return (
        verdict.pk,
        verdict.sample_id,
        slot.task,
        slot.condition.digest,
        slot.condition.demo,
        judging.pk,
        judging.state,
        judging.stand_in,
        judge.role,
        judge.vendor,
        judge.model_id,
        one.model,
        one.triple.number,
        one.order_number,
        verdict.label,
        len(one.samples) == 1,
    )


def _content(verdict: Verdict) -> tuple[Any, ...]:
    answers = verdict.checklist.items()
    return (
        *(verdict.scores[dimension] for dimension in DIMENSIONS),
        verdict.score,
        " ".join(item for item, answer in answers if answer),
        " ".join(item for item, answer in answers if not answer),
        " ".join(each["item"] for each in verdict.contradictions),
        verdict.counted,
        verdict.why_not,
        verdict.comment,
        verdict.description,
        verdict.judging.language,
        verdict.prompt_version,
        verdict.rules_version,
        verdict.created_at,
    )
