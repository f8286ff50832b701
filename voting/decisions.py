"""What staff decide about ballots: set aside, or count again; always with a reason and a name."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from voting.ballots import Change, change_states
from voting.models import Ballot


def quarantine(ballots: QuerySet[Ballot], *, reason: str, actor: str, now: datetime) -> int:
    """Stop counting those of the ballots that count, all or none; returns how many that were."""
    change = Change(Ballot.State.QUARANTINED, reason, actor, now)
    return change_states(ballots, (Ballot.State.VALID,), change)


def restore(ballots: QuerySet[Ballot], *, reason: str, actor: str, now: datetime) -> int:
    """Count those of the ballots that are quarantined, all or none; returns how many that were.

    What voters took back stays taken back.
    """
    change = Change(Ballot.State.VALID, reason, actor, now)
    return change_states(ballots, (Ballot.State.QUARANTINED,), change)


def set_aside(ballots: QuerySet[Ballot]) -> QuerySet[Ballot]:
    """Those of the ballots that counted once and were quarantined by a person.

    Restoring a whole session means these: what was over a limit when it was cast never counted.
    """
    return ballots.filter(
        state=Ballot.State.QUARANTINED,
        history__was=Ballot.State.VALID,
        history__state=Ballot.State.QUARANTINED,
    ).distinct()
