"""What pages show of an arena: the visitor table, one contestant's row, head-to-head.

Everything comes from the latest snapshot that converged, in a handful of queries whatever the
number of contestants and ballots. Nothing here imports numpy or scipy.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q

from pelican.rules import RULES
from voting.history import last_of_each_day, newest_snapshot, rank_range
from voting.models import Rating, RatingSnapshot, Tally
from voting.outcomes import Outcome

_TREND_POINTS: Final = 8


@dataclass(frozen=True)
class Row:
    """One contestant. Rates are shares of its votes; ``trend`` are past ratings, oldest first.

    ``rank`` is the range as text (``1–3``), empty while there is none.
    """

    contestant: str
    rank: str
    rank_best: int | None
    rank_worst: int | None
    rating: float
    low: float
    high: float
    votes: int
    win_rate: float
    both_bad_rate: float
    elo: float
    listed: bool
    provisional: bool
    trend: tuple[float, ...] = ()


@dataclass(frozen=True)
class Method:
    """How the table came about, for the box beside it.

    ``left_share`` is the share of decided ballots that the left side won, ``left_p`` the two-sided
    p-value of a fair coin giving a share as far from ½; both None without decided ballots.
    """

    fitted_at: datetime
    valid: int
    quarantined: int
    invalid: int
    outcomes: dict[str, int]
    left_share: float | None
    left_p: float | None
    islands: list[list[str]]
    rules_version: str
    code_version: str
    digest: str

    @property
    def total(self) -> int:
        """All ballots ever cast here."""
        return self.valid + self.quarantined + self.invalid

    @property
    def valid_share(self) -> float | None:
        """Share of all ballots that count."""
        return self.valid / self.total if self.total else None

    @property
    def both_bad_share(self) -> float | None:
        """Share of the valid ballots that said "both bad"."""
        return self.outcomes.get(Outcome.BOTH_BAD, 0) / self.valid if self.valid else None


@dataclass(frozen=True)
class VisitorTable:
    """Ranked rows by rating, then provisional ones, then those below the listing threshold."""

    arena: str
    rows: tuple[Row, ...] = ()
    method: Method | None = None

    @property
    def listed(self) -> tuple[Row, ...]:
        """The rows that have votes enough to be shown."""
        return tuple(row for row in self.rows if row.listed)


@dataclass(frozen=True)
class Meeting:
    """A contestant's games against one opponent.

    ``observed`` is its share of the games (ties count half), ``expected`` that by the ratings, None
    where one of the two is not rated.
    """

    opponent: str
    wins: int
    losses: int
    ties: int
    both_bad: int
    observed: float
    expected: float | None

    @property
    def votes(self) -> int:
        """All ballots between the two."""
        return self.wins + self.losses + self.ties + self.both_bad

    @property
    def z(self) -> float | None:
        """How far the share is above the expected one, in standard deviations of single games.

        Ties vary less than that, so it understates rather than overstates.
        """
        if self.expected is None:
            return None
        deviation = math.sqrt(self.expected * (1 - self.expected) / self.votes)
        return (self.observed - self.expected) / deviation


def visitor_table(arena_key: str) -> VisitorTable:
    """The table of an arena; without rows while nothing has been fitted."""
    snapshot = newest_snapshot(arena_key)
    if snapshot is None:
        return VisitorTable(arena_key)
    trends = _trends(snapshot)
    rows = [_row(rating, trends.get(rating.contestant, ())) for rating in snapshot.ratings.all()]
    rows.sort(key=lambda row: (not row.listed, row.provisional, -row.rating, row.contestant))
    return VisitorTable(arena_key, tuple(rows), _method(snapshot))


def rating_of(arena_key: str, contestant: str) -> Row | None:
    """One contestant's row, without its trend; None while it is not rated."""
    return ratings_of(arena_key, (contestant,)).get(contestant)


def ratings_of(arena_key: str, contestants: tuple[str, ...]) -> dict[str, Row]:
    """Rows of some contestants by name, without trends; those not rated are left out."""
    snapshot = newest_snapshot(arena_key)
    if snapshot is None:
        return {}
    found = snapshot.ratings.filter(contestant__in=contestants)
    return {rating.contestant: _row(rating) for rating in found}


def head_to_head(arena_key: str, contestant: str) -> list[Meeting]:
    """A contestant's record against everybody it met, most games first."""
    tallies = Tally.objects.filter(Q(a=contestant) | Q(b=contestant), arena__key=arena_key)
    snapshot = newest_snapshot(arena_key)
    known = snapshot.ratings.values_list("contestant", "rating") if snapshot else ()
    ratings = dict(known)
    meetings = [_meeting(tally, contestant, ratings) for tally in tallies if tally.total]
    return sorted(meetings, key=lambda meeting: (-meeting.votes, meeting.opponent))


def matrix(arena_key: str, contestants: Sequence[str]) -> dict[tuple[str, str], Meeting]:
    """The games among some contestants: (one, opponent) → the one's record. Three queries."""
    tallies = Tally.objects.filter(arena__key=arena_key, a__in=contestants, b__in=contestants)
    ratings = {name: row.rating for name, row in ratings_of(arena_key, tuple(contestants)).items()}
    return {
        (one, opponent): _meeting(tally, one, ratings)
        for tally in tallies
        if tally.total
        for one, opponent in ((tally.a, tally.b), (tally.b, tally.a))
    }


def _row(rating: Rating, trend: tuple[float, ...] = ()) -> Row:
    best, worst = rating.rank_best, rating.rank_worst
    return Row(
        contestant=rating.contestant,
        rank=rank_range(best, worst),
        rank_best=best,
        rank_worst=worst,
        rating=rating.rating,
        low=rating.low,
        high=rating.high,
        votes=rating.votes,
        win_rate=rating.wins / rating.votes,
        both_bad_rate=rating.both_bad / rating.votes,
        elo=rating.elo,
        listed=rating.listed,
        provisional=rating.provisional,
        trend=trend,
    )


def _method(snapshot: RatingSnapshot) -> Method:
    left = snapshot.outcomes.get(Outcome.LEFT, 0)
    right = snapshot.outcomes.get(Outcome.RIGHT, 0)
    decided = left + right
    return Method(
        fitted_at=snapshot.created_at,
        valid=snapshot.valid,
        quarantined=snapshot.quarantined,
        invalid=snapshot.invalid,
        outcomes=snapshot.outcomes,
        left_share=left / decided if decided else None,
        left_p=side_p_value(left, right),
        islands=snapshot.islands,
        rules_version=snapshot.rules_version,
        code_version=snapshot.code_version,
        digest=snapshot.digest,
    )


def side_p_value(left: int, right: int) -> float | None:
    """Two-sided p of ``(L-R)/√(L+R)`` under a fair coin; None without decided ballots.

    Sides are drawn by a coin, so a preference of voters for one side shows here and cancels in
    the ratings.
    """
    if left + right == 0:
        return None
    return math.erfc(abs(left - right) / math.sqrt(2 * (left + right)))


def _trends(snapshot: RatingSnapshot) -> dict[str, tuple[float, ...]]:
    """Past ratings of every contestant, at the ends of a few days spread over the last ones."""
    days = last_of_each_day(snapshot.arena_id, until=snapshot)
    step = max(1, math.ceil((len(days) - 1) / (_TREND_POINTS - 1)))
    chosen = [last for _day, last in days[::-1][::step][::-1]]
    history: dict[str, list[float]] = defaultdict(list)
    points = Rating.objects.filter(snapshot__in=chosen).order_by("snapshot_id")
    for contestant, rating in points.values_list("contestant", "rating"):
        history[contestant].append(rating)
    return {contestant: tuple(ratings) for contestant, ratings in history.items()}


def _meeting(tally: Tally, contestant: str, ratings: dict[str, float]) -> Meeting:
    is_a = tally.a == contestant
    opponent = tally.b if is_a else tally.a
    wins, losses = (tally.a_wins, tally.b_wins) if is_a else (tally.b_wins, tally.a_wins)
    expected = None
    if contestant in ratings and opponent in ratings:
        gap = ratings[opponent] - ratings[contestant]
        expected = 1 / (1 + 10 ** (gap / RULES.voting.scale))
    return Meeting(
        opponent=opponent,
        wins=wins,
        losses=losses,
        ties=tally.ties,
        both_bad=tally.both_bad,
        observed=(wins + (tally.ties + tally.both_bad) / 2) / tally.total,
        expected=expected,
    )
