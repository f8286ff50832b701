"""Casting a vote, taking it back, and every later change of a ballot's state."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from pelican.rules import RULES
from voting import refits, tallies
from voting.addresses import address_digest
from voting.limits import admit
from voting.models import Ballot, BallotEvent, Pair
from voting.outcomes import Outcome
from voting.reasons import Reason
from voting.statements import close_pair, find_pair
from voting.voters import is_key, new_key

VOTER = "voter"
"""The actor of changes that a voter asked for."""


class RefusedVoteError(Exception):
    """A vote that is not counted. ``pair`` is set where the pair exists."""

    def __init__(self, pair: Pair | None = None) -> None:
        super().__init__(type(self).__doc__)
        self.pair = pair


class ForgedPairError(RefusedVoteError):
    """No such pair was ever issued."""


class ForeignPairError(RefusedVoteError):
    """The pair was put to somebody else."""


class ExpiredPairError(RefusedVoteError):
    """The pair was open for too long."""


class UsedPairError(RefusedVoteError):
    """The pair has been answered or skipped already."""


class UndoRefusedError(Exception):
    """The vote cannot be taken back: too late, not the last one, or too often today."""


def open_pair(nonce: str, voter: str | None, now: datetime) -> Pair:
    """The pair that this voter may answer now; raises a :class:`RefusedVoteError`."""
    pair = find_pair(nonce) if is_key(nonce) else None
    if pair is None:
        raise ForgedPairError
    if pair.voter != voter:
        raise ForeignPairError(pair)
    if pair.state in Pair.CLOSED:
        raise UsedPairError(pair)
    if pair.state == Pair.State.EXPIRED or pair.is_expired(now):
        raise ExpiredPairError(pair)
    return pair


def cast(nonce: str, voter: str | None, outcome: Outcome, address: str, now: datetime) -> Ballot:
    """Store one vote and count it.

    Args:
        nonce: names the pair.
        voter: key of the one who answers, None without a cookie.
        outcome: the answer.
        address: the client's address; only its digest of the day is kept.
        now: the time of the vote.

    Raises:
        RefusedVoteError: the pair is forged, foreign, expired or used; nothing is stored.
    """
    pair = open_pair(nonce, voter, now)
    digest = address_digest(address, now)
    admission = admit(pair, digest, now)
    ballot = Ballot(
        pair=pair,
        arena_id=pair.arena_id,
        left=pair.left_contestant,
        right=pair.right_contestant,
        left_entry=pair.left_entry,
        right_entry=pair.right_entry,
        entry_pair=pair.entry_pair,
        outcome=outcome.value,
        voter=pair.voter,
        address_digest=digest,
        cast_at=now,
        state=admission.state,
        reason=admission.reason,
        rules_version=RULES.version,
    )
    try:
        with transaction.atomic():
            _close(pair, Pair.State.VOTED)
            ballot.save(force_insert=True)
            if ballot.state == Ballot.State.VALID:
                tallies.count(ballot, +1)
            refits.mark_dirty(pair.arena_id, now)
    except IntegrityError as error:
        # Another pair of the same two entries was answered by this voter in the meantime.
        raise UsedPairError(pair) from error
    return ballot


def skip(nonce: str, voter: str | None, now: datetime) -> Pair:
    """Close a pair without a vote; raises a :class:`RefusedVoteError`."""
    pair = open_pair(nonce, voter, now)
    _close(pair, Pair.State.SKIPPED)
    return pair


def _close(pair: Pair, state: Pair.State) -> None:
    """Compare and swap: of several answers that come at once, one closes the pair.

    None does once the voter has deleted their votes, which takes the pair from them.
    """
    if not close_pair(pair.pk, pair.voter, state):
        raise UsedPairError(pair)


@dataclass(frozen=True)
class Change:
    """What ballots are moved to. ``reason`` must not be empty unless they become valid."""

    state: Ballot.State
    reason: str
    actor: str
    at: datetime


def change_state(
    ballot: Ballot, state: Ballot.State, *, reason: str, actor: str, now: datetime
) -> bool:
    """Move a ballot to another state, with its history, its tally and a refit.

    ``reason`` must not be empty unless the ballot becomes valid. Returns False, changing nothing,
    when the ballot is in that state already or somebody else has just moved it.
    """
    if ballot.state == state:
        return False
    with transaction.atomic():
        moved = _move(ballot, Change(state, reason, actor, now))
        if moved:
            refits.mark_dirty(ballot.arena_id, now)
    return moved


def change_states(ballots: QuerySet[Ballot], was: Collection[Ballot.State], change: Change) -> int:
    """Move those of the ballots that are in one of the states ``was``, all or none.

    Returns how many that were. All are locked before their states are looked at; tallies are then
    changed in one order and arenas marked last, as by a vote. So transactions that meet wait for
    each other, and never in a circle.
    """
    with transaction.atomic():
        chosen = Ballot.objects.filter(pk__in=ballots.order_by().values("pk"))
        locked = list(chosen.select_for_update().order_by("pk"))
        moving = sorted((ballot for ballot in locked if ballot.state in was), key=_tally_of)
        for ballot in moving:
            _move(ballot, change)
        for arena_id in sorted({ballot.arena_id for ballot in moving}):
            refits.mark_dirty(arena_id, change.at)
    return len(moving)


def _tally_of(ballot: Ballot) -> tuple[int, str, str]:
    a, b, _column = tallies.counter_of(ballot.left, ballot.right, ballot.outcome)
    return ballot.arena_id, a, b


def _move(ballot: Ballot, change: Change) -> bool:
    """Inside a transaction that marks the arena: state, history, tally; False if it was moved."""
    was, was_reason = ballot.state, ballot.reason
    changed = Ballot.objects.filter(pk=ballot.pk, state=was)
    if not changed.update(state=change.state, reason=change.reason):
        return False
    ballot.state, ballot.reason = change.state, change.reason
    BallotEvent.objects.create(
        ballot=ballot,
        was=was,
        was_reason=was_reason,
        state=change.state,
        reason=change.reason,
        actor=change.actor,
        at=change.at,
    )
    if was == Ballot.State.VALID:
        tallies.count(ballot, -1)
    elif change.state == Ballot.State.VALID:
        tallies.count(ballot, +1)
    return True


@dataclass(frozen=True)
class Undoable:
    """The voter's last ballot and how many seconds are left to take it back."""

    ballot: Ballot
    seconds: float


def undoable(voter: str, now: datetime) -> Undoable | None:
    """What the voter may still take back: the last vote, for some seconds, so often a day."""
    last = (
        Ballot.objects.select_related("pair")
        .filter(voter=voter)
        .order_by("-cast_at", "-id")
        .first()
    )
    if last is None or last.state == Ballot.State.INVALID:
        return None
    seconds = RULES.voting.undo_seconds - (now - last.cast_at).total_seconds()
    if seconds <= 0 or _undone_today(voter, now) >= RULES.voting.undo_per_day:
        return None
    return Undoable(last, seconds)


def _undone_today(voter: str, now: datetime) -> int:
    return BallotEvent.objects.filter(
        reason=Reason.UNDONE, actor=VOTER, at__gt=now - timedelta(days=1), ballot__voter=voter
    ).count()


def undo(nonce: str, voter: str | None, now: datetime) -> Ballot:
    """Take the last vote back. Its pair stays used, so nobody looks and keeps the best ones.

    Raises :class:`UndoRefusedError` when it is too late or not this voter's last vote.
    """
    found = undoable(voter, now) if voter else None
    if found is None or found.ballot.pair.nonce != nonce:
        raise UndoRefusedError
    if not change_state(
        found.ballot, Ballot.State.INVALID, reason=Reason.UNDONE, actor=VOTER, now=now
    ):
        raise UndoRefusedError
    return found.ballot


def delete_votes(voter: str, now: datetime) -> int:
    """Invalidate every ballot of a voter, all or none, and destroy the key that links them.

    Returns how many ballots there were. The rows stay, under a new random key that nobody holds.
    """
    orphaned = new_key()
    with transaction.atomic():
        # Pairs first: a vote on its way has closed its pair, and is waited for and found below, or
        # finds the pair taken away.
        Pair.objects.filter(voter=voter).update(voter=orphaned)
        own = Ballot.objects.filter(voter=voter)
        standing = (Ballot.State.VALID, Ballot.State.QUARANTINED)
        request = Change(Ballot.State.INVALID, Reason.VOTER_REQUEST, VOTER, now)
        change_states(own, standing, request)
        return own.update(voter=orphaned)
