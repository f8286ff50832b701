"""What pages are told about an arena."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories.voting import START, MemoryArenas
from voting import arenas
from voting.models import Arena, RatingSnapshot, Tally
from voting.simulate import simulate_ballots
from voting.tables import (
    head_to_head,
    rating_of,
    ratings_of,
    side_p_value,
    visitor_table,
)

pytestmark = pytest.mark.django_db
NOW = START + timedelta(days=10, hours=1)


def simulated(field: MemoryArenas, *, votes: int, voters: int, days: int = 10) -> Arena:
    field.demo = True
    arena = arenas.row(field.info)
    strengths = {name: 1150 - 60 * index for index, name in enumerate(sorted(field.entries))}
    simulate_ballots(
        arena, strengths, field.entries, votes=votes, voters=voters, seed=1, start=START, days=days
    )
    return arena


@pytest.fixture
def arena(provider: MemoryArenas) -> Arena:
    """Six contestants with 100 votes each, one with 30, one with 3."""
    arena = simulated(provider, votes=300, voters=60)
    snapshot = RatingSnapshot.objects.latest()
    few = snapshot.ratings.all()[0]
    for name, votes, rating in (("late", 30, 1400.0), ("later", 3, 1500.0)):
        few.pk, few.contestant, few.votes, few.wins, few.ties, few.both_bad = (
            None, name, votes, 0, 0, 0,
        )  # fmt: skip
        few.rating, few.low, few.high = rating, rating - 200, rating + 200
        few.rank_best = few.rank_worst = None
        few.listed, few.provisional = votes >= 15, True
        few.save()
    return arena


def test_ranked_rows_come_first_then_provisional_then_unlisted(arena: Arena) -> None:
    table = visitor_table(arena.key)
    assert [row.contestant for row in table.rows][-2:] == ["late", "later"]
    ranked = [row for row in table.rows if not row.provisional]
    assert len(ranked) == 6
    assert ranked == sorted(ranked, key=lambda row: -row.rating)
    assert [row.contestant for row in table.listed][-1] == "late"


def test_a_rank_is_a_range_one_number_or_nothing(arena: Arena) -> None:
    for row in visitor_table(arena.key).rows:
        if row.provisional:
            assert (row.rank, row.rank_best, row.rank_worst) == ("", None, None)
        elif row.rank_best == row.rank_worst:
            assert row.rank == str(row.rank_best)
        else:
            assert row.rank == f"{row.rank_best}–{row.rank_worst}"


def test_rates_are_shares_of_the_votes(arena: Arena) -> None:
    rating = RatingSnapshot.objects.latest().ratings.exclude(votes__lt=50)[0]
    row = rating_of(arena.key, rating.contestant)
    assert row is not None
    assert row.win_rate == rating.wins / rating.votes
    assert row.both_bad_rate == rating.both_bad / rating.votes


def test_the_method_box_has_its_figures(arena: Arena) -> None:
    method = visitor_table(arena.key).method
    assert method is not None
    assert (method.valid, method.quarantined, method.invalid) == (300, 0, 0)
    assert method.valid_share == 1
    assert method.both_bad_share == method.outcomes["both_bad"] / 300
    left, right = method.outcomes["left"], method.outcomes["right"]
    assert method.left_share == left / (left + right)
    assert method.left_p == side_p_value(left, right)
    assert method.fitted_at == START + timedelta(days=10)


@pytest.mark.parametrize(
    ("left", "right", "p"), [(50, 50, 1.0), (60, 40, 0.0455), (0, 16, 0.0000633), (0, 0, None)]
)
def test_a_preference_for_one_side_has_a_small_p(left: int, right: int, p: float | None) -> None:
    assert side_p_value(left, right) == (p if p is None else pytest.approx(p, rel=1e-3))


def test_trends_run_from_old_to_new_and_end_at_the_rating(arena: Arena) -> None:
    with time_machine.travel(NOW, tick=False):
        row = next(row for row in visitor_table(arena.key).rows if not row.provisional)
    assert 2 <= len(row.trend) <= 8
    assert row.trend[-1] == row.rating


def test_an_arena_nobody_voted_in_has_an_empty_table(provider: MemoryArenas) -> None:
    arena = arenas.row(provider.info)
    for key in (arena.key, "no such arena"):
        table = visitor_table(key)
        assert (table.rows, table.method) == ((), None)
        assert rating_of(key, "variant-000") is None
        assert ratings_of(key, ("variant-000",)) == {}
        assert head_to_head(key, "variant-000") == []


def test_a_failed_fit_shows_the_one_before(arena: Arena) -> None:
    before = visitor_table(arena.key)
    snapshot = RatingSnapshot.objects.latest()
    snapshot.pk, snapshot.converged = None, False
    snapshot.created_at += timedelta(hours=1)
    snapshot.save()
    assert visitor_table(arena.key).rows == before.rows


def test_head_to_head_is_seen_from_the_contestant(arena: Arena) -> None:
    Tally.objects.filter(a="variant-001", b="variant-002").update(
        a_wins=6, b_wins=2, ties=1, both_bad=1
    )
    mine = {one.opponent: one for one in head_to_head(arena.key, "variant-001")}
    theirs = {one.opponent: one for one in head_to_head(arena.key, "variant-002")}
    here, there = mine["variant-002"], theirs["variant-001"]
    assert (here.wins, here.losses, here.ties, here.both_bad, here.votes) == (6, 2, 1, 1, 10)
    assert (there.wins, there.losses) == (2, 6)
    assert here.observed == 0.7
    assert here.expected is not None
    assert there.expected is not None
    assert here.expected + there.expected == pytest.approx(1)
    assert here.expected > 0.5


def test_the_table_takes_the_same_queries_whatever_its_size() -> None:
    counts = []
    for size in (4, 30):
        field = MemoryArenas.of(size, key=f"arena of {size}")
        arena = simulated(field, votes=20 * size, voters=40, days=3)
        with CaptureQueriesContext(connection) as queries:
            assert len(visitor_table(arena.key).rows) == size
            head_to_head(arena.key, "variant-000")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 7
