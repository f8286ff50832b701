"""Whether a ballot counts at once. Over a limit it is stored ``quarantined``, never refused.

Counts are read before the ballot is written, so two votes at the same instant may both pass as
the last one allowed; one vote more does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q

from pelican.rules import RULES
from voting.models import Ballot, Pair
from voting.reasons import Reason


@dataclass(frozen=True)
class Admission:
    """The state that a ballot is stored with, and why."""

    state: Ballot.State
    reason: str = ""


def admit(pair: Pair, address_digest: str, now: datetime) -> Admission:
    """Hold a vote on ``pair`` against every limit, the first one broken is the reason."""
    broken = _speed(pair, now) or _voter_limits(pair.voter, now)
    if broken is None and address_digest:
        broken = _address_limits(address_digest, now)
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


def _voter_limits(voter: str, now: datetime) -> Reason | None:
    last_minutes = Q(cast_at__gt=now - timedelta(minutes=5))
    counts = Ballot.objects.filter(voter=voter, cast_at__gt=now - timedelta(days=1)).aggregate(
        day=Count("id"), burst=Count("id", filter=last_minutes)
    )
    if counts["burst"] >= RULES.voting.session_votes_per_5_minutes:
        return Reason.SESSION_BURST
    if counts["day"] >= RULES.voting.session_votes_per_day:
        return Reason.SESSION_DAY
    return None


def _address_limits(digest: str, now: datetime) -> Reason | None:
    last_hour = Q(cast_at__gt=now - timedelta(hours=1))
    counts = Ballot.objects.filter(
        address_digest=digest, cast_at__gt=now - timedelta(days=1)
    ).aggregate(day=Count("id"), hour=Count("id", filter=last_hour))
    if counts["hour"] >= RULES.voting.address_votes_per_hour:
        return Reason.ADDRESS_HOUR
    if counts["day"] >= RULES.voting.address_votes_per_day:
        return Reason.ADDRESS_DAY
    return _pairs_limit(digest, now)


def _pairs_limit(digest: str, now: datetime) -> Reason | None:
    """Too many pairs asked for: whoever skips, or drops the cookie, until a favourite turns up."""
    put = Pair.objects.filter(address_digest=digest, issued_at__gt=now - timedelta(hours=1))
    if put.count() > RULES.voting.address_pairs_per_hour:
        return Reason.ADDRESS_PAIRS
    return None
