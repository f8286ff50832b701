"""What the tests of sessions, the influence and the influx see, and what they leave alone."""

import math
from random import Random

import numpy as np
import pytest

from pelican.rules import RULES
from voting.bradley_terry import Fit, Votes, fit
from voting.integrity import (
    NO_GROUP,
    Influx,
    SessionTests,
    favourite_bound,
    influences,
    influx,
    session_tests,
)

Row = tuple[str, str, str, str]
SIZE = 20
TARGET = "v10"


def vote(rng: Random, voter: str, target: str = "", ties: float = 0.15) -> Row:
    """An honest vote; with a ``target``, one that always prefers it."""
    left, right = rng.sample(range(SIZE), 2)
    names = f"v{left:02}", f"v{right:02}"
    if target in names:
        return *names, "left" if names[0] == target else "right", voter
    if rng.random() < ties:
        return *names, "tie", voter
    chance = 1 / (1 + math.exp((left - right) * 0.1))
    return *names, "left" if rng.random() < chance else "right", voter


def crowd(votes: int = 3000, per_voter: int = 25, seed: int = 3) -> list[Row]:
    """Many honest sessions."""
    rng = Random(seed)
    return [vote(rng, f"honest {number // per_voter}") for number in range(votes)]


def result_of(rows: list[Row], voter: str) -> SessionTests:
    """The tests of one voter among all the rows."""
    votes = Votes.from_rows(rows)
    number = list(dict.fromkeys(row[3] for row in rows)).index(voter)
    return session_tests(votes, fit(votes))[number]


def inverted(row: Row) -> Row:
    return (*row[:2], {"left": "right", "right": "left"}.get(row[2], row[2]), row[3])


def test_an_honest_crowd_is_not_flagged() -> None:
    votes = Votes.from_rows(crowd())
    found = session_tests(votes, fit(votes))
    assert len(found) == 120
    assert not [one for one in found.values() if one.flags]


def test_who_votes_against_everybody_is_flagged_and_tested_against_a_fit_without_them() -> None:
    rng = Random(5)
    rows = crowd() + [inverted(vote(rng, "contrary")) for _ in range(400)]
    found = result_of(rows, "contrary")
    assert "consensus" in found.flags
    assert found.votes == 400


def test_a_booster_is_flagged_with_the_favourite() -> None:
    rng = Random(6)
    boosts = [row for row in (vote(rng, "fan", TARGET) for _ in range(1200)) if TARGET in row][:60]
    found = result_of(crowd() + boosts, "fan")
    assert "favourite" in found.flags
    assert found.favoured == TARGET
    assert found.favourite is not None
    assert found.favourite > favourite_bound(SIZE)


def test_a_saboteur_is_flagged_with_a_negative_favourite() -> None:
    rng = Random(6)
    boosts = [row for row in (vote(rng, "foe", TARGET) for _ in range(1200)) if TARGET in row][:60]
    found = result_of(crowd() + [inverted(row) for row in boosts], "foe")
    assert "favourite" in found.flags
    assert found.favoured == TARGET
    assert found.favourite is not None
    assert found.favourite < 0


@pytest.mark.parametrize(("outcome", "sign"), [("left", 1), ("right", -1)])
def test_who_always_takes_one_side_is_flagged(outcome: str, sign: int) -> None:
    rng = Random(7)
    locked = [(*vote(rng, "locked")[:2], outcome, "locked") for _ in range(30)]
    found = result_of(crowd() + locked, "locked")
    assert "side" in found.flags
    assert found.side == pytest.approx(sign * math.sqrt(30))


def test_a_session_below_the_least_number_of_votes_is_not_tested() -> None:
    few = RULES.voting.flag_votes_min - 1
    rows = crowd() + [("v01", "v02", "left", "new")] * few
    votes = Votes.from_rows(rows)
    assert 120 not in session_tests(votes, fit(votes))


def test_nothing_but_ties_says_nothing_of_sides() -> None:
    rows = crowd() + [(f"v{n:02}", "v19", "tie", "shrug") for n in range(16)]
    assert result_of(rows, "shrug").side is None


def test_nothing_but_ties_at_all_gives_no_value() -> None:
    votes = Votes.from_rows([("a", "b", "tie", "one")] * 20)
    found = session_tests(votes, fit(votes))[0]
    assert (found.consensus, found.side, found.flags) == (None, None, ())


def test_the_bound_of_the_favourite_grows_with_the_field() -> None:
    assert favourite_bound(30) == RULES.voting.flag_z
    assert favourite_bound(100_000) > RULES.voting.flag_z


def without(rows: list[Row], voter: str) -> Fit:
    return fit(Votes.from_rows(row for row in rows if row[3] != voter))


@pytest.mark.parametrize(("count", "near"), [(25, 3.0), (400, 0.01)])
def test_influence_is_what_a_refit_without_the_session_gives(count: int, near: float) -> None:
    rng = Random(8)
    boosts = [row for row in (vote(rng, "fan", TARGET) for _ in range(8000)) if TARGET in row]
    rows = crowd() + boosts[:count]
    votes = Votes.from_rows(rows)
    found = fit(votes)
    largest = influences(votes, votes.voter, found)[0]
    assert largest.group == 120
    assert largest.votes == count
    assert largest.moved == TARGET
    after = {one.contestant: one.rating for one in without(rows, "fan").standings}
    before = {one.contestant: one.rating for one in found.standings}
    assert largest.points == pytest.approx(before[TARGET] - after[TARGET], abs=near)


def test_large_influence_is_alarming_and_small_is_not() -> None:
    rng = Random(8)
    boosts = [row for row in (vote(rng, "fan", TARGET) for _ in range(8000)) if TARGET in row][:150]
    votes = Votes.from_rows(crowd() + boosts)
    found = influences(votes, votes.voter, fit(votes))
    assert found[0].alarming
    assert not any(one.alarming for one in found[1:])
    assert [abs(one.points) for one in found] == sorted(
        (abs(one.points) for one in found), reverse=True
    )


def test_ballots_of_no_group_influence_nothing() -> None:
    votes = Votes.from_rows(crowd(500))
    groups = np.full(500, NO_GROUP)
    assert influences(votes, groups, fit(votes)) == []
    groups[:40] = 1
    assert [one.group for one in influences(votes, groups, fit(votes))] == [1]


def day_of(found: list[Influx], contestant: str) -> Influx:
    return next(one for one in found if one.contestant == contestant)


def test_a_day_of_gifts_is_seen_against_the_ratings_of_the_day_before() -> None:
    rng = Random(9)
    yesterday = crowd()
    gifts = [row for row in (vote(rng, "fan", TARGET) for _ in range(1200)) if TARGET in row][:60]
    today = [*crowd(300, seed=4), *gifts]
    votes = Votes.from_rows(yesterday + today)
    before = {one.contestant: one.rating for one in fit(Votes.from_rows(yesterday)).standings}
    days = np.array([0] * len(yesterday) + [1] * len(today))
    found = influx(votes, days, {1: before})
    gifted = day_of(found, TARGET)
    assert gifted.alarming
    assert gifted.z is not None
    assert gifted.z > RULES.voting.flag_z
    assert gifted.top_share == pytest.approx(60 / gifted.votes)
    assert sum(one.votes for one in found) == 2 * len(today)
    assert {one.day for one in found} == {1}


def test_a_newcomer_has_no_expected_results() -> None:
    votes = Votes.from_rows([("new", "v1", "left", f"voter {n}") for n in range(5)])
    found = influx(votes, np.zeros(5, dtype=np.int64), {0: {"v1": 1000.0}})
    assert [(one.z, one.votes, one.alarming) for one in found] == [(None, 5, False)] * 2


def test_one_session_with_most_votes_of_a_day_is_alarming() -> None:
    rows = [("a", "b", "tie", "one")] * 6 + [("a", "b", "tie", f"other {n}") for n in range(12)]
    found = influx(Votes.from_rows(rows), np.zeros(18, dtype=np.int64), {0: {}})
    assert [one.alarming for one in found] == [True, True]
    assert found[0].top_share == pytest.approx(1 / 3)
