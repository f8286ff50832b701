"""What must hold of the rating, whatever the ballots."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from pelican.rules import RULES
from voting.bradley_terry import (
    Fit,
    NotConvergedError,
    Standing,
    TooFewContestantsError,
    Votes,
    fit,
    islands,
    strengths,
    win_matrix,
)
from voting.outcomes import UnknownOutcomeError

Row = tuple[str, str, str, str]
POINTS = 400 / math.log(10)


def rate(rows: Sequence[Row]) -> dict[str, Standing]:
    return {standing.contestant: standing for standing in fit(Votes.from_rows(rows)).standings}


def half_width(standing: Standing) -> float:
    return (standing.high - standing.low) / 2


def field_of(size: int, votes: int, seed: int = 1) -> list[Row]:
    """A fair field: strengths fall evenly, everybody has about the same number of votes."""
    rng = np.random.default_rng(seed)
    rows: list[Row] = []
    for number in range(votes):
        a, b = rng.choice(size, 2, replace=False)
        chance = 1 / (1 + math.exp((a - b) * 0.1))
        outcome = rng.choice(
            ["tie", "both_bad", "left", "right"],
            p=[0.1, 0.05, 0.85 * chance, 0.85 * (1 - chance)],
        )
        rows.append((f"v{a:02}", f"v{b:02}", str(outcome), f"voter {number // 5}"))
    return rows


def beside(newcomer: str, count: int = 15) -> dict[str, Standing]:
    """19 contestants with about 50 votes each, and one with 15 games of one outcome."""
    rows = field_of(19, 475)
    rows += [("new", f"v{n:02}", newcomer, f"fan {n}") for n in range(count)]
    return rate(rows)


def test_two_contestants_without_virtual_ties_differ_by_the_odds() -> None:
    wins = np.array([[0, 4.5], [3.5, 0]])
    found = strengths(wins, virtual_ties=0, max_iterations=1000)
    assert (found[0] - found[1]) * POINTS == pytest.approx(43.66, abs=0.005)


def test_a_tie_and_both_bad_give_half_a_game_to_each() -> None:
    rows = [("a", "b", outcome, "v") for outcome in ("left", "left", "right", "tie", "both_bad")]
    assert win_matrix(Votes.from_rows(rows)).tolist() == [[0, 3], [2, 0]]


def test_symmetric_ballots_rate_everybody_at_the_centre() -> None:
    rows = [
        (left, right, outcome, f"{left}{right}")
        for left in "abcd"
        for right in "abcd"
        if left != right
        for outcome in ("left", "right", "tie")
    ]
    for standing in rate(rows).values():
        assert standing.rating == pytest.approx(1000, abs=1e-6)


def test_an_undefeated_newcomer_is_finite_and_very_uncertain() -> None:
    new = beside("left")["new"]
    assert 1200 < new.rating < 2000
    assert half_width(new) > 300
    assert new.listed
    assert new.provisional
    assert new.rank_best is new.rank_worst is None


def test_a_winless_newcomer_mirrors_it() -> None:
    new = beside("right")["new"]
    assert 0 < new.rating < 800
    assert half_width(new) > 300


def test_a_newcomer_of_ties_alone_is_average_and_uncertain() -> None:
    new = beside("tie")["new"]
    assert new.rating == pytest.approx(1000, abs=60)
    assert half_width(new) > 100


def test_islands_are_found_and_the_way_across_is_uncertain() -> None:
    rows: list[Row] = []
    for island in ("east", "west"):
        for n in range(60):
            rows += [(f"{island} {n % 2}", f"{island} 2", ("left", "right")[n % 3 > 1], f"v{n}")]
    found = fit(Votes.from_rows(rows))
    assert found.islands == (("east 0", "east 1", "east 2"), ("west 0", "west 1", "west 2"))
    variance = found.covariance
    within = variance[0, 0] + variance[1, 1] - 2 * variance[0, 1]
    across = variance[0, 0] + variance[3, 3] - 2 * variance[0, 3]
    assert across > 4 * within


def test_a_connected_field_is_one_island() -> None:
    assert len(fit(Votes.from_rows(field_of(8, 200))).islands) == 1
    assert islands(("a", "b", "c"), np.zeros((3, 3))) == (("a",), ("b",), ("c",))


def values(found: Fit) -> list[float]:
    return [
        value
        for standing in found.standings
        for value in (
            standing.rating,
            standing.low,
            standing.high,
            standing.rank_best or 0,
            standing.rank_worst or 0,
        )
    ]


def test_the_order_of_ballots_does_not_matter() -> None:
    rows = field_of(12, 700)
    shuffled = [rows[index] for index in np.random.default_rng(5).permutation(len(rows))]
    expected = values(fit(Votes.from_rows(rows)))
    assert values(fit(Votes.from_rows(shuffled))) == pytest.approx(expected, abs=1e-9)


def test_the_sides_do_not_matter() -> None:
    rows = field_of(12, 700)
    mirror = {"left": "right", "right": "left", "tie": "tie", "both_bad": "both_bad"}
    swapped = [(right, left, mirror[outcome], voter) for left, right, outcome, voter in rows]
    expected = values(fit(Votes.from_rows(rows)))
    assert values(fit(Votes.from_rows(swapped))) == pytest.approx(expected, abs=1e-9)


def test_listed_contestants_average_the_centre_whoever_else_has_votes() -> None:
    rows = field_of(10, 600)
    rows += [("stranger", "v00", "right", f"s{n}") for n in range(14)]
    found = rate(rows)
    assert not found["stranger"].listed
    listed = [standing.rating for standing in found.values() if standing.listed]
    assert sum(listed) / len(listed) == pytest.approx(1000, abs=1e-9)


@pytest.mark.parametrize(
    ("votes", "listed", "provisional"),
    [(14, False, True), (15, True, True), (49, True, True), (50, True, False)],
)
def test_listed_from_15_votes_ranked_from_50(votes: int, listed: bool, provisional: bool) -> None:
    rows = [("new", "old", ("left", "right")[n % 2], f"v{n}") for n in range(votes)]
    new = rate(rows)["new"]
    assert (new.listed, new.provisional, new.votes) == (listed, provisional, votes)
    assert (new.rank_best is None) is provisional


def test_provisional_contestants_push_nobody_down() -> None:
    rows = field_of(3, 300)
    alone = rate(rows)
    rows += [("new", f"v{n % 3:02}", "left", f"fan {n}") for n in range(40)]
    beside_new = rate(rows)
    assert beside_new["new"].low > max(beside_new[name].rating for name in alone)
    for name, standing in alone.items():
        same = beside_new[name]
        assert (same.rank_best, same.rank_worst) == (standing.rank_best, standing.rank_worst)


def test_rank_ranges_hold_every_place_once_over() -> None:
    ranked = [one for one in rate(field_of(8, 2000)).values() if one.rank_best]
    assert len(ranked) == 8
    for one in ranked:
        assert one.rank_best is not None
        assert one.rank_worst is not None
        assert 1 <= one.rank_best <= one.rank_worst <= 8
    best = max(ranked, key=lambda one: one.rating)
    assert best.rank_best == 1


def test_repeated_votes_of_one_voter_widen_the_interval() -> None:
    rows = field_of(6, 600)
    by_one = [
        (left, right, outcome, f"voter {n // 100}")
        for n, (left, right, outcome, _v) in enumerate(sorted(rows))
    ]
    many = rate([(*row[:3], f"voter {n}") for n, row in enumerate(sorted(rows))])
    few = rate(by_one)
    assert sum(map(half_width, few.values())) > 1.1 * sum(map(half_width, many.values()))


def test_counts_are_of_games_and_outcomes() -> None:
    a = rate(
        [
            ("a", "b", "left", "v1"),
            ("b", "a", "right", "v2"),
            ("b", "a", "left", "v3"),
            ("a", "b", "tie", "v4"),
            ("b", "a", "both_bad", "v5"),
        ]
    )["a"]
    assert (a.votes, a.wins, a.ties, a.both_bad) == (5, 2, 1, 1)


def test_one_voter_alone_can_be_fitted() -> None:
    assert rate([("a", "b", "left", "me")])["a"].rating > 1000


@pytest.mark.parametrize("rows", [[], [("a", "a", "tie", "v")]])
def test_fewer_than_two_contestants_are_no_field(rows: list[Row]) -> None:
    with pytest.raises(TooFewContestantsError):
        fit(Votes.from_rows(rows))


def test_an_unknown_outcome_is_an_error() -> None:
    with pytest.raises(UnknownOutcomeError, match="draw"):
        Votes.from_rows([("a", "b", "draw", "v")])


@pytest.mark.parametrize(
    "wins",
    [
        pytest.param([[0, 5], [0, 0]], id="undefeated"),
        pytest.param([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]], id="islands"),
    ],
)
def test_without_virtual_ties_what_has_no_answer_is_reported(wins: list[list[int]]) -> None:
    with pytest.raises(NotConvergedError):
        strengths(np.array(wins, dtype=float), virtual_ties=0, max_iterations=100)


def test_too_few_iterations_are_reported() -> None:
    rules = replace(RULES.voting, max_iterations=1)
    with pytest.raises(NotConvergedError):
        fit(Votes.from_rows(field_of(6, 60)), rules)


def coverage(sets: int) -> float:
    """Share of intervals that hold the truth: 20 contestants, 1,000 votes, a fifth of them ties.

    With ties the truth is what the model says of the exact shares of all games.
    """
    rng = np.random.default_rng(20261101)
    size, votes, ties, hits = 20, 1000, 0.2, 0
    names = tuple(f"v{n:02}" for n in range(size))
    for _ in range(sets):
        latent = rng.normal(0, 0.6, size)
        chance = 1 / (1 + np.exp(latent[None, :] - latent[:, None]))
        expected = (1 - ties) * chance + ties / 2
        np.fill_diagonal(expected, 0)
        truth = strengths(expected, virtual_ties=0, max_iterations=1000)
        left = rng.integers(0, size, votes)
        right = (left + rng.integers(1, size, votes)) % size
        wins = rng.random(votes) < chance[left, right]
        outcome = np.where(rng.random(votes) < ties, 2, np.where(wins, 0, 1))
        found = fit(Votes(names, left, right, outcome, np.arange(votes) // 4))
        for one, true in zip(found.standings, truth, strict=True):
            hits += one.low <= 1000 + POINTS * true <= one.high
    return hits / (sets * size)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    assert 0.93 <= coverage(200) <= 0.97
