"""One variant: the boards it stands on, its drawings there, and whom it met."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q

from boards.catalogue import BOARDS, Task
from boards.models import Condition, Variant
from pelican.site.conditions import ConditionTab, arena_key
from pelican.site.plates import Plate, plate_of, settled_slots
from pelican.site.verdicts import sample_scores, score_notes
from voting.tables import Meeting, head_to_head

PLATES_PER_PAGE = 20


@dataclass(frozen=True)
class Standing:
    """A board that the variant stands on, and how many of its drawings there passed."""

    tab: ConditionTab
    passed: int

    @property
    def task(self) -> Task:
        """The task of the board."""
        return BOARDS[self.tab.condition.task]

    @property
    def key(self) -> str:
        """The board in an address: the key of its arena."""
        return arena_key(self.tab.condition)


@dataclass(frozen=True)
class Encounter:
    """All games against one opponent; ``opponent`` is None once its record is gone."""

    meeting: Meeting
    opponent: Variant | None


def standings(variant: Variant) -> list[Standing]:
    """The boards of a variant: the canonical task first, then as on a board. Two queries."""
    rows = (
        settled_slots()
        .filter(variant=variant)
        .order_by()
        .values("condition")
        .annotate(settled=Count("pk"), passed=Count("pk", filter=Q(sample__gate_passed=True)))
    )
    conditions = Condition.objects.in_bulk([row["condition"] for row in rows])
    found = [
        Standing(ConditionTab(conditions[row["condition"]], row["settled"]), row["passed"])
        for row in rows
    ]
    return sorted(
        found,
        key=lambda one: (
            one.tab.condition.demo,
            one.tab.is_import,
            one.task.held_out,
            -one.tab.drawings,
            one.tab.condition.pk,
        ),
    )


def choose_standing(found: list[Standing], wanted: str) -> Standing | None:
    """The one with the key ``wanted``, the first when nothing is wanted, None if unknown."""
    if not wanted:
        return found[0] if found else None
    return next((one for one in found if one.key == wanted), None)


def plates_page(
    variant: Variant, standing: Standing, page: str, best: int | None = None
) -> tuple[Page[int], list[Plate]]:
    """One page of the variant's drawings on a board, in order, with scores. Three queries.

    ``best`` is the sample with the highest score.
    """
    slots = (
        settled_slots()
        .filter(variant=variant, condition=standing.tab.condition)
        .order_by("run", "index")
    )
    ids = Paginator(list(slots.values_list("pk", flat=True)), PLATES_PER_PAGE).get_page(page)
    of = ids.paginator.count
    shown = list(slots.filter(pk__in=list(ids)))
    samples = {slot.pk: slot.sample.pk for slot in shown if hasattr(slot, "sample")}
    notes = score_notes(sample_scores(samples.values()), best)
    return ids, [
        plate_of(slot, of=of, mark=notes.get(samples.get(slot.pk, 0), "")) for slot in shown
    ]


def encounters(variant: Variant, standing: Standing) -> list[Encounter]:
    """The variant's games on a board, most games first."""
    meetings = head_to_head(standing.key, variant.slug)
    opponents = {
        opponent.slug: opponent
        for opponent in Variant.objects.filter(
            slug__in=[meeting.opponent for meeting in meetings]
        ).select_related("version__family__vendor")
    }
    return [Encounter(meeting, opponents.get(meeting.opponent)) for meeting in meetings]
