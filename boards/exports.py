"""What researchers take away of the drawings, with the meaning of every column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from boards.models import Condition, Sample
from pelican.csv_stream import Column

_CHUNK: Final = 500

SAMPLE_COLUMNS: Final = (
    Column("id", "integer", _("Number of the drawing; ballots refer to it.")),
    Column("state", "text", _("“published”, or “withdrawn”: then only the digests are given.")),
    Column("svg_sha256", "text", _("SHA-256 of the sanitised SVG; empty where there is none.")),
    Column("reply_sha256", "text", _("SHA-256 of the model's whole reply.")),
    Column("drawn_at", "time", _("When it was drawn, UTC.")),
    Column("task", "text", _("Id of the task.")),
    Column("condition", "text", _("Digest of the condition that it was made under.")),
    Column("source", "text", _("Where it was imported from; empty for runs of our own.")),
    Column("demo", "boolean", _("Whether this project made it to show how a board works.")),
    Column("harness", "text", _("How the model was called.")),
    Column("harness_version", "text", _("Version of the harness.")),
    Column("run", "integer", _("Number of the run.")),
    Column("run_kind", "text", _("“batch”, “canary” or “import”.")),
    Column("feeds_board", "boolean", _("Whether the run's drawings stand on boards.")),
    Column("number", "integer", _("Number of the drawing within its run and variant, from 1.")),
    Column("vendor", "text", _("Who makes the model.")),
    Column("family", "text", _("The line of models it belongs to.")),
    Column("version", "text", _("The released version.")),
    Column("effort", "text", _("Reasoning effort, as its vendor calls it.")),
    Column("variant", "text", _("Version and effort in one id; ballots and ratings refer to it.")),
    Column("gate_passed", "boolean", _("Whether the board gate let it through.")),
    Column("gate_codes", "text", _("Codes that the gate found, separated by spaces.")),
    Column("source_bytes", "integer", _("Size of the drawing's source."), "bytes"),
    Column("elements", "integer", _("Elements in the source.")),
    Column("ink_share", "number", _("Share of the canvas that is painted."), "0–1"),
    Column("visible_share", "number", _("Share of the drawing inside the canvas."), "0–1"),
    Column("text_share", "number", _("Share of what is painted that is text."), "0–1"),
    Column("structure_score", "number", _("Share of the structure checks passed."), "0–1"),
    Column("checks_passed", "text", _("Structure checks passed, separated by spaces.")),
    Column("checks_failed", "text", _("Structure checks failed, separated by spaces.")),
    Column("normalisations", "text", _("Repairs before measuring, separated by spaces.")),
    Column("flags", "text", _("Remarks, separated by spaces.")),
    Column("duration_ms", "integer", _("Time to draw."), "ms"),
    Column("input_tokens", "integer", _("Tokens sent, as the provider reports them.")),
    Column("output_tokens", "integer", _("Tokens received, as the provider reports them.")),
    Column("reasoning_tokens", "integer", _("Tokens spent on reasoning, as the provider reports.")),
    Column("cost_usd", "number", _("What the call cost, as the provider reports it."), "US$"),
    Column("reply_bytes", "integer", _("Size of the whole reply."), "bytes"),
    Column("renderer_version", "text", _("What the pixels were measured with.")),
    Column("rules_version", "text", _("The rules it was measured under.")),
    Column("licence", "text", _("Terms under which the drawing may be shown.")),
)

_TOMBSTONE: Final = (None,) * (len(SAMPLE_COLUMNS) - 4)


def sample_rows(condition: Condition | None = None) -> Iterator[Sequence[Any]]:
    """Every drawing, or those of one condition, in the order of :data:`SAMPLE_COLUMNS`."""
    samples = Sample.objects.order_by("pk").with_names().defer("svg")
    if condition is not None:
        samples = samples.filter(slot__condition=condition)
    for sample in samples.iterator(chunk_size=_CHUNK):
        head = (sample.pk, sample.state, sample.sha256, sample.response_digest)
        withdrawn = sample.state == Sample.State.WITHDRAWN
        yield (*head, *(_TOMBSTONE if withdrawn else _facts(sample)))


def _facts(sample: Sample) -> tuple[Any, ...]:
    return (*_origin(sample), *_gate(sample), *_structure(sample), *_rest(sample))


def _origin(sample: Sample) -> tuple[Any, ...]:
    slot = sample.slot
    condition, run, version = slot.condition, slot.run, slot.variant.version
    return (
        sample.created_at,
        slot.task,
        condition.digest,
        condition.source,
        condition.demo,
        condition.harness,
        condition.harness_version,
        run.pk,
        run.kind,
        run.feeds_board,
        slot.index,
        version.family.vendor.name,
        version.family.name,
        version.name,
        slot.variant.effort,
        slot.variant.slug,
    )


def _gate(sample: Sample) -> tuple[Any, ...]:
    seen = sample.gate.get("measurements") or {}
    codes = " ".join(str(violation["code"]) for violation in sample.violations)
    names = ("bytes", "elements", "ink_share", "visible_share", "text_share")
    return (sample.gate_passed, codes, *(seen.get(name) for name in names))


def _structure(sample: Sample) -> tuple[Any, ...]:
    if sample.structure is None:
        return (None, None, None)
    checks = sample.structure.get("checks", {})
    return (
        sample.structure_score,
        " ".join(name for name, check in checks.items() if check["passed"]),
        " ".join(name for name, check in checks.items() if not check["passed"]),
    )


def _rest(sample: Sample) -> tuple[Any, ...]:
    names = ("input_tokens", "output_tokens", "reasoning_tokens", "cost_usd")
    return (
        " ".join(sample.normalisations),
        " ".join(sample.flags),
        sample.duration_ms,
        *(sample.receipts.get(name) for name in names),
        sample.response_bytes,
        sample.renderer_version,
        sample.rules_version,
        sample.slot.variant.version.family.vendor.licence_note,
    )
