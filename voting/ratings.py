"""Fits an arena: from its ballots to a snapshot of ratings and the weights for the next pairs."""

from __future__ import annotations

import hashlib
import json
import logging
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import numpy as np
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
from voting.models import Arena, Ballot, PairWeights, Rating, RatingSnapshot
from voting.outcomes import Outcome
from voting.voters import new_key

log = logging.getLogger(__name__)

_STATES: Final = {state: number for number, state in enumerate(Ballot.State.values)}
_CHUNK: Final = 5_000
_EVERY_SNAPSHOT: Final = timedelta(hours=1)
_HOURLY_SNAPSHOTS: Final = timedelta(days=1)


@dataclass
class _Reading:
    """What one pass over an arena's ballots leaves behind."""

    ids: array[int] = field(default_factory=lambda: array("q"))
    states: array[int] = field(default_factory=lambda: array("b"))

    def valid_rows(self, arena: Arena) -> Iterator[tuple[str, str, str, str]]:
        """The valid ballots in order of time, as (left, right, outcome, voter)."""
        ballots = Ballot.objects.filter(arena=arena).order_by("cast_at", "id")
        columns = ("id", "state", "left", "right", "outcome", "voter")
        for pk, state, *row in ballots.values_list(*columns).iterator(_CHUNK):
            self.ids.append(pk)
            self.states.append(_STATES[state])
            if state == Ballot.State.VALID:
                yield row[0], row[1], row[2], row[3]

    def counts(self) -> dict[str, int]:
        """Ballots by state."""
        found = Counter(self.states)
        return {state: found[number] for state, number in _STATES.items()}

    @property
    def high_water_mark(self) -> int:
        """The largest id that was read."""
        return max(self.ids, default=0)

    def digest(self) -> str:
        """SHA-256 over mark, counts, both versions and the state of every ballot by id."""
        header = json.dumps(
            {
                "high_water_mark": self.high_water_mark,
                "counts": self.counts(),
                "rules_version": RULES.version,
                "code_version": CODE_VERSION,
            },
            sort_keys=True,
        )
        ids = np.array(self.ids, dtype="<i8")
        order = np.argsort(ids)
        digest = hashlib.sha256(header.encode())
        digest.update(ids[order].tobytes())
        digest.update(np.array(self.states, dtype="i1")[order].tobytes())
        return digest.hexdigest()


def fit_arena(arena: Arena, now: datetime) -> RatingSnapshot:
    """Fit all valid ballots of an arena and store the result.

    Ballots that the last snapshot saw in the same states give the last snapshot. A fit that does
    not converge is stored as such, without ratings: pages go on showing the one before.
    """
    reading = _Reading()
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
    weights = _pair_weights(snapshot, found) if found else None
    with transaction.atomic():
        snapshot.save()
        Rating.objects.bulk_create(rows, batch_size=500)
        if converged:
            PairWeights.objects.filter(arena=arena).delete()
        if weights:
            weights.save()
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
