"""The visitor ranking as pages show it, without a database."""

from __future__ import annotations

import datetime as dt

import pytest

from boards.models import Family, ModelVersion, Variant, Vendor
from pelican.site.board import VariantCount
from pelican.site.rankings import board_ranking, side_sentence
from voting.tables import Method, Row, VisitorTable


def _count(slug: str, name: str, effort: str = "default") -> VariantCount:
    family = Family(name=name, slug=name.lower(), vendor=Vendor(name="V", slug="v"))
    version = ModelVersion(name=name, family=family)
    return VariantCount(Variant(slug=slug, version=version, effort=effort), 5, 4, 7, (1, 2))


def _row(slug: str, rating: float, **changes: object) -> Row:
    values = {
        "contestant": slug,
        "rank": "1",
        "rank_best": 1,
        "rank_worst": 1,
        "rating": rating,
        "low": rating - 30,
        "high": rating + 30,
        "votes": 100,
        "win_rate": 0.5,
        "both_bad_rate": 0.1,
        "elo": 1000.0,
        "listed": True,
        "provisional": False,
        **changes,
    }
    return Row(**values)  # type: ignore[arg-type]  # of mixed values


COUNTS = {
    "heron": _count("heron", "Heron", "high"),
    "gannet": _count("gannet", "gannet"),
    "tern": _count("tern", "Tern"),
    "new": _count("new", "New"),
}
ROWS = (
    _row("heron", 1100, votes=80),
    _row("gannet", 1000, votes=90, trend=(990.0, 1000.0)),
    _row("tern", 1200, votes=20, provisional=True, rank="", rank_best=None, rank_worst=None),
    _row("new", 900, votes=3, listed=False),
    _row("gone", 1300),
)


def _ranking(sort: str = "", **filters):
    return board_ranking(VisitorTable("a", ROWS), COUNTS, sort=sort, **filters)


def test_provisional_rows_come_after_ranked_ones_whatever_their_rating():
    assert _ranking().order == ["heron", "gannet", "tern"]


def test_rows_below_the_listing_threshold_are_only_counted():
    assert _ranking().unlisted == 1


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("-rating", ["heron", "gannet", "tern"]),
        ("rating", ["gannet", "heron", "tern"]),
        ("-votes", ["gannet", "heron", "tern"]),
        ("name", ["gannet", "heron", "tern"]),
        ("-name", ["heron", "gannet", "tern"]),
    ],
)
def test_rows_are_sorted_within_their_group(sort: str, order: list[str]):
    assert _ranking(sort).order == order


def test_a_filter_hides_rows_and_moves_neither_axis_nor_rank():
    everyone, one = _ranking(), _ranking(admits=lambda variant: variant.effort == "high")
    assert one.order == ["heron"]
    assert one.axis == everyone.axis
    assert one.ranked[0].bar == everyone.ranked[0].bar


def test_a_page_has_some_of_the_rows():
    page = _ranking().only({"gannet", "tern"})
    assert page.order == ["gannet", "tern"]


def test_trends_are_shown_where_there_is_a_past():
    assert _ranking().shows_trend
    assert not _ranking().only({"heron"}).shows_trend


def test_a_row_shows_its_first_drawing():
    assert _ranking().ranked[0].picture == "/drawings/7.svg"


@pytest.mark.parametrize(
    ("left_p", "words"),
    [
        (None, ""),
        (0.61, "No sign of a side preference (p = 0.61)."),
        (0.01, "Voters seem to prefer one side (p = 0.01); sides are drawn by a coin."),
    ],
)
def test_a_side_preference_is_said_in_words(left_p: float | None, words: str):
    method = Method(
        fitted_at=dt.datetime(2026, 11, 30, tzinfo=dt.UTC),
        valid=1,
        quarantined=0,
        invalid=0,
        outcomes={},
        left_share=0.5,
        left_p=left_p,
        islands=[],
        rules_version="1",
        code_version="1",
        digest="",
    )
    assert side_sentence(method) == words
