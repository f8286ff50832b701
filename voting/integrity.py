"""What is odd about the votes: tests of each session, influence, influx. Pure, no Django.

Nothing here decides: it shows a person where to look. The tests were chosen by simulation. Honest
voters of strong taste fail a test at 1 % several times as often as that, hence the high ``flag_z``;
a patient booster who is honest elsewhere passes all of them, hence limits and influence beside.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from pelican.rules import RULES, Voting
from voting.bradley_terry import (
    Fit,
    Votes,
    centring,
    critical_z,
    inverse_information,
    points_per_logit,
    strengths,
    sums_by_group,
    variances,
    win_matrix,
)
from voting.outcomes import Outcome

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

NO_GROUP: Final = -1
"""The group of a ballot that belongs to none."""

_OUTCOMES: Final = tuple(Outcome)
_DRAWN: Final = (_OUTCOMES.index(Outcome.TIE), _OUTCOMES.index(Outcome.BOTH_BAD))
_ROWS_AT_ONCE: Final = 4096


@dataclass(frozen=True)
class SessionTests:
    """Three z-values of one session; None where its votes say nothing.

    ``consensus`` grows with votes against the ratings, ``favourite`` belongs to the contestant
    ``favoured`` whose games deviate most (negative: it always loses), ``side`` is positive for the
    left. ``flags`` names the tests that are beyond the bound.
    """

    votes: int
    consensus: float | None
    favourite: float | None
    favoured: str
    side: float | None
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Influence:
    """What the ballots of one group do to the rating they move most.

    ``points`` is how much higher ``moved`` stands with them than without; ``alarming`` when any
    listed contestant moves by more than the allowed share of its half-width
    (voters as clusters left aside).
    """

    group: int
    votes: int
    moved: str
    points: float
    alarming: bool


@dataclass(frozen=True)
class Influx:
    """The votes that a contestant got on one day.

    ``z`` is how far its results were above what the ratings before that day expected, None where
    nothing was expected. ``top_share`` is the share of the session with most of the votes.
    """

    day: int
    contestant: str
    votes: int
    z: float | None
    top_share: float
    alarming: bool


def session_tests(votes: Votes, fit: Fit, rules: Voting = RULES.voting) -> dict[int, SessionTests]:
    """The tests of every voter with votes enough, by number.

    A voter with more than ``heavy_share`` of all votes is tested against a fit without them, so
    that nobody is measured against what they made themselves.
    """
    counts = np.bincount(votes.voter)
    tested = counts >= rules.flag_votes_min
    heavy = tested & (counts > rules.heavy_share * len(votes.voter))
    found = _tests(votes, (tested & ~heavy)[votes.voter], fit.strengths, rules)
    for voter in np.flatnonzero(heavy):
        own = votes.voter == voter
        found |= _tests(votes, own, _strengths_without(votes, own, rules), rules)
    return found


def favourite_bound(contestants: int, rules: Voting = RULES.voting) -> float:
    """From where on a favourite is flagged: Bonferroni over all contestants, or ``flag_z``."""
    bonferroni = NormalDist().inv_cdf(1 - rules.flag_alpha / (2 * contestants))
    return max(bonferroni, rules.flag_z)


def _strengths_without(votes: Votes, left_out: NDArray[np.bool_], rules: Voting) -> Floats:
    wins = win_matrix(_subset(votes, ~left_out))
    return strengths(wins, virtual_ties=rules.virtual_ties, max_iterations=rules.max_iterations)


def _subset(votes: Votes, chosen: NDArray[np.bool_]) -> Votes:
    return Votes(
        votes.names,
        votes.left[chosen],
        votes.right[chosen],
        votes.outcome[chosen],
        votes.voter[chosen],
    )


def _tests(
    votes: Votes, chosen: NDArray[np.bool_], found: Floats, rules: Voting
) -> dict[int, SessionTests]:
    """Tests of the voters of the ``chosen`` ballots against the strengths ``found``."""
    drawn = float(np.isin(votes.outcome, _DRAWN).mean())
    own = _subset(votes, chosen)
    if not len(own.voter):
        return {}
    numbers, voter = np.unique(own.voter, return_inverse=True)
    gap = found[own.left] - found[own.right]
    chance = 1 / (1 + np.exp(-gap))
    residual = own.score - chance
    variance = _variance(chance, drawn)
    against, spread = _sums(voter, -residual * gap), _sums(voter, variance * gap * gap)
    consensus = _ratio(against, spread)
    left, right = (
        _sums(voter, (own.outcome == _OUTCOMES.index(side)).astype(np.float64))
        for side in (Outcome.LEFT, Outcome.RIGHT)
    )
    side = _ratio(left - right, left + right)
    favourite, favoured = _favourites(own, voter, residual, variance)
    bound = favourite_bound(len(votes.names), rules)
    counts = np.bincount(voter)
    answer = {}
    for index, number in enumerate(numbers.tolist()):
        one = _known(consensus[index]), _known(favourite[index]), _known(side[index])
        flags = [
            name
            for name, flagged in (
                ("consensus", (one[0] or 0) > rules.flag_z),
                ("favourite", abs(one[1] or 0) > bound),
                ("side", abs(one[2] or 0) > rules.flag_z),
            )
            if flagged
        ]
        answer[number] = SessionTests(
            votes=int(counts[index]),
            consensus=one[0],
            favourite=one[1],
            favoured=votes.names[favoured[index]],
            side=one[2],
            flags=tuple(flags),
        )
    return answer


def _sums(group: Integers, values: Floats) -> Floats:
    return np.bincount(group, weights=values).astype(np.float64)


def _variance(chance: Floats, drawn: float) -> Floats:
    """Variance of a score of 0, ½ or 1 with mean ``chance``: p(1-p) - τ/4.

    A tie cannot be likelier than twice the weaker side's share, which keeps it above zero.
    """
    tie = np.minimum(drawn, 2 * np.minimum(chance, 1 - chance))
    variance: Floats = chance * (1 - chance) - tie / 4
    return variance


def _ratio(sums: Floats, variances: Floats) -> Floats:
    """Sums in units of their deviation; not a number where nothing could vary."""
    with np.errstate(divide="ignore", invalid="ignore"):
        z: Floats = np.where(variances > 1e-12, sums / np.sqrt(variances), np.nan)
    return z


def _known(z: float) -> float | None:
    return float(z) if math.isfinite(z) else None


def _favourites(
    own: Votes, voter: Integers, residual: Floats, variance: Floats
) -> tuple[Floats, Integers]:
    """By voter: the z of the contestant whose games deviate most, and which one that is."""
    # Both have the same cells in the same order, since they were made from the same places.
    sums = sums_by_group(own, voter, residual, -residual)
    spreads = sums_by_group(own, voter, variance, variance)
    z = np.nan_to_num(_ratio(sums.data, spreads.data))
    largest = np.maximum.reduceat(np.abs(z), sums.indptr[:-1])
    rows = np.repeat(np.arange(len(largest)), np.diff(sums.indptr))
    hits = np.flatnonzero(np.abs(z) == largest[rows])
    _rows, first = np.unique(rows[hits], return_index=True)
    chosen = hits[first]
    return z[chosen], sums.indices[chosen].astype(np.int64)


def influences(
    votes: Votes, groups: Integers, fit: Fit, rules: Voting = RULES.voting
) -> list[Influence]:
    """What each group of ballots moves, largest first.

    One step of Newton's method from the fit: the sum of a group's residuals for each contestant
    times the inverse information; measured against refits it is within a point or so. A group with
    more than ``heavy_share`` of the votes is refitted, for there one step is not enough.

    Args:
        votes: all valid ballots, as they were fitted.
        groups: a number from 0 for every ballot, or :data:`NO_GROUP`.
        fit: what the ballots gave.
        rules: the thresholds.
    """
    inside = groups != NO_GROUP
    if not inside.any():
        return []
    own, group = _subset(votes, inside), groups[inside]
    chance = 1 / (1 + np.exp(fit.strengths[own.right] - fit.strengths[own.left]))
    residual = own.score - chance
    pulls = sums_by_group(own, group, residual, -residual)
    wins = win_matrix(votes)
    step = inverse_information(fit.strengths, wins + wins.T, virtual_ties=rules.virtual_ties)
    counts = np.bincount(group)
    total = len(counts)
    scale = _Scale.of(fit, rules)
    found: list[Influence] = []
    for start in range(0, total, _ROWS_AT_ONCE):
        rows = np.arange(start, min(start + _ROWS_AT_ONCE, total))
        moves: Floats = np.asarray(pulls[rows] @ step)
        for row in np.flatnonzero(counts[rows] > rules.heavy_share * len(groups)):
            moves[row] = fit.strengths - _strengths_without(votes, groups == rows[row], rules)
        found += scale.influences(rows, moves, counts[rows])
    return sorted(found, key=lambda one: (-abs(one.points), one.group))


@dataclass(frozen=True)
class _Scale:
    """Moves of log-strengths as moves of ratings: in points, against the listed contestants.

    ``half_widths`` come from the number of votes alone. The interval on the board allows for
    voters as clusters, so the very session that is looked for would widen it and hide.
    """

    names: Sequence[str]
    listed: Integers
    half_widths: Floats
    points: float
    alarm: float

    @classmethod
    def of(cls, fit: Fit, rules: Voting) -> _Scale:
        """The scale of a fit; where nobody is listed everybody is looked at."""
        names = [standing.contestant for standing in fit.standings]
        centred, weights = centring(np.array([standing.listed for standing in fit.standings]))
        chosen = np.flatnonzero(weights)
        points = points_per_logit(rules)
        deviations = np.sqrt(variances(centred, fit.covariance)[chosen])
        halves = critical_z(rules) * points * deviations
        return cls(names, chosen, halves, points, rules.influence_share)

    def influences(self, groups: Integers, moves: Floats, counts: Integers) -> list[Influence]:
        """The largest move of each row that has ballots."""
        points = self.points * moves[:, self.listed]
        points -= points.mean(axis=1, keepdims=True)
        largest = np.abs(points).argmax(axis=1)
        alarming = np.any(np.abs(points) > self.alarm * self.half_widths, axis=1)
        return [
            Influence(
                group=int(groups[row]),
                votes=int(counts[row]),
                moved=self.names[self.listed[largest[row]]],
                points=float(points[row, largest[row]]),
                alarming=bool(alarming[row]),
            )
            for row in np.flatnonzero(counts)
        ]


def influx(
    votes: Votes,
    days: Integers,
    ratings_before: Mapping[int, Mapping[str, float]],
    rules: Voting = RULES.voting,
) -> list[Influx]:
    """The votes of every contestant on each of the days in ``ratings_before``, latest day first.

    Args:
        votes: all valid ballots.
        days: the number of each ballot's day.
        ratings_before: for every day of interest, the ratings as they stood when it began.
        rules: the thresholds; a day counts as odd beyond ``flag_z``, or where one session cast
            more than ``influx_session_share`` of at least ``flag_votes_min`` votes.
    """
    drawn = float(np.isin(votes.outcome, _DRAWN).mean()) if len(days) else 0.0
    found: list[Influx] = []
    for day in sorted(ratings_before, reverse=True):
        own = _subset(votes, days == day)
        before = ratings_before[day]
        rating = np.array([before.get(name, math.nan) for name in votes.names])
        chance = 1 / (1 + 10 ** ((rating[own.right] - rating[own.left]) / rules.scale))
        residual, variance = own.score - chance, _variance(chance, drawn)
        found += [
            _influx_of(index, day, own, residual, variance, rules)
            for index in np.union1d(own.left, own.right).tolist()
        ]
    return found


def _influx_of(
    index: int, day: int, own: Votes, residual: Floats, variance: Floats, rules: Voting
) -> Influx:
    """One contestant's day; ``residual`` is from the left side's view, nan where unexpected."""
    left, right = own.left == index, own.right == index
    games = left | right
    signed = np.where(left, residual, -residual)[games]
    expected = np.isfinite(signed)
    spread = float(variance[games][expected].sum())
    z = float(signed[expected].sum()) / math.sqrt(spread) if spread > 1e-12 else None
    total = int(games.sum())
    top_share = float(np.bincount(own.voter[games]).max()) / total
    crowded = total >= rules.flag_votes_min and top_share > rules.influx_session_share
    return Influx(
        day=day,
        contestant=own.names[index],
        votes=total,
        z=z,
        top_share=top_share,
        alarming=crowded or abs(z or 0) > rules.flag_z,
    )
