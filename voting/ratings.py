"""Fits an arena: from its ballots to a snapshot of ratings, and what follows from it.

That is the weights for the next pairs, and the report of what is odd.
"""

from __future__ import annotations

import logging
from collections import Counter
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from pelican.rules import RULES
from voting import elo
from voting.bradley_terry import (
    CODE_VERSION,
    Fit,
    NotConvergedError,
    TooFewContestantsError,
    Votes,
    fit,
)
from voting.matchmaking import undecided_near_the_top
from voting.models import (
    Arena,
    Ballot,
    IntegrityReport,
    PairWeights,
    Rating,
    RatingSnapshot,
)
from voting.outcomes import Outcome
from voting.reading import Reading
from voting.reports import report
from voting.voters import new_key

log = logging.getLogger(__name__)

_EVERY_SNAPSHOT: Final = timedelta(hours=1)
_HOURLY_SNAPSHOTS: Final = timedelta(days=1)


def fit_arena(arena: Arena, now: datetime) -> RatingSnapshot:
    """Fit all valid ballots of an arena and store the result.

    Ballots that the last snapshot saw in the same states give the last snapshot. A fit that does
    not converge is stored as such, without ratings: pages go on showing the one before.
    """
    reading = Reading()
    votes = Votes.from_rows(reading.valid_rows(arena))
    counts, digest = reading.counts(), reading.digest()
    last = RatingSnapshot.objects.filter(arena=arena).order_by("-created_at", "-id").first()
    if last is not None and last.digest == digest:
        return last
    found, note, converged = _try_fit(votes, arena)
    outcomes = Counter(votes.outcome.tolist())
    snapshot = RatingSnapshot(
        arena=arena,
        high_water_mark=reading.high_water_mark,
        valid=counts[Ballot.State.VALID],
        quarantined=counts[Ballot.State.QUARANTINED],
        invalid=counts[Ballot.State.INVALID],
        outcomes={outcome.value: outcomes[number] for number, outcome in enumerate(Outcome)},
        rules_version=RULES.version,
        code_version=CODE_VERSION,
        digest=digest,
        islands=list(found.islands) if found and len(found.islands) > 1 else [],
        converged=converged,
        note=note,
        created_at=now,
    )
    rows = _ratings(snapshot, found, votes) if found else []
    follow_ups = (
        (_pair_weights(snapshot, found), report(snapshot, reading, votes, found)) if found else ()
    )
    with transaction.atomic():
        snapshot.save()
        Rating.objects.bulk_create(rows, batch_size=500)
        if converged:
            PairWeights.objects.filter(arena=arena).delete()
            IntegrityReport.objects.filter(arena=arena).delete()
        for row in follow_ups:
            row.save()
    return snapshot


def _try_fit(votes: Votes, arena: Arena) -> tuple[Fit | None, str, bool]:
    """The fit, or None with a note; the last answer says whether the old ratings are replaced."""
    try:
        return fit(votes), "", True
    except TooFewContestantsError as error:
        return None, str(error), True
    except NotConvergedError as error:
        log.error("The fit of arena %s did not converge: %s", arena.key, error)  # noqa: TRY400 expected, a traceback says no more
        return None, f"Not converged: {error}"[:300], False


def _ratings(snapshot: RatingSnapshot, found: Fit, votes: Votes) -> list[Rating]:
    names = votes.names
    games = (
        (names[left], names[right], score)
        for left, right, score in zip(
            votes.left.tolist(), votes.right.tolist(), votes.score.tolist(), strict=True
        )
    )
    players = elo.replay(games)
    return [
        Rating(
            snapshot=snapshot,
            contestant=standing.contestant,
            rating=standing.rating,
            low=standing.low,
            high=standing.high,
            rank_best=standing.rank_best,
            rank_worst=standing.rank_worst,
            elo=players[standing.contestant].rating,
            votes=standing.votes,
            wins=standing.wins,
            ties=standing.ties,
            both_bad=standing.both_bad,
            listed=standing.listed,
            provisional=standing.provisional,
        )
        for standing in found.standings
    ]


def _pair_weights(snapshot: RatingSnapshot, found: Fit) -> PairWeights:
    undecided = undecided_near_the_top(found.strengths, found.covariance, RULES.voting.top_places)
    return PairWeights(
        arena=snapshot.arena,
        snapshot=snapshot,
        token=new_key(),
        contestants=[standing.contestant for standing in found.standings],
        votes=[standing.votes for standing in found.standings],
        ratings=[standing.rating for standing in found.standings],
        undecided=undecided.tobytes(),
    )


def thin_snapshots(now: datetime) -> int:
    """Keep every snapshot for an hour, one an hour for a day, then one a day; returns how many go.

    Of each hour or day the last converged one stays. An arena's latest is never touched.
    """
    old = RatingSnapshot.objects.filter(created_at__lt=now - _EVERY_SNAPSHOT)
    rows = old.order_by("arena", "created_at", "id").values_list(
        "id", "arena", "created_at", "converged"
    )
    kept: dict[tuple[int, str], int] = {}
    latest: dict[int, int] = {}
    everything: list[int] = []
    for pk, arena, created_at, converged in rows:
        everything.append(pk)
        if converged:
            hourly = created_at > now - _HOURLY_SNAPSHOTS
            kept[arena, f"{created_at:%Y-%m-%d %H}" if hourly else f"{created_at:%Y-%m-%d}"] = pk
            latest[arena] = pk
    gone = set(everything) - set(kept.values()) - set(latest.values())
    RatingSnapshot.objects.filter(pk__in=gone).delete()
    return len(gone)
