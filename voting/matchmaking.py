"""Who meets whom: a mix of uniform, few-votes-first and undecided-near-the-top. Pure, no Django.

Every two contestants have a probability, computed once for each fit (:func:`build`) and drawn from
in microseconds (:meth:`Draws.draw`). What a voter must not get is left out of the draw, and the
probability stored with the pair is the one of this very draw, so that votes can be weighted by its
inverse later.

Source of the mix: measured for this site. Adaptive choice gives newcomers an interval 2–4× sooner
and the top five with 2.4× fewer votes; the uniform part keeps every two comparable.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from random import Random
from typing import TYPE_CHECKING, Final

from pelican.rules import RULES, Voting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Two = tuple[str, str]
"""Two contestants, the one that sorts first in front."""

_TRIES: Final = 32
"""Draws from all pairs, in microseconds, before one from those allowed, which are to be listed."""


def two(one: str, other: str) -> Two:
    """Two contestants in the order in which this module knows them."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True)
class Standings:
    """What the last fit knew: votes and rating (points) of each contestant.

    ``undecided`` holds the weight of each two ``contestants`` in the third part of the mix, row by
    row of the upper triangle; see :func:`undecided_near_the_top`.
    """

    contestants: Sequence[str] = ()
    votes: Sequence[int] = ()
    ratings: Sequence[float] = ()
    undecided: Sequence[float] = ()


@dataclass(frozen=True)
class Drawn:
    """Two contestants and the probability with which this draw gave them."""

    contestants: Two
    probability: float


class NothingLeftError(LookupError):
    """The voter has seen every two contestants."""


class Draws:
    """The probability of every two of ``contestants``, ready to draw from."""

    def __init__(self, contestants: Sequence[str], weights: Sequence[float]) -> None:
        """``weights`` follow the upper triangle of ``contestants``, which must be sorted."""
        self._twos: list[Two] = list(combinations(contestants, 2))
        total = math.fsum(weights)
        shares = [weight / total for weight in weights]
        self._share: dict[Two, float] = dict(zip(self._twos, shares, strict=True))
        self._cumulative = array("d", accumulate(shares))
        self._of: dict[str, list[Two]] = {name: [] for name in contestants}
        for pair in self._twos:
            self._of[pair[0]].append(pair)
            self._of[pair[1]].append(pair)

    def probability(self, pair: Two) -> float:
        """The share of this pair when nothing is left out."""
        return self._share[pair]

    def draw(self, rng: Random, seen: Collection[Two], resting: Collection[str]) -> Drawn:
        """Draw two that the voter has not seen, none of them ``resting`` if that can be.

        Raises :class:`NothingLeftError` when ``seen`` holds every two.
        """
        left_out = {pair for pair in seen if pair in self._share}
        if len(left_out) == len(self._twos):
            raise NothingLeftError
        with_resting = left_out.union(*(self._of[name] for name in resting if name in self._of))
        if len(with_resting) < len(self._twos):
            left_out = with_resting
        return self._draw_outside(rng, left_out)

    def _draw_outside(self, rng: Random, left_out: Collection[Two]) -> Drawn:
        remaining = 1.0 - math.fsum(self._share[pair] for pair in left_out)
        for _ in range(_TRIES):
            place = bisect_right(self._cumulative, rng.random() * self._cumulative[-1])
            pair = self._twos[min(place, len(self._twos) - 1)]
            if pair not in left_out:
                return Drawn(pair, min(1.0, self._share[pair] / remaining))
        allowed = [pair for pair in self._twos if pair not in left_out]
        shares = [self._share[pair] for pair in allowed]
        pair = rng.choices(allowed, shares)[0]
        return Drawn(pair, min(1.0, self._share[pair] / math.fsum(shares)))


def build(contestants: Collection[str], last: Standings, rules: Voting = RULES.voting) -> Draws:
    """The mix over everybody who may meet now, newcomers included.

    A contestant that the last fit did not know has no votes and an even chance against anybody.
    At least two contestants are needed.
    """
    names = sorted(contestants)
    place = {name: index for index, name in enumerate(last.contestants)}
    votes = {name: last.votes[place[name]] if name in place else 0 for name in names}
    few, undecided = [], []
    for one, other in combinations(names, 2):
        scarcity = sum(1 / (votes[name] + rules.few_votes_offset) for name in (one, other))
        few.append(scarcity * _evenness(one, other, last, place, rules))
        undecided.append(_stored_weight(one, other, last, place))
    parts = {
        "uniform": [1.0] * len(few),
        "few_votes": few,
        "undecided_top": undecided,
    }
    mixed = _mix(parts, rules.pair_mix)
    new = {name for name in names if votes[name] < rules.listed_votes}
    with_newcomer = [one in new or other in new for one, other in combinations(names, 2)]
    return Draws(names, _cap(mixed, with_newcomer, rules.newcomer_share))


def _evenness(
    one: str, other: str, last: Standings, place: Mapping[str, int], rules: Voting
) -> float:
    """p(1-p) of the game between two, ¼ where one of them is not rated."""
    if one not in place or other not in place:
        return 0.25
    gap = last.ratings[place[one]] - last.ratings[place[other]]
    odds = math.exp(-abs(gap) * math.log(10) / rules.scale)
    return odds / (1 + odds) ** 2


def _stored_weight(one: str, other: str, last: Standings, place: Mapping[str, int]) -> float:
    if one not in place or other not in place or not last.undecided:
        return 0.0
    row, column = sorted((place[one], place[other]))
    size = len(last.contestants)
    return last.undecided[row * size - row * (row + 1) // 2 + column - row - 1]


def _mix(parts: Mapping[str, Sequence[float]], shares: Mapping[str, float]) -> list[float]:
    """Weighted sum of the parts, each scaled to 1; a part that is all zero is left out."""
    totals = {name: math.fsum(weights) for name, weights in parts.items()}
    living = {name: shares[name] for name, total in totals.items() if total > 0}
    scale = math.fsum(living.values())
    factors = {name: share / scale / totals[name] for name, share in living.items()}
    return [
        math.fsum(factors[name] * parts[name][index] for name in living)
        for index in range(len(parts["uniform"]))
    ]


def _cap(weights: Sequence[float], capped: Sequence[bool], share: float) -> list[float]:
    """Scale the ``capped`` weights down to ``share`` of the sum, where others exist to take it."""
    inside = math.fsum(weight for weight, is_in in zip(weights, capped, strict=True) if is_in)
    outside = math.fsum(weights) - inside
    if all(capped) or inside <= share * (inside + outside):
        return list(weights)
    factor = share / (1 - share) * outside / inside
    return [
        weight * factor if is_in else weight for weight, is_in in zip(weights, capped, strict=True)
    ]


def undecided_near_the_top(
    strengths: NDArray[np.float64], covariance: NDArray[np.float64], places: int
) -> NDArray[np.float32]:
    """Weight of each two: order unsettled, and a fair chance of a place among the first ``places``.

    ``p(1-p) · vd · exp(-z²/2) · (P_i + P_j)`` with ``vd`` the variance of the difference (logit²),
    ``z`` the difference in its standard errors and ``P`` the chance to lie above the middle between
    the last place at the top and the next, plus ``top_chance_min``. Upper triangle, row by row.
    """
    import numpy as np
    from scipy.special import expit, ndtr

    size = len(strengths)
    variance = np.diag(covariance)
    spread = variance[:, None] + variance[None, :] - 2 * covariance
    np.fill_diagonal(spread, 1.0)
    spread = np.maximum(spread, 1e-12)
    gap = strengths[:, None] - strengths[None, :]
    chance = expit(gap)
    ordered = np.sort(strengths)[::-1]
    last = min(places, size)
    cut = (ordered[last - 1] + ordered[min(last, size - 1)]) / 2
    top = ndtr((strengths - cut) / np.sqrt(np.maximum(variance, 1e-12)))
    top += RULES.voting.top_chance_min
    weight = chance * (1 - chance) * spread * np.exp(-(gap**2) / spread / 2)
    weight *= top[:, None] + top[None, :]
    return weight[np.triu_indices(size, 1)].astype("<f4")
