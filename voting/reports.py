"""The integrity report of a fit: what :mod:`voting.integrity` found, in a form that is stored.

``sessions``: the largest influences, then every other session with a flag; of each ``voter``,
``votes``, ``moved``, ``points``, ``alarming``, ``consensus``, ``favourite``, ``favoured``, ``side``
and ``flags`` (without the last five where it has too few votes for the tests). ``addresses``: the
largest influences, with ``digest`` for ``voter``. ``influx``: of the last days, ``day``,
``contestant``, ``votes``, ``z``, ``top_share``, ``alarming``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, time
from typing import Any, Final

import numpy as np

from pelican.rules import RULES
from voting.bradley_terry import Fit, Votes
from voting.integrity import Influence, SessionTests, influences, influx, session_tests
from voting.models import Arena, IntegrityReport, Rating, RatingSnapshot
from voting.reading import Reading

_FLAGGED_MAX: Final = 100
"""Of more flagged sessions than this nobody reads the list; those with most influence stay."""


def report(snapshot: RatingSnapshot, reading: Reading, votes: Votes, fit: Fit) -> IntegrityReport:
    """The report that goes with a snapshot; neither is stored yet."""
    by_session = influences(votes, votes.voter, fit)
    addresses = np.array(reading.addresses, dtype=np.int64)
    days = np.array(reading.days, dtype=np.int64)
    before = _ratings_before(snapshot.arena, set(reading.days), snapshot.created_at)
    return IntegrityReport(
        arena=snapshot.arena,
        snapshot=snapshot,
        sessions=_sessions(by_session, session_tests(votes, fit), list(reading.voters)),
        addresses=[
            _influence(one, "digest", list(reading.digests))
            for one in influences(votes, addresses, fit)[: RULES.voting.desk_sessions]
        ],
        influx=[
            asdict(one) | {"day": date.fromordinal(one.day).isoformat()}
            for one in influx(votes, days, before)
        ],
    )


def _sessions(
    found: Sequence[Influence], tests: Mapping[int, SessionTests], voters: Sequence[str]
) -> list[dict[str, Any]]:
    shown, rest = found[: RULES.voting.desk_sessions], found[RULES.voting.desk_sessions :]
    flagged = [one for one in rest if one.group in tests and tests[one.group].flags]
    return [
        _influence(one, "voter", voters)
        | (asdict(tests[one.group]) if one.group in tests else {"flags": []})
        for one in (*shown, *flagged[:_FLAGGED_MAX])
    ]


def _influence(one: Influence, name: str, keys: Sequence[str]) -> dict[str, Any]:
    values = asdict(one)
    return {name: keys[values.pop("group")], **values}


def _ratings_before(arena: Arena, days: set[int], now: datetime) -> dict[int, Mapping[str, float]]:
    """For each of the last days with ballots, the ratings of the last fit before it began."""
    last = now.astimezone(UTC).toordinal()
    found: dict[int, Mapping[str, float]] = {}
    for day in sorted(days):
        if not last - RULES.voting.desk_days < day <= last:
            continue
        begins = datetime.combine(date.fromordinal(day), time(), UTC)
        earlier = RatingSnapshot.objects.filter(arena=arena, converged=True, created_at__lte=begins)
        snapshot = earlier.order_by("-created_at", "-id").first()
        ratings = Rating.objects.filter(snapshot=snapshot) if snapshot else Rating.objects.none()
        found[day] = dict(ratings.values_list("contestant", "rating"))
    return found
