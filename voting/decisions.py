"""What staff decide about ballots: set aside, or count again; always with a reason and a name."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from voting.ballots import change_state
from voting.models import Ballot


def quarantine(ballots: QuerySet[Ballot], *, reason: str, actor: str, now: datetime) -> int:
    """Stop counting those of the ballots that count, all or none; returns how many that were."""
    counting = ballots.filter(state=Ballot.State.VALID)
    return _move(counting, Ballot.State.QUARANTINED, reason=reason, actor=actor, now=now)


def restore(ballots: QuerySet[Ballot], *, reason: str, actor: str, now: datetime) -> int:
    """Count those of the ballots that are quarantined, all or none; returns how many that were.

    What voters took back stays taken back.
    """
    waiting = ballots.filter(state=Ballot.State.QUARANTINED)
    return _move(waiting, Ballot.State.VALID, reason=reason, actor=actor, now=now)


def set_aside(ballots: QuerySet[Ballot]) -> QuerySet[Ballot]:
    """Those of the ballots that counted once and were quarantined by a person.

    Restoring a whole session means these: what was over a limit when it was cast never counted.
    """
    return ballots.filter(
        state=Ballot.State.QUARANTINED,
        history__was=Ballot.State.VALID,
        history__state=Ballot.State.QUARANTINED,
    ).distinct()


def _move(
    ballots: QuerySet[Ballot], state: Ballot.State, *, reason: str, actor: str, now: datetime
) -> int:
    with transaction.atomic():
        return sum(
            change_state(ballot, state, reason=reason, actor=actor, now=now) for ballot in ballots
        )
