"""Whether a ballot counts at once. Over a limit it is stored ``quarantined``, never refused.

Counts are read before the ballot is written, so two votes at the same instant may both pass as
the last one allowed; one vote more does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from pelican.rules import RULES
from voting.models import Ballot, Pair
from voting.reasons import Reason
from voting.statements import count_done

_BURST: Final = timedelta(minutes=5)


@dataclass(frozen=True)
class Admission:
    """The state that a ballot is stored with, and why."""

    state: Ballot.State
    reason: str = ""


def admit(pair: Pair, address_digest: str, now: datetime) -> Admission:
    """Check a vote on ``pair`` against every limit; the first one broken is the reason."""
    broken = _speed(pair, now) or _too_many(_counts(pair.voter, address_digest, now))
    if broken is not None:
        return Admission(Ballot.State.QUARANTINED, broken)
    unchecked = "" if address_digest else Reason.ADDRESS_UNCHECKED.value
    return Admission(Ballot.State.VALID, unchecked)


def _displayed_at(pair: Pair) -> datetime | None:
    """When the voter first saw the pair.

    A prefetched pair appears when the voter leaves the reveal before it, of which the server only
    knows when it began.
    """
    if pair.shown_at is not None:
        return pair.shown_at
    before = Ballot.objects.filter(voter=pair.voter, arena=pair.arena_id).order_by("-cast_at")
    return before.values_list("cast_at", flat=True).first()


def _speed(pair: Pair, now: datetime) -> Reason | None:
    displayed = _displayed_at(pair)
    if displayed is None:
        return Reason.NEVER_SHOWN
    if now - displayed < timedelta(seconds=RULES.voting.view_seconds_min):
        return Reason.TOO_FAST
    return None


@dataclass(frozen=True)
class _Counts:
    """What voter and address have done: ballots in each span, pairs closed in an hour."""

    voter_burst: int
    voter_day: int
    address_hour: int
    address_day: int
    address_pairs: int


def _counts(voter: str, digest: str, now: datetime) -> _Counts:
    return _Counts(
        *count_done(
            voter,
            digest,
            burst=now - _BURST,
            hour=now - timedelta(hours=1),
            day=now - timedelta(days=1),
        )
    )


def _too_many(counts: _Counts) -> Reason | None:
    """The first limit that is broken. The address's come after the voter's own.

    Too many pairs closed: whoever skips until a favourite turns up. Asking for pairs counts for
    nothing, or anybody behind an address could have the votes of all others there set aside.
    """
    rules = RULES.voting
    limits = (
        (counts.voter_burst >= rules.session_votes_per_5_minutes, Reason.SESSION_BURST),
        (counts.voter_day >= rules.session_votes_per_day, Reason.SESSION_DAY),
        (counts.address_hour >= rules.address_votes_per_hour, Reason.ADDRESS_HOUR),
        (counts.address_day >= rules.address_votes_per_day, Reason.ADDRESS_DAY),
        (counts.address_pairs >= rules.address_pairs_per_hour, Reason.ADDRESS_PAIRS),
    )
    return next((reason for broken, reason in limits if broken), None)
