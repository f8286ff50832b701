"""Casting a vote, taking it back, changing what counts."""

from datetime import timedelta

import pytest

from pelican.rules import RULES
from tests.factories.voting import START, MemoryArenas, cast_vote, show_pair
from voting import arenas, ballots
from voting.models import Arena, Ballot, BallotEvent, Pair, Tally
from voting.outcomes import Outcome
from voting.reasons import Reason
from voting.voters import new_key

pytestmark = pytest.mark.django_db
LATER = START + timedelta(seconds=10)


def tally() -> tuple[int, int, int, int]:
    found = Tally.objects.get()
    return found.a_wins, found.b_wins, found.ties, found.both_bad


def test_a_vote_is_stored_with_all_it_was_about(provider: MemoryArenas) -> None:
    pair = show_pair(provider, "me")
    ballot = ballots.cast(pair.nonce, "me", Outcome.RIGHT, "192.0.2.1", LATER)
    stored = Ballot.objects.get()
    assert stored == ballot
    assert (stored.left, stored.right) == (pair.left_contestant, pair.right_contestant)
    assert (stored.left_entry, stored.right_entry) == (pair.left_entry, pair.right_entry)
    assert (stored.outcome, stored.state, stored.reason) == ("right", "valid", "")
    assert stored.cast_at == LATER
    assert stored.rules_version == RULES.version
    assert "192.0.2.1" not in str(vars(stored))
    pair.refresh_from_db()
    assert pair.state == Pair.State.VOTED


@pytest.mark.parametrize("outcome", Outcome)
def test_a_vote_is_counted_for_the_contestant_whatever_its_side(
    provider: MemoryArenas, outcome: Outcome
) -> None:
    ballot = cast_vote(provider, outcome=outcome)
    left_is_a = ballot.left < ballot.right
    assert (
        tally()
        == {
            Outcome.LEFT: (1, 0, 0, 0) if left_is_a else (0, 1, 0, 0),
            Outcome.RIGHT: (0, 1, 0, 0) if left_is_a else (1, 0, 0, 0),
            Outcome.TIE: (0, 0, 1, 0),
            Outcome.BOTH_BAD: (0, 0, 0, 1),
        }[outcome]
    )


def test_a_vote_marks_its_arena_for_a_refit(provider: MemoryArenas) -> None:
    cast_vote(provider)
    assert Arena.objects.get().dirty_at == START


def refused(nonce: str, voter: str | None, seconds: float = 10) -> type[Exception]:
    before = Ballot.objects.count(), Tally.objects.count()
    with pytest.raises(ballots.RefusedVoteError) as caught:
        ballots.cast(nonce, voter, Outcome.LEFT, "192.0.2.1", START + timedelta(seconds=seconds))
    assert (Ballot.objects.count(), Tally.objects.count()) == before
    return caught.type


def test_a_pair_never_issued(provider: MemoryArenas) -> None:
    assert refused("x" * 22, "me") is ballots.ForgedPairError
    assert refused("", "me") is ballots.ForgedPairError


@pytest.mark.parametrize("voter", ["you", None, ""])
def test_a_pair_of_somebody_else(provider: MemoryArenas, voter: str | None) -> None:
    assert refused(show_pair(provider, "me").nonce, voter) is ballots.ForeignPairError


def test_a_pair_that_was_open_for_too_long(provider: MemoryArenas) -> None:
    nonce = show_pair(provider, "me").nonce
    assert refused(nonce, "me", RULES.voting.pair_minutes * 60 + 1) is ballots.ExpiredPairError


def test_a_pair_answered_before(provider: MemoryArenas) -> None:
    nonce = cast_vote(provider, "me").pair.nonce
    assert refused(nonce, "me") is ballots.UsedPairError


def test_a_pair_skipped_before(provider: MemoryArenas) -> None:
    nonce = show_pair(provider, "me").nonce
    ballots.skip(nonce, "me", START)
    assert refused(nonce, "me") is ballots.UsedPairError
    assert not Ballot.objects.exists()


def test_a_pair_whose_entries_were_judged_on_another(provider: MemoryArenas) -> None:
    pair = cast_vote(provider, "me").pair
    pair.pk, pair.nonce, pair.state = None, new_key(), Pair.State.OPEN
    pair.save(force_insert=True)
    assert refused(pair.nonce, "me") is ballots.UsedPairError


def test_the_last_vote_can_be_taken_back_and_its_pair_stays_used(provider: MemoryArenas) -> None:
    ballot = cast_vote(provider, "me")
    undone = ballots.undo(ballot.pair.nonce, "me", START + timedelta(seconds=9))
    assert undone == ballot
    ballot.refresh_from_db()
    assert (ballot.state, ballot.reason) == ("invalid", Reason.UNDONE)
    assert tally() == (0, 0, 0, 0)
    assert refused(ballot.pair.nonce, "me") is ballots.UsedPairError
    event = BallotEvent.objects.get()
    assert (event.was, event.state, event.actor) == ("valid", "invalid", "voter")


@pytest.mark.parametrize(
    ("voter", "seconds"), [("me", 10), ("me", 3600), ("you", 1), (None, 1), ("", 1)]
)
def test_a_vote_stays_after_a_few_seconds_and_for_strangers(
    provider: MemoryArenas, voter: str | None, seconds: int
) -> None:
    ballot = cast_vote(provider, "me")
    with pytest.raises(ballots.UndoRefusedError):
        ballots.undo(ballot.pair.nonce, voter, START + timedelta(seconds=seconds))
    ballot.refresh_from_db()
    assert ballot.state == "valid"


def test_a_vote_stays_once_another_was_cast(provider: MemoryArenas) -> None:
    first = cast_vote(provider, "me")
    cast_vote(provider, "me", now=START + timedelta(seconds=5))
    with pytest.raises(ballots.UndoRefusedError):
        ballots.undo(first.pair.nonce, "me", START + timedelta(seconds=6))


def test_a_vote_is_taken_back_once(provider: MemoryArenas) -> None:
    ballot = cast_vote(provider, "me")
    ballots.undo(ballot.pair.nonce, "me", START)
    with pytest.raises(ballots.UndoRefusedError):
        ballots.undo(ballot.pair.nonce, "me", START)


def test_undoing_has_a_daily_limit(provider: MemoryArenas) -> None:
    provider.entries = MemoryArenas.of(10).entries
    now = START
    for _ in range(RULES.voting.undo_per_day):
        now += timedelta(minutes=10)
        ballots.undo(cast_vote(provider, "me", now=now).pair.nonce, "me", now)
    now += timedelta(minutes=10)
    ballot = cast_vote(provider, "me", now=now)
    with pytest.raises(ballots.UndoRefusedError):
        ballots.undo(ballot.pair.nonce, "me", now)
    now += timedelta(days=1)
    ballot = cast_vote(provider, "me", now=now)
    assert ballots.undo(ballot.pair.nonce, "me", now) == ballot


def test_states_move_with_tally_and_history(provider: MemoryArenas) -> None:
    ballot = cast_vote(provider, outcome=Outcome.TIE)
    for state, reason, ties in (
        (Ballot.State.QUARANTINED, "looks odd", 0),
        (Ballot.State.INVALID, "is odd", 0),
        (Ballot.State.VALID, "", 1),
    ):
        assert ballots.change_state(ballot, state, reason=reason, actor="admin", now=LATER)
        assert tally() == (0, 0, ties, 0)
    history = BallotEvent.objects.values_list("was", "was_reason", "state", "reason", "actor")
    assert list(history) == [
        ("valid", "", "quarantined", "looks odd", "admin"),
        ("quarantined", "looks odd", "invalid", "is odd", "admin"),
        ("invalid", "is odd", "valid", "", "admin"),
    ]


def test_a_state_does_not_change_twice(provider: MemoryArenas) -> None:
    ballot, stale = cast_vote(provider), Ballot.objects.get()
    assert ballots.change_state(ballot, Ballot.State.INVALID, reason="odd", actor="one", now=LATER)
    for same in (ballot, stale):
        assert not ballots.change_state(
            same, Ballot.State.INVALID, reason="odd", actor="two", now=LATER
        )
    assert BallotEvent.objects.count() == 1
    assert tally() == (0, 0, 0, 0)


def test_deleting_ones_votes_is_all_or_nothing_and_destroys_the_key(
    provider: MemoryArenas,
) -> None:
    for minute in range(3):
        cast_vote(provider, "me", now=START + timedelta(minutes=minute))
    cast_vote(provider, "you", outcome=Outcome.TIE)
    assert ballots.delete_votes("me", LATER) == 3
    assert not Ballot.objects.filter(voter="me").exists()
    assert not Pair.objects.filter(voter="me").exists()
    gone = Ballot.objects.exclude(voter="you")
    assert set(gone.values_list("state", "reason")) == {("invalid", Reason.VOTER_REQUEST)}
    assert len(set(gone.values_list("voter", flat=True))) == 1
    assert sum(one.total for one in Tally.objects.all()) == 1
    assert ballots.delete_votes("me", LATER) == 0


def test_ratings_of_arenas_apart_stay_apart(provider: MemoryArenas) -> None:
    other = MemoryArenas.of(3, key="octopus_bicycle@0123456789ab")
    arenas.register("other", other)
    try:
        cast_vote(provider, "me")
        cast_vote(other, "me")
    finally:
        arenas.unregister("other")
    keys = Tally.objects.values_list("arena__key", flat=True)
    assert sorted(keys) == [other.key, provider.key]
