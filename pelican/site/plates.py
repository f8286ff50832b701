"""Plates: one drawing with its caption, as every page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from boards.models import Sample, Slot
from pelican.site.gate_words import violation_text
from pelican.site.remembered import remembered

HEAVY_FIELDS = ("svg", "structure", "receipts", "normalisations", "removals")
"""What a caption does not need: a source may be half a megabyte."""


@dataclass(frozen=True)
class Plate:
    """One drawing.

    ``picture`` is the address of its picture, empty where there is none; ``code`` and ``reason``
    say why it was rejected, empty where it passed. ``url`` is empty for a slot without a sample.
    """

    url: str
    picture: str
    name: str
    effort: str
    index: int
    of: int
    code: str
    reason: str
    here: bool = False
    mark: str = ""


def settled_slots() -> QuerySet[Slot]:
    """Slots whose outcome is known and may be shown: a published sample, or a final failure."""
    return (
        Slot.objects.filter(run__feeds_board=True)
        .filter(
            Q(sample__state=Sample.State.PUBLISHED)
            | Q(state=Slot.State.FAILED, sample__isnull=True)
        )
        .select_related("sample", "variant__version")
        .defer(*(f"sample__{field}" for field in HEAVY_FIELDS))
    )


def number_in_run(prefix: str = "") -> Subquery:
    """How many drawings of its variant and task a slot's run was to make.

    ``prefix`` leads from the annotated model to the slot, such as ``slot__``.
    """
    return Subquery(
        Slot.objects.filter(
            run=OuterRef(f"{prefix}run"),
            variant=OuterRef(f"{prefix}variant"),
            task=OuterRef(f"{prefix}task"),
        )
        .order_by()
        .values("run")
        .annotate(number=Count("pk"))
        .values("number")
    )


def newest_plates(number: int) -> list[Plate]:
    """The drawings made last, failures included; demo ones only where there are no others."""
    newest = remembered(f"newest-{number}", lambda: _newest_slots(number))
    slots = settled_slots().annotate(of=number_in_run()).in_bulk(newest)
    return [plate_of(slots[pk], of=slots[pk].of) for pk in newest if pk in slots]


def _newest_slots(number: int) -> list[int]:
    samples = Sample.objects.on_boards().order_by("-pk")
    for demo in (False, True):
        newest = samples.filter(slot__condition__demo=demo).values_list("slot", flat=True)[:number]
        if newest:
            return list(newest)
    return []


def plate_of(slot: Slot, *, of: int, here: bool = False, mark: str = "") -> Plate:
    """The plate of a settled slot; ``of`` is how many its variant has, ``mark`` its score."""
    sample: Sample | None = getattr(slot, "sample", None)
    code, reason = _fault(sample)
    return Plate(
        url=sample.get_absolute_url() if sample else "",
        picture=picture_url(sample) if sample and sample.sha256 else "",
        name=slot.variant.version.name,
        effort=slot.variant.effort,
        index=slot.index,
        of=of,
        code=code,
        reason=reason,
        here=here,
        mark=mark,
    )


def picture_url(sample: Sample) -> str:
    """Where the sanitised drawing of a sample is served."""
    return reverse("drawing-svg", args=[sample.pk])


def _fault(sample: Sample | None) -> tuple[str, str]:
    if sample is None:
        return "no_answer", _("The model gave no answer.")
    if sample.gate_passed:
        return "", ""
    first = sample.violations[0] if sample.violations else {}
    return str(first.get("code", "rejected")), violation_text(first)
