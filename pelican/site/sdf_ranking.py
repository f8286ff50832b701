"""The visitor ranking of SDF artifacts: which conditions have one, and its rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext as _

from benchmarks.cards import Card, cards_of
from benchmarks.models import Artifact, ArtifactCondition
from pelican.site.rankings import Ranking, RankRow, arranged, shared_axis
from pelican.site.standings_page import Contestant
from voting.tables import VisitorTable


@dataclass(frozen=True)
class ArtifactRow(RankRow):
    """An artifact in the ranking of its condition."""

    card: Card

    @property
    def name(self) -> str:
        """The artifact's title."""
        return self.card.artifact.title


@dataclass(frozen=True)
class RankingTab:
    """A condition whose artifacts are voted on, and how many there are."""

    condition: ArtifactCondition
    artifacts: int


def ranking_tabs() -> list[RankingTab]:
    """The conditions that have a ranking: models' before the house's own, then the larger."""
    counts = dict(
        Artifact.objects.published()
        .filter(track=Artifact.Track.ONE_SHOT)
        .order_by()
        .values("condition")
        .annotate(number=Count("pk"))
        .values_list("condition", "number")
    )
    conditions = ArtifactCondition.objects.in_bulk(counts)
    tabs = [RankingTab(conditions[pk], number) for pk, number in counts.items()]
    return sorted(tabs, key=_tab_order)


def _tab_order(tab: RankingTab) -> tuple[bool, bool, int, int]:
    condition = tab.condition
    return (condition.demo, condition.harness == "reference", -tab.artifacts, condition.pk)


def ranked_cards(condition: ArtifactCondition) -> dict[str, Card]:
    """Slug → card of every artifact of a condition that may stand in its ranking."""
    artifacts = Artifact.objects.published().with_names().defer("source", "reply", "claimed")
    cards = cards_of(artifacts.filter(condition=condition, track=Artifact.Track.ONE_SHOT))
    return {card.artifact.slug: card for card in cards}


def artifact_ranking(
    table: VisitorTable, cards: Mapping[str, Card], sort: str = ""
) -> Ranking[ArtifactRow]:
    """The ranking of the artifacts that are still shown; ``sort`` as in ``board_ranking``."""
    known = [row for row in table.listed if row.contestant in cards]
    axis = shared_axis(known)
    rows = [ArtifactRow(row, axis, cards[row.contestant]) for row in known]
    unlisted = len(cards) - len(known)
    return arranged(table, rows, axis, unlisted=unlisted, subject=_("Artifact"), sort=sort)


def contestants(cards: Iterable[Card]) -> dict[str, Contestant]:
    """The artifacts as matrix and charts show them, by slug."""
    return {
        card.artifact.slug: Contestant(
            card.artifact.slug, card.artifact.title, card.artifact.get_absolute_url()
        )
        for card in cards
    }
