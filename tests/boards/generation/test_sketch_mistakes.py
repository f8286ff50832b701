from __future__ import annotations

from itertools import pairwise

import pytest

from boards.generation.sketch.chance import spread
from boards.generation.sketch.mistakes import Mistake, make_hand
from boards.generation.sketch.reply import Slip, slip_of

SKILLS = (0.0, 0.15, 0.45, 0.75, 0.9, 1.0)


@pytest.mark.parametrize("seed", range(40))
def test_a_better_hand_makes_a_subset_of_the_mistakes(seed):
    made = [make_hand(skill, seed=seed, stream="a task").mistakes for skill in SKILLS]
    for worse, better in pairwise(made):
        assert better <= worse


def test_full_skill_makes_no_mistake_and_has_a_steady_hand():
    hands = [make_hand(1.0, seed=seed, stream="a task") for seed in range(50)]
    assert {hand.mistakes for hand in hands} == {frozenset()}
    assert {hand.wobble for hand in hands} == {0.0}


def test_no_skill_makes_every_mistake_sooner_or_later():
    made = set().union(
        *(make_hand(0.0, seed=seed, stream="a task").mistakes for seed in range(200))
    )
    assert made == set(Mistake)


def test_the_hand_grows_steadier_with_skill():
    wobbles = [make_hand(skill, seed=1, stream="a task").wobble for skill in SKILLS]
    assert wobbles == sorted(wobbles, reverse=True)


@pytest.mark.parametrize("seed", range(60))
def test_a_better_hand_never_spoils_a_reply_that_a_worse_one_did_not(seed):
    spoilt = [slip_of(skill, seed=seed, stream="a task") is not None for skill in SKILLS]
    assert spoilt == sorted(spoilt, reverse=True)


def test_full_skill_spoils_nothing():
    assert {slip_of(1.0, seed=seed, stream="a task") for seed in range(200)} == {None}


def test_no_skill_spoils_replies_in_every_way():
    slips = {slip_of(0.0, seed=seed, stream="a task") for seed in range(300)}
    assert slips == {None, *Slip}


@pytest.mark.parametrize("stream", ["pelican_bicycle ink", "octopus_scooter night", "x"])
def test_any_ten_successive_seeds_hold_their_share_of_spoilt_replies(stream):
    shares = []
    for first in range(0, 400, 7):
        slips = [slip_of(0.15, seed=seed, stream=stream) for seed in range(first, first + 10)]
        shares.append(sum(slip is not None for slip in slips))
    assert min(shares) >= 2
    assert max(shares) <= 5


@pytest.mark.parametrize("axis", range(16))
def test_any_ten_successive_seeds_leave_no_large_gap(axis):
    for first in (0, 13, 400, 10_000):
        drawn = sorted(spread("x", seed=seed, axis=axis) for seed in range(first, first + 10))
        gaps = [after - before for before, after in pairwise([*drawn, drawn[0] + 1])]
        assert max(gaps) < 0.36


def test_streams_begin_in_different_places():
    assert len({spread(f"{n}", seed=1, axis=0) for n in range(50)}) == 50
