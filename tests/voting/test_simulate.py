"""Votes that nobody cast, and that say so."""

from collections import Counter
from datetime import timedelta

import pytest

from tests.factories.voting import START, MemoryArenas, cast_vote
from voting import arenas
from voting.models import Arena, Ballot, Pair, Rating, RatingSnapshot, Tally
from voting.outcomes import Outcome
from voting.simulate import NotADemoError, remove_simulated, simulate_ballots, simulate_votes
from voting.tallies import recount

STRENGTHS = {"a": 1200.0, "b": 1100.0, "c": 1000.0, "d": 800.0}


def made(votes: int = 400, voters: int = 80, seed: int = 1) -> list[tuple[str, ...]]:
    return [
        (vote.left, vote.right, vote.outcome, vote.voter)
        for vote in simulate_votes(
            STRENGTHS, votes=votes, voters=voters, seed=seed, start=START, days=5
        )
    ]


def test_a_seed_gives_the_same_votes_again() -> None:
    assert made() == made()
    assert made() != made(seed=2)


def test_the_strong_win_more_often() -> None:
    wins: Counter[str] = Counter()
    for left, right, outcome, _voter in made():
        if outcome in (Outcome.LEFT, Outcome.RIGHT):
            wins[left if outcome == Outcome.LEFT else right] += 1
    assert [name for name, _count in wins.most_common()] == ["a", "b", "c", "d"]


def test_every_outcome_occurs() -> None:
    assert {outcome for _left, _right, outcome, _voter in made()} == set(Outcome)


def test_nobody_judges_two_contestants_twice() -> None:
    asked = [(voter, frozenset((left, right))) for left, right, _outcome, voter in made()]
    assert len(set(asked)) == len(asked)


def test_votes_lie_in_the_days_asked_for_in_order() -> None:
    times = [
        vote.cast_at
        for vote in simulate_votes(STRENGTHS, votes=50, voters=20, seed=1, start=START, days=5)
    ]
    assert times == sorted(times)
    assert times[0] >= START
    assert times[-1] < START + timedelta(days=5)


def test_more_votes_than_can_be_are_an_error() -> None:
    with pytest.raises(ValueError, match="10 voters cannot cast 61 votes on 6 pairs"):
        made(votes=61, voters=10)
    assert len(made(votes=60, voters=10)) == 60


@pytest.mark.django_db
def test_ballots_tallies_and_a_history_of_ratings_are_stored(provider: MemoryArenas) -> None:
    provider.demo = True
    arena = arenas.row(provider.info)
    strengths = dict.fromkeys(provider.entries, 1000.0)
    simulate_ballots(
        arena, strengths, provider.entries, votes=120, voters=30, seed=1, start=START, days=4
    )
    assert Ballot.objects.count() == Pair.objects.filter(state="voted").count() == 120
    assert all(key.startswith("demo-") for key in Ballot.objects.values_list("voter", flat=True))
    assert sum(tally.total for tally in Tally.objects.all()) == recount(arena.pk).total() == 120
    assert RatingSnapshot.objects.filter(arena=arena).count() == 4
    for ballot in Ballot.objects.all():
        assert ballot.left_entry in provider.entries[ballot.left]


@pytest.mark.django_db
def test_real_arenas_take_no_simulated_votes(provider: MemoryArenas) -> None:
    with pytest.raises(NotADemoError):
        simulate_ballots(
            arenas.row(provider.info), {}, {}, votes=1, voters=1, seed=1, start=START, days=1
        )


@pytest.mark.django_db
def test_removing_the_demo_leaves_real_votes(provider: MemoryArenas) -> None:
    demo = MemoryArenas.of(4, key="demo arena")
    demo.demo = True
    simulate_ballots(
        arenas.row(demo.info), dict.fromkeys(demo.entries, 1000.0), demo.entries,
        votes=40, voters=20, seed=1, start=START, days=2,
    )  # fmt: skip
    cast_vote(demo)
    real = cast_vote(provider)
    assert remove_simulated() == 1
    assert list(Ballot.objects.all()) == [real]
    assert list(Arena.objects.all()) == [real.arena]
    assert Tally.objects.count() == 1
    assert not Rating.objects.exists()
