"""What the database itself refuses, whoever writes."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction

from tests.factories.voting import START, MemoryArenas, cast_vote, snapshot_of
from voting import arenas
from voting.models import Ballot, BallotEvent, Pair, Rating, RatingSnapshot, Tally
from voting.models.ballots import HistoryIsFinalError
from voting.models.pairs import entry_pair
from voting.voters import new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def ballot(provider: MemoryArenas) -> Ballot:
    return cast_vote(provider)


def refuses(row: models.Model, **changes: Any) -> bool:
    """Whether the database turns the row down once it is changed so."""
    for name, value in changes.items():
        setattr(row, name, value)
    try:
        with transaction.atomic():
            models.Model.save(row)
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize(
    "changes",
    [
        {"outcome": "draw"},
        {"state": "unsure"},
        {"state": "invalid", "reason": ""},
        {"state": "quarantined", "reason": ""},
        {"left": "same", "right": "same"},
    ],
)
def test_ballots_that_make_no_sense(ballot: Ballot, changes: dict[str, str]) -> None:
    assert refuses(ballot, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"probability": 0},
        {"probability": 1.5},
        {"state": "lost"},
        {"left_contestant": "same", "right_contestant": "same"},
    ],
)
def test_pairs_that_make_no_sense(ballot: Ballot, changes: dict[str, Any]) -> None:
    assert refuses(ballot.pair, **changes)


def copy_of(pair: Pair, **changes: Any) -> Pair:
    pair.pk = None
    pair._state.adding = True
    pair.nonce = new_key()
    for name, value in changes.items():
        setattr(pair, name, value)
    return pair


def test_a_voter_has_one_open_pair_an_arena(ballot: Ballot) -> None:
    assert not refuses(copy_of(ballot.pair, state="open"))
    assert refuses(copy_of(ballot.pair, state="open"))
    assert not refuses(copy_of(ballot.pair, state="open", voter=new_key()))


def test_a_pair_has_one_ballot(ballot: Ballot) -> None:
    ballot.pk = None
    ballot.voter = new_key()
    assert refuses(ballot)


def test_a_voter_judges_two_entries_once_whatever_their_sides(ballot: Ballot) -> None:
    pair = copy_of(Pair.objects.get(pk=ballot.pair_id))
    pair.save()
    ballot.pk, ballot.pair = None, pair
    ballot.left, ballot.right = ballot.right, ballot.left
    ballot.left_entry, ballot.right_entry = ballot.right_entry, ballot.left_entry
    assert entry_pair("2", "10") == entry_pair("10", "2") == "10|2"
    assert refuses(ballot)


def test_two_contestants_have_one_tally(ballot: Ballot) -> None:
    tally = Tally.objects.get()
    assert refuses(Tally(arena_id=ballot.arena_id, a=tally.a, b=tally.b))
    assert refuses(Tally(arena_id=ballot.arena_id, a="same", b="same"))


def test_history_is_only_added_to(ballot: Ballot) -> None:
    event = BallotEvent.objects.create(
        ballot=ballot, was="valid", state="invalid", reason="test", actor="me", at=START
    )
    event.reason = "another"
    with pytest.raises(HistoryIsFinalError):
        event.save()
    with pytest.raises(HistoryIsFinalError):
        event.delete()


def a_rating(snapshot: RatingSnapshot, **changes: Any) -> Rating:
    values = {
        "contestant": new_key(), "rating": 1000, "low": 900, "high": 1100, "elo": 1000,
        "votes": 60, "wins": 30, "ties": 3, "both_bad": 1, "listed": True, "provisional": False,
        "rank_best": 1, "rank_worst": 3,
    }  # fmt: skip
    return Rating(snapshot=snapshot, **values | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"low": 1001},
        {"high": 999},
        {"rank_best": None},
        {"rank_best": 4},
        {"rank_best": 0},
        {"provisional": True},
        {"votes": 33},
    ],
)
def test_ratings_that_make_no_sense(provider: MemoryArenas, changes: dict[str, Any]) -> None:
    snapshot = snapshot_of(arenas.row(provider.info), START + timedelta(days=1))
    assert not refuses(a_rating(snapshot))
    assert refuses(a_rating(snapshot, **changes))
