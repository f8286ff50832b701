"""Who meets whom, as a table of probabilities."""

import math
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest

from pelican.rules import RULES
from voting.matchmaking import (
    Draws,
    NothingLeftError,
    Standings,
    build,
    two,
    undecided_near_the_top,
)

NAMES = tuple("abcdef")
UNIFORM_ONLY = replace(
    RULES.voting, pair_mix={"uniform": 1.0, "few_votes": 0.0, "undecided_top": 0.0}
)


def settled(votes: int = 100, ratings: tuple[float, ...] = (1000.0,) * 6) -> Standings:
    return Standings(NAMES, (votes,) * 6, ratings, ())


def shares(draws: Draws) -> dict[tuple[str, str], float]:
    return {pair: draws.probability(pair) for pair in combinations(NAMES, 2)}


def test_two_contestants_are_the_same_two_in_either_order() -> None:
    assert two("b", "a") == two("a", "b") == ("a", "b")


def test_without_ratings_every_pair_is_as_likely() -> None:
    found = shares(build(NAMES, Standings()))
    assert list(found.values()) == pytest.approx([1 / 15] * 15)


def test_the_probabilities_add_up_to_one() -> None:
    last = Standings(NAMES, (3, 500, 20, 80, 14, 60), (1300, 900, 1000, 1100, 700, 950), ())
    assert math.fsum(shares(build(NAMES, last)).values()) == pytest.approx(1)


def test_few_votes_come_first() -> None:
    draws = build(NAMES, Standings(NAMES, (20, 900, 900, 900, 900, 900), (1000,) * 6, ()))
    assert draws.probability(("a", "b")) > 2 * draws.probability(("b", "c"))


def test_a_hopeless_game_is_rarer_than_an_even_one() -> None:
    draws = build(NAMES, settled(ratings=(1800, 1790, 1000, 1000, 1000, 1000)))
    assert draws.probability(("a", "b")) > draws.probability(("a", "c"))


def test_no_pair_falls_below_its_share_of_the_uniform_part() -> None:
    last = Standings(NAMES, (900,) * 6, (2000, 1000, 1000, 900, 900, 900), (0.0,) * 14 + (1.0,))
    floor = RULES.voting.pair_mix["uniform"] / 15
    assert min(shares(build(NAMES, last)).values()) >= floor * (1 - 1e-9)


def test_stored_weights_belong_to_their_pair_whoever_has_left_or_come() -> None:
    weights = [0.0] * 15
    weights[list(combinations(range(6), 2)).index((1, 4))] = 1.0
    last = Standings(NAMES, (100,) * 6, (1000,) * 6, weights)
    draws = build(["a", "b", "e", "f", "newcomer"], last)
    assert draws.probability(("b", "e")) == max(
        draws.probability(pair) for pair in combinations(["a", "b", "e", "f"], 2)
    )


def test_newcomers_are_in_at_most_half_of_the_pairs() -> None:
    last = Standings(NAMES, (0, 1, 2, 900, 900, 900), (1000,) * 6, ())
    draws = build(NAMES, last)
    new = math.fsum(
        share for pair, share in shares(draws).items() if not set(pair).isdisjoint("abc")
    )
    assert new == pytest.approx(RULES.voting.newcomer_share)


def test_where_all_are_newcomers_nobody_is_held_back() -> None:
    draws = build(NAMES, settled(votes=3))
    assert math.fsum(shares(draws).values()) == pytest.approx(1)


def test_draws_come_as_often_as_they_say() -> None:
    last = Standings(NAMES, (30, 60, 90, 120, 300, 900), (1200, 1100, 1000, 1000, 900, 800), ())
    draws, rng, total = build(NAMES, last), Random(7), 20_000
    counts = Counter(draws.draw(rng, (), ()).contestants for _ in range(total))
    for pair, share in shares(draws).items():
        sigma = math.sqrt(share * (1 - share) / total)
        assert counts[pair] / total == pytest.approx(share, abs=4.5 * sigma)


def test_what_was_seen_never_comes_back_and_the_probability_says_so() -> None:
    draws, rng = build(NAMES, Standings(), UNIFORM_ONLY), Random(1)
    seen = {pair for pair in combinations(NAMES, 2) if "a" in pair}
    for _ in range(100):
        drawn = draws.draw(rng, seen, ())
        assert drawn.contestants not in seen
        assert drawn.probability == pytest.approx(1 / 10)


def test_the_last_pair_that_is_left_is_certain() -> None:
    draws = build(NAMES, settled())
    seen = set(combinations(NAMES, 2)) - {("c", "d")}
    drawn = draws.draw(Random(1), seen, ())
    assert drawn.contestants == ("c", "d")
    assert drawn.probability == pytest.approx(1)


def test_nobody_plays_twice_in_a_row() -> None:
    draws, rng = build(NAMES, settled()), Random(1)
    for _ in range(100):
        assert set(draws.draw(rng, (), ("a", "b")).contestants).isdisjoint("ab")


def test_somebody_plays_twice_in_a_row_where_nobody_else_is_left() -> None:
    draws = build(["a", "b", "c"], Standings())
    drawn = draws.draw(Random(1), {("a", "b")}, ("a", "b"))
    assert "c" in drawn.contestants


def test_having_seen_everything_is_said() -> None:
    draws = build(NAMES, settled())
    with pytest.raises(NothingLeftError):
        draws.draw(Random(1), set(combinations(NAMES, 2)), ())


def test_pairs_of_contestants_that_have_left_do_not_count_as_seen() -> None:
    draws = build(["a", "b"], Standings())
    assert draws.draw(Random(1), {("a", "x"), ("x", "y")}, ("x", "y")).contestants == ("a", "b")


def test_undecided_near_the_top_prefers_close_and_strong() -> None:
    found = np.array([2.0, 1.9, 1.0, 0.9, -1.0, -2.0])
    weights = undecided_near_the_top(found, np.eye(6) * 0.05, 2)
    by_pair = dict(zip(combinations(range(6), 2), weights.tolist(), strict=True))
    assert weights.dtype == np.dtype("<f4")
    assert max(by_pair, key=by_pair.__getitem__) == (0, 1)
    assert by_pair[0, 1] > 5 * by_pair[2, 3]  # as close, but not at the top
    assert by_pair[0, 1] > 5 * by_pair[0, 5]  # at the top, but settled
    assert all(weight > 0 for weight in by_pair.values())


def test_undecided_weights_exist_for_fewer_contestants_than_places() -> None:
    weights = undecided_near_the_top(np.array([0.5, -0.5]), np.eye(2), 5)
    assert weights.shape == (1,)
    assert weights[0] > 0
