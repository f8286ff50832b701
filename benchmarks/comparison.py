"""Two artifacts, fact by fact. A difference of times is given only where times compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchmarks.cards import Card, cards_of
from benchmarks.models import Artifact
from pelican.rules import RULES


@dataclass(frozen=True)
class Row:
    """One fact about both sides. ``None`` is unknown; ``note`` says what to make of it."""

    label: str
    values: tuple[str | None, str | None]
    note: str = ""


def choices() -> list[Artifact]:
    """What can be compared: what runs publicly."""
    runnable = Artifact.objects.runnable().with_names().without_texts()
    return list(runnable.order_by("title", "slug"))


def sides(slugs: Sequence[str]) -> list[Card | None]:
    """The cards of two slugs; None for one that is not given or not there."""
    found = Artifact.objects.published().with_names().filter(slug__in=[s for s in slugs if s])
    cards = {card.artifact.slug: card for card in cards_of(found)}
    return [cards.get(slug) for slug in slugs]


def rows(left: Card | None, right: Card | None) -> list[Row]:
    """The facts of two cards, in the order of the gallery's; none while a side is missing."""
    if left is None or right is None:
        return []
    both = (left, right)
    return [
        Row(_("Outcome"), _pair(both, _outcome)),
        Row(_("Median frame"), _pair(both, _median), _time_note(left, right)),
        Row(_("Timed by"), _pair(both, _method)),
        *(
            Row(label, (_points(left, index), _points(right, index)))
            for index, label in enumerate(_labels(both))
        ),
        Row(_("Size"), _pair(both, lambda card: f"{card.artifact.source_bytes:,}"), _("bytes")),
        Row(_("Track"), _pair(both, lambda card: str(card.artifact.get_track_display()))),
        Row(_("Made under"), _pair(both, lambda card: card.artifact.condition.label)),
    ]


def _pair(
    both: tuple[Card, Card], value: Callable[[Card], str | None]
) -> tuple[str | None, str | None]:
    return value(both[0]), value(both[1])


def _outcome(card: Card) -> str | None:
    return str(card.validation.get_outcome_display()) if card.validation else None


def _median(card: Card) -> str | None:
    if card.benchmark is None or card.benchmark.median_ms is None:
        return None
    return _("%(time)s ms") % {"time": f"{card.benchmark.median_ms:.1f}"}


def _method(card: Card) -> str | None:
    if card.benchmark is None:
        return None
    return f"{card.benchmark.get_method_display()}, {card.benchmark.profile}"


def _time_note(left: Card, right: Card) -> str:
    one, other = left.benchmark, right.benchmark
    if one is None or other is None or not one.median_ms or not other.median_ms:
        return ""
    if one.comparison_key != other.comparison_key:
        return _("measured under different circumstances: not to be compared")
    return _("B takes %(factor)s × the time of A") % {
        "factor": f"{other.median_ms / one.median_ms:.2f}"
    }


def _labels(both: tuple[Card, Card]) -> list[str]:
    rubric = both[0].rubric or both[1].rubric
    return [line.label for line in rubric.lines] if rubric else []


def _points(card: Card, index: int) -> str | None:
    if card.rubric is None:
        return None
    median = card.rubric.lines[index].median
    return _("%(points)s of %(most)s, %(number)s reviews") % {
        "points": f"{median:g}",
        "most": RULES.sdf.rubric_max,
        "number": card.rubric.reviews,
    }
