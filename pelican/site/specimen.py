"""What the page of one drawing says about it, beside the picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from boards.models import Sample, Slot
from boards.svg import words
from boards.svg.overlay import overlay_svg
from judging.scores import variant_score
from pelican.languages import sentence_gap
from pelican.rules import RULES
from pelican.site import gate_words
from pelican.site.plates import Plate, plate_of, settled_slots
from pelican.site.templatetags.numbers import byte_size, count, percent
from pelican.site.verdicts import sample_scores, score_notes

SIBLINGS_SHOWN: Final = 10
SOURCE_LINES_SHOWN: Final = 8
SOURCE_LINE_SHOWN: Final = 400
"""Characters of each of the first lines."""

SOURCE_BYTES_SHOWN: Final = 131_072
"""A longer source is offered as a download only: a browser should not lay it out."""


@dataclass(frozen=True)
class GateLine:
    """The verdict in words: one sentence, then smaller ones."""

    passed: bool
    code: str
    sentence: str
    more: list[str]


@dataclass(frozen=True)
class MeasurementRow:
    """One gate measurement with its threshold; ``value`` is None where it was not measured."""

    label: str
    value: str | None
    bound: str


@dataclass(frozen=True)
class Siblings:
    """Drawings of one variant in one run around the one at hand, and its neighbours.

    ``number`` is how many there are in all.
    """

    plates: list[Plate]
    number: int
    before: Slot | None
    after: Slot | None


@dataclass(frozen=True)
class Source:
    """The sanitised source: its ``first`` lines as a text, and all ``lines``.

    ``lines`` is empty where the source is too long to be shown.
    """

    first: str
    lines: list[str]
    number: int


def gate_line(sample: Sample) -> GateLine:
    """The gate's verdict on a sample."""
    changes = [
        *(gate_words.normalisation_text(code) for code in sample.normalisations),
        *(gate_words.flag_text(flag) for flag in sample.flags),
    ]
    if sample.gate_passed:
        facts = _facts(sample.gate.get("measurements") or {})
        return GateLine(
            True, "", sentence_gap().join([_("All checks passed."), facts]).strip(), changes
        )
    violations = sample.violations
    first = violations[0] if violations else {}
    rest = [gate_words.violation_text(violation) for violation in violations[1:]]
    return GateLine(
        False, str(first.get("code", "")), gate_words.violation_text(first), [*rest, *changes]
    )


def _facts(seen: Mapping[str, Any]) -> str:
    if seen.get("elements") is None or seen.get("ink_share") is None:
        return ""
    return _("%(elements)s elements, %(size)s, %(ink)s of the canvas inked.") % {
        "elements": count(seen["elements"]),
        "size": byte_size(seen["bytes"]),
        "ink": percent(seen["ink_share"]),
    }


def measurement_rows(sample: Sample) -> list[MeasurementRow]:
    """What the gate measured, with the board's thresholds beside it."""
    seen = sample.gate.get("measurements") or {}
    if not seen:
        return []
    rules = RULES.gate.board
    text: str | None = seen.get("text_shown")
    at_most, at_least = _("at most %(bound)s"), _("at least %(bound)s")

    def row(name: str, value: str | None, bound: str = "") -> MeasurementRow:
        return MeasurementRow(_(words.MEASUREMENTS[name]), value, bound)

    return [
        row("bytes", _whole(seen.get("bytes")), at_most % {"bound": count(rules.source_bytes)}),
        row("elements", _whole(seen.get("elements")), at_most % {"bound": count(rules.elements)}),
        row("drawables", _whole(seen.get("drawables"))),
        row("ink_share", _share(seen.get("ink_share")), at_least % _bound(rules.blank_share)),
        row(
            "visible_share",
            _share(seen.get("visible_share")),
            at_least % _bound(rules.visible_share),
        ),
        row("text_share", _share(seen.get("text_share")), at_most % _bound(rules.text_share)),
        row("text_shown", _("none") if text == "" else text, _("must not name the answer")),
        row("rasters", count(len(seen.get("rasters", []))), _("none")),
        row("external", count(len(seen.get("external", []))), _("none")),
    ]


def _whole(value: int | None) -> str | None:
    return None if value is None else count(value)


def _share(value: float | None) -> str | None:
    return None if value is None else gate_words.share_text(value)


def _bound(share: float) -> dict[str, str]:
    return {"bound": gate_words.share_text(share)}


def overlay(sample: Sample) -> SafeString:
    """What the checks saw, as an SVG over the drawing; empty where there is no readable report."""
    labels = {
        "title": _("What the checks saw"),
        "radius": _("r %(radius)s"),
        "apart": _("hubs %(distance)s apart"),
        "off_level": _("%(offset)s off level"),
        "rider": _("rider"),
        "frame": _("frame %(filled)s/%(bins)s"),
    }
    try:
        drawn = overlay_svg(sample.structure or {}, labels)
    except (KeyError, TypeError, ValueError):  # written by a version with another report
        drawn = ""
    return mark_safe(drawn)  # noqa: S308 it is made of numbers and of labels that it escapes


def siblings(sample: Sample) -> Siblings:
    """What the same variant drew of the same task in the same run. Three queries."""
    slot = sample.slot
    alike = settled_slots().filter(run=slot.run_id, variant=slot.variant_id, task=slot.task)
    ids = list(alike.order_by("index").values_list("pk", "sample__pk"))
    place = ids.index((slot.pk, sample.pk)) if (slot.pk, sample.pk) in ids else 0
    start = max(0, min(place - SIBLINGS_SHOWN // 2, len(ids) - SIBLINGS_SHOWN))
    near = [pk for pk, _sample in ids[start : start + SIBLINGS_SHOWN]]
    slots = alike.in_bulk(near)
    drawn = [slots[pk] for pk in near if pk in slots and hasattr(slots[pk], "sample")]
    scores = sample_scores(sample_pk for _slot, sample_pk in ids if sample_pk)
    notes = score_notes(scores, variant_score(dict(scores)).best)
    return Siblings(
        plates=[
            plate_of(
                slots[pk],
                of=len(ids),
                here=pk == slot.pk,
                mark=notes.get(slots[pk].sample.pk, "") if slots[pk] in drawn else "",
            )
            for pk in near
            if pk in slots
        ],
        number=len(ids),
        before=next((one for one in reversed(drawn) if one.index < slot.index), None),
        after=next((one for one in drawn if one.index > slot.index), None),
    )


def source(sample: Sample) -> Source:
    """The sanitised source, or its first lines where it is long."""
    lines = sample.svg.splitlines()
    whole = len(sample.svg) <= SOURCE_BYTES_SHOWN
    return Source(
        first="\n".join(line[:SOURCE_LINE_SHOWN] for line in lines[:SOURCE_LINES_SHOWN]),
        lines=lines if whole else [],
        number=len(lines),
    )
