"""From ballots to a snapshot."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest

from pelican.rules import RULES
from tests.factories.voting import START, MemoryArenas, cast_vote, snapshot_of
from voting import arenas, ballots, elo
from voting.bradley_terry import CODE_VERSION, NotConvergedError, Votes
from voting.models import Arena, Ballot, PairWeights, Rating, RatingSnapshot
from voting.outcomes import Outcome
from voting.ratings import fit_arena, thin_snapshots

pytestmark = pytest.mark.django_db
OUTCOMES = tuple(Outcome)
LATER = START + timedelta(days=1)


@pytest.fixture
def arena(provider: MemoryArenas) -> Arena:
    """An arena with 60 ballots of every outcome."""
    rng = Random(4)
    for number in range(60):
        cast_vote(
            provider,
            f"voter {number % 12}",
            outcome=rng.choice(OUTCOMES),
            now=START + timedelta(minutes=10 * number),
            rng=rng,
        )
    return arenas.row(provider.info)


def test_a_snapshot_says_what_it_was_made_from(arena: Arena) -> None:
    newest = Ballot.objects.order_by("-id").first()
    assert newest is not None
    ballots.change_state(newest, Ballot.State.QUARANTINED, reason="odd", actor="admin", now=LATER)
    snapshot = fit_arena(arena, LATER)
    assert (snapshot.valid, snapshot.quarantined, snapshot.invalid) == (59, 1, 0)
    assert snapshot.high_water_mark == newest.pk
    assert (snapshot.rules_version, snapshot.code_version) == (RULES.version, CODE_VERSION)
    assert snapshot.converged
    assert snapshot.created_at == LATER
    valid = Ballot.objects.filter(state="valid").values_list("outcome", flat=True)
    assert snapshot.outcomes == {outcome.value: Counter(valid)[outcome] for outcome in Outcome}


def test_every_contestant_with_a_vote_is_rated(arena: Arena) -> None:
    ratings = fit_arena(arena, LATER).ratings.all()
    assert len(ratings) == 6
    assert sum(rating.votes for rating in ratings) == 120
    assert all(rating.listed for rating in ratings)
    assert sum(rating.rating for rating in ratings) / 6 == pytest.approx(1000)


def test_elo_is_the_replay_of_valid_ballots_in_order_of_time(arena: Arena) -> None:
    early = Ballot.objects.order_by("id")[3]
    ballots.change_state(early, Ballot.State.INVALID, reason="odd", actor="admin", now=LATER)
    late = Ballot.objects.order_by("id")[10]
    late.cast_at = START + timedelta(days=30)
    late.save()
    snapshot = fit_arena(arena, LATER)
    rows = Ballot.objects.filter(state="valid").order_by("cast_at", "id")
    players = elo.replay((row.left, row.right, Outcome(row.outcome).left_score) for row in rows)
    stored = dict(snapshot.ratings.values_list("contestant", "elo"))
    assert stored == {name: pytest.approx(player.rating) for name, player in players.items()}


def test_the_same_ballots_give_the_same_snapshot(arena: Arena) -> None:
    assert fit_arena(arena, LATER) == fit_arena(arena, LATER + timedelta(days=1))
    assert RatingSnapshot.objects.count() == 1


def test_invalidating_and_restoring_gives_the_same_digest_and_ratings(arena: Arena) -> None:
    def numbers(snapshot: RatingSnapshot) -> dict[str, float]:
        return dict(snapshot.ratings.values_list("contestant", "rating"))

    first = fit_arena(arena, LATER)
    some = list(Ballot.objects.filter(voter="voter 3"))
    assert some
    for ballot in some:
        ballots.change_state(ballot, Ballot.State.INVALID, reason="odd", actor="a", now=LATER)
    without = fit_arena(arena, LATER + timedelta(minutes=1))
    assert without.digest != first.digest
    assert numbers(without) != numbers(first)
    for ballot in some:
        ballots.change_state(ballot, Ballot.State.VALID, reason="", actor="a", now=LATER)
    again = fit_arena(arena, LATER + timedelta(minutes=2))
    assert again != first
    assert again.digest == first.digest
    assert numbers(again) == pytest.approx(numbers(first), abs=1e-6)


def test_judging_an_entry_of_another_arena_changes_nothing_here(arena: Arena) -> None:
    first = fit_arena(arena, LATER)
    cast_vote(MemoryArenas.of(3, key="another arena"))
    assert fit_arena(arena, LATER) == first


def test_weights_for_the_next_pairs_come_with_the_fit(arena: Arena) -> None:
    snapshot = fit_arena(arena, LATER)
    weights = PairWeights.objects.get(arena=arena)
    assert weights.snapshot == snapshot
    assert len(weights.contestants) == len(weights.votes) == len(weights.ratings) == 6
    assert len(bytes(weights.undecided)) == 4 * 15
    first = weights.token
    ballot = Ballot.objects.order_by("id")[0]
    ballots.change_state(ballot, Ballot.State.INVALID, reason="odd", actor="a", now=LATER)
    fit_arena(arena, LATER)
    assert PairWeights.objects.get(arena=arena).token != first


def test_without_ballots_nobody_is_rated(provider: MemoryArenas) -> None:
    snapshot = fit_arena(arenas.row(provider.info), LATER)
    assert snapshot.converged
    assert "it takes two" in snapshot.note
    assert not Rating.objects.exists()


def test_when_the_last_ballot_goes_the_ratings_go(provider: MemoryArenas) -> None:
    ballot = cast_vote(provider)
    arena = arenas.row(provider.info)
    assert fit_arena(arena, LATER).ratings.count() == 2
    ballots.change_state(ballot, Ballot.State.INVALID, reason="odd", actor="a", now=LATER)
    assert fit_arena(arena, LATER).ratings.count() == 0
    assert not PairWeights.objects.exists()


def test_a_fit_that_does_not_converge_is_noted_and_leaves_the_old_ratings(
    arena: Arena,
    provider: MemoryArenas,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    first = fit_arena(arena, LATER)
    weights = PairWeights.objects.get()

    def diverge(_votes: Votes) -> None:
        raise NotConvergedError("no maximum")

    # Virtual ties exclude this for real ballots, so it cannot be staged.
    monkeypatch.setattr("voting.ratings.fit", diverge)
    cast_vote(provider)
    failed = fit_arena(arena, LATER + timedelta(minutes=1))
    assert not failed.converged
    assert "no maximum" in failed.note
    assert "did not converge" in caplog.text
    assert first.ratings.count() == 6
    assert failed.ratings.count() == 0
    assert PairWeights.objects.get() == weights


def test_old_snapshots_are_thinned_and_the_latest_stays(provider: MemoryArenas) -> None:
    arena = arenas.row(provider.info)
    now = START + timedelta(days=3)
    hours = (70, 69, 50, 23.9, 23.6, 23.1, 2, 0.5, 0.2)
    made = {
        hours_ago: snapshot_of(
            arena,
            now - timedelta(hours=hours_ago),
            digest=str(hours_ago),
            converged=hours_ago != 69,
        )
        for hours_ago in hours
    }
    thin_snapshots(now)
    left = set(RatingSnapshot.objects.values_list("digest", flat=True))
    # One a day (not the 69 h one, which has no ratings), one an hour since noon yesterday.
    assert left == {"70", "50", "23.1", "2", "0.5", "0.2"}
    later = now + timedelta(days=90)
    thin_snapshots(later)
    assert RatingSnapshot.objects.filter(pk=made[0.2].pk).exists()
