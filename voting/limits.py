"""Whether a ballot counts at once. Over a limit it is stored ``quarantined``, never refused.

Counts are read before the ballot is written, so two votes at the same instant may both pass as
the last one allowed; one vote more does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connections

from pelican.rules import RULES
from voting.models import Ballot, Pair
from voting.reasons import Reason

_BALLOTS: Final = Ballot._meta.db_table  # noqa: SLF001 public by documentation
_PAIRS: Final = Pair._meta.db_table  # noqa: SLF001 public by documentation
_CLOSED: Final = ", ".join(f"'{state.value}'" for state in Pair.CLOSED)
_BURST: Final = timedelta(minutes=5)


@dataclass(frozen=True)
class Admission:
    """The state that a ballot is stored with, and why."""

    state: Ballot.State
    reason: str = ""


def admit(pair: Pair, address_digest: str, now: datetime) -> Admission:
    """Hold a vote on ``pair`` against every limit, the first one broken is the reason."""
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


# One statement for all counts, written out: built by the ORM, three queries took longer than all
# else that a vote does.
_COUNTS_SQL: Final = f"""
SELECT
    (SELECT COUNT(*) FROM {_BALLOTS} WHERE voter = %(voter)s AND cast_at > %(burst)s),
    (SELECT COUNT(*) FROM {_BALLOTS} WHERE voter = %(voter)s AND cast_at > %(day)s),
    (SELECT COUNT(*) FROM {_BALLOTS} WHERE address_digest = %(digest)s AND cast_at > %(hour)s
        AND NOT address_digest = ''),
    (SELECT COUNT(*) FROM {_BALLOTS} WHERE address_digest = %(digest)s AND cast_at > %(day)s
        AND NOT address_digest = ''),
    (SELECT COUNT(*) FROM {_PAIRS} WHERE address_digest = %(digest)s AND issued_at > %(hour)s
        AND NOT address_digest = '' AND state IN ({_CLOSED}))
"""  # noqa: S608 two names of tables and some of states, from the models


@dataclass(frozen=True)
class _Counts:
    """What voter and address have done: ballots in each span, pairs closed in an hour."""

    voter_burst: int
    voter_day: int
    address_hour: int
    address_day: int
    address_pairs: int


def _counts(voter: str, digest: str, now: datetime) -> _Counts:
    spans = {"burst": _BURST, "hour": timedelta(hours=1), "day": timedelta(days=1)}
    connection = connections[Ballot.objects.db]
    starts = {
        name: connection.ops.adapt_datetimefield_value(now - span) for name, span in spans.items()
    }
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS_SQL, {"voter": voter, "digest": digest, **starts})
        return _Counts(*cursor.fetchone())


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
