"""How many of the last day's ballots count, and where too few do.

A low share has two causes that want opposite remedies: somebody attacks, or a check of ours has
broken and sets honest votes aside. Nobody looks at a desk unasked, so the alarm also stands on the
operator's page and in the log.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count

from pelican.rules import RULES
from voting.models import Arena, Ballot
from voting.reasons import Reason, reason_text

log = logging.getLogger(__name__)

_WATCHED: Final = timedelta(days=1)
_VOTERS_OWN: Final = (Reason.UNDONE, Reason.VOTER_REQUEST)


@dataclass(frozen=True)
class Share:
    """How many of the ballots of the last day count. ``alarming`` when too few do.

    Ballots that their own voters took back are left aside, for they tell of no attack and no
    check; ``withdrawn`` is their number where it is asked for.
    """

    valid: int
    total: int
    withdrawn: int = 0

    @property
    def share(self) -> float | None:
        """None without ballots."""
        return self.valid / self.total if self.total else None

    @property
    def low(self) -> bool:
        """Fewer count than should, though there may be too few to tell."""
        return self.valid < RULES.voting.valid_share_min * self.total

    @property
    def alarming(self) -> bool:
        """Fewer of many count than should: an attack, or a check of ours that has broken."""
        return self.low and self.total >= RULES.voting.valid_share_votes


@dataclass(frozen=True)
class ReasonCount:
    """How many ballots of the last day are in a state for a reason."""

    state: str
    reason: str
    count: int


def valid_share(arena: Arena, now: datetime) -> tuple[Share, list[ReasonCount]]:
    """The share, and the ballots of the last day by why they do not count, withdrawn ones too."""
    rows = (
        Ballot.objects.filter(arena=arena, cast_at__gt=now - _WATCHED)
        .order_by()
        .values_list("state", "reason")
        .annotate(count=Count("pk"))
    )
    counts = sorted(rows, key=lambda row: -row[2])
    total = sum(count for _state, _reason, count in counts)
    withdrawn = sum(count for _state, reason, count in counts if reason in _VOTERS_OWN)
    valid = sum(count for state, _reason, count in counts if state == Ballot.State.VALID)
    reasons = [
        ReasonCount(str(Ballot.State(state).label), reason_text(reason), count)
        for state, reason, count in counts
        if reason
    ]
    return Share(valid, total - withdrawn, withdrawn), reasons


def alarms(now: datetime) -> list[tuple[Arena, Share]]:
    """The arenas in which too few of the last day's ballots count, the lowest share first.

    Two queries, whatever the number of arenas; they read the ballots of that day alone.
    """
    arenas = {arena.pk: arena for arena in Arena.objects.all()}
    rows = (
        # With the arenas named, the index by arena and time serves.
        Ballot.objects.filter(arena__in=list(arenas), cast_at__gt=now - _WATCHED)
        .exclude(reason__in=_VOTERS_OWN)
        .order_by()
        .values_list("arena", "state")
        .annotate(count=Count("pk"))
    )
    counts: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for arena, state, count in rows:
        counts[arena][state] = count
    found = [
        (arenas[arena], Share(of_state.get(Ballot.State.VALID, 0), sum(of_state.values())))
        for arena, of_state in counts.items()
    ]
    return sorted(
        (one for one in found if one[1].alarming),
        key=lambda one: (one[1].valid / one[1].total, one[0].key),
    )


def report(now: datetime) -> int:
    """Write every alarm to the log; returns how many there are."""
    found = alarms(now)
    for arena, share in found:
        log.warning(
            "Of the last day's ballots in %s only %d of %d count: an attack, or a check that has "
            "broken. See /ops/votes/?arena=%s",
            arena.key,
            share.valid,
            share.total,
            arena.key,
        )
    return len(found)
