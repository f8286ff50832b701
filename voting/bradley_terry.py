"""Bradley–Terry strengths with honest intervals and rank ranges. Pure, no Django.

The recipe was chosen by simulation: virtual ties keep every strength finite and centre islands;
the interval takes the wider of the Fisher variance (scaled by the dispersion that half-point ties
leave) and a sandwich clustered by voter, which alone is too narrow for few votes; ranks come from
tests of differences, not from overlapping bars.

Ratings are points: ``scale / ln 10`` for one unit of log-strength.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from pelican.rules import RULES, Voting
from voting.outcomes import Outcome

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

CODE_VERSION: Final = "bt-1"
"""Changes whenever the arithmetic below does; stored with every snapshot."""

_OUTCOMES: Final = tuple(Outcome)
_SCORES: Final = np.array([outcome.left_score for outcome in _OUTCOMES])


class TooFewContestantsError(ValueError):
    """Fewer than two contestants have a vote, so there is nothing to compare."""


class NotConvergedError(ArithmeticError):
    """The likelihood has no maximum, or it was not reached; the message is the library's."""


@dataclass(frozen=True)
class Votes:
    """Ballots as columns of one length, one entry a ballot.

    ``names`` are the contestants that occur, sorted; ``left`` and ``right`` index it; ``outcome``
    indexes the members of :class:`Outcome`; ``voter`` numbers the voters from 0.
    """

    names: tuple[str, ...]
    left: Integers
    right: Integers
    outcome: Integers
    voter: Integers

    @classmethod
    def from_rows(cls, rows: Iterable[tuple[str, str, str, str]]) -> Votes:
        """Columns from rows of (left, right, outcome, voter); unknown outcomes are an error."""
        outcomes = {outcome.value: index for index, outcome in enumerate(_OUTCOMES)}
        contestants: dict[str, int] = {}
        voters: dict[str, int] = {}
        flat = array("q")
        for left, right, outcome, voter in rows:
            if outcome not in outcomes:
                Outcome.parse(outcome)
            flat.append(contestants.setdefault(left, len(contestants)))
            flat.append(contestants.setdefault(right, len(contestants)))
            flat.append(outcomes[outcome])
            flat.append(voters.setdefault(voter, len(voters)))
        table = np.array(flat, dtype=np.int64).reshape(-1, 4)
        names = tuple(sorted(contestants))
        place = {name: index for index, name in enumerate(names)}
        sorted_index = np.array([place[name] for name in contestants], dtype=np.int64)
        return cls(
            names,
            sorted_index[table[:, 0]],
            sorted_index[table[:, 1]],
            table[:, 2],
            table[:, 3],
        )

    @property
    def score(self) -> Floats:
        """Share of each game that the left side took."""
        scores: Floats = _SCORES[self.outcome]
        return scores


@dataclass(frozen=True)
class Standing:
    """One contestant. ``low`` and ``high`` bound the interval; ranks are None while provisional."""

    contestant: str
    rating: float
    low: float
    high: float
    rank_best: int | None
    rank_worst: int | None
    votes: int
    wins: int
    ties: int
    both_bad: int
    listed: bool
    provisional: bool


@dataclass(frozen=True)
class Fit:
    """What the ballots say.

    ``strengths`` are log-strengths with mean 0 and ``covariance`` theirs (sum-to-zero, the Fisher
    one scaled by the dispersion); both follow ``standings``, which are sorted by name. ``islands``
    are the groups that no ballot connects: one group when all is well.
    """

    standings: tuple[Standing, ...]
    strengths: Floats
    covariance: Floats
    islands: tuple[tuple[str, ...], ...]


def win_matrix(votes: Votes) -> Floats:
    """``[i, j]`` = games that i took from j, a half each for a tie or both bad."""
    size = len(votes.names)
    score = votes.score
    wins = np.zeros(size * size)
    wins += np.bincount(votes.left * size + votes.right, weights=score, minlength=size * size)
    wins += np.bincount(votes.right * size + votes.left, weights=1 - score, minlength=size * size)
    return wins.reshape(size, size)


def strengths(wins: Floats, *, virtual_ties: float, max_iterations: int) -> Floats:
    """Log-strengths with mean 0 that make ``wins`` likeliest.

    ``virtual_ties`` games a contestant are added, drawn and spread evenly over the field. Raises
    :class:`NotConvergedError` where no maximum exists (which virtual ties exclude).
    """
    import choix

    with np.errstate(all="ignore"):
        try:
            found: Floats = choix.ilsr_pairwise_dense(
                wins + _virtual(len(wins), virtual_ties), alpha=0, max_iter=max_iterations
            )
        except (ValueError, RuntimeError, np.linalg.LinAlgError) as error:
            raise NotConvergedError(str(error)) from error
    if not np.isfinite(found).all():
        raise NotConvergedError("The strengths are not finite.")
    return found


def _virtual(size: int, virtual_ties: float) -> Floats:
    return virtual_ties / (2 * (size - 1)) * (1 - np.eye(size))


def fit(votes: Votes, rules: Voting = RULES.voting) -> Fit:
    """Rate every contestant that has a vote.

    Raises :class:`TooFewContestantsError` below two of them, :class:`NotConvergedError`.
    """
    size = len(votes.names)
    if size < 2:
        raise TooFewContestantsError(f"{size} contestants have votes; it takes two.")
    wins = win_matrix(votes)
    found = strengths(wins, virtual_ties=rules.virtual_ties, max_iterations=rules.max_iterations)
    games = wins + wins.T
    fisher = inverse_information(found, games, virtual_ties=rules.virtual_ties)
    dispersion, clustered = _clustered(votes, found, fisher)
    counts = _counts(votes)
    listed = counts.votes >= rules.listed_votes
    ranked = counts.votes >= rules.ranked_votes
    fisher *= dispersion
    centred, shift = centring(listed)
    half = critical_z(rules) * np.sqrt(
        np.maximum(variances(centred, fisher), variances(centred, clustered))
    )
    points = points_per_logit(rules)
    rating = rules.centre + points * (found - shift @ found)
    best, worst = _rank_ranges(found, fisher, clustered, ranked, rules)
    standings = tuple(
        Standing(
            name,
            float(rating[i]),
            float(rating[i] - points * half[i]),
            float(rating[i] + points * half[i]),
            int(best[i]) if ranked[i] else None,
            int(worst[i]) if ranked[i] else None,
            int(counts.votes[i]),
            int(counts.wins[i]),
            int(counts.ties[i]),
            int(counts.both_bad[i]),
            bool(listed[i]),
            not ranked[i],
        )
        for i, name in enumerate(votes.names)
    )
    return Fit(standings, found, fisher, islands(votes.names, games))


def critical_z(rules: Voting) -> float:
    """How many standard deviations a two-sided interval of ``confidence`` reaches."""
    return NormalDist().inv_cdf((1 + rules.confidence) / 2)


def points_per_logit(rules: Voting) -> float:
    """Rating points that one unit of log-strength is worth."""
    return rules.scale / math.log(10)


def inverse_information(found: Floats, games: Floats, *, virtual_ties: float) -> Floats:
    """Inverse of the Fisher information of ``found`` where strengths sum to zero.

    ``games[i, j]`` counts those between i and j; the virtual ties of the fit are added.
    """
    from scipy.special import expit

    size = len(found)
    games = games + 2 * _virtual(size, virtual_ties)
    chance = expit(found[:, None] - found[None, :])
    weight = games * chance * (1 - chance)
    information = np.diag(weight.sum(axis=1)) - weight
    level = np.trace(information) / size
    flat = np.full((size, size), 1 / size)
    covariance: Floats = np.linalg.inv(information + level * flat) - flat / level
    return covariance


def _clustered(votes: Votes, found: Floats, fisher: Floats) -> tuple[float, Floats]:
    """The pooled dispersion (at most 1), and the sandwich covariance with voters as clusters."""
    from scipy.special import expit

    chance = expit(found[votes.left] - found[votes.right])
    residual = votes.score - chance
    size, total = len(found), len(residual)
    spread = float(np.sum(chance * (1 - chance)))
    dispersion = float(residual @ residual) / spread * total / max(total - size + 1, 1)
    voters = int(votes.voter.max()) + 1
    pulls = sums_by_group(votes, votes.voter, residual, -residual)
    middle = (pulls.T @ pulls).toarray() * (voters / max(voters - 1, 1))
    return min(1.0, dispersion), fisher @ middle @ fisher


def sums_by_group(
    votes: Votes, groups: Integers, of_left: Floats, of_right: Floats
) -> csr_matrix[np.float64]:
    """What each group of ballots (row) gives each contestant (column), summed.

    ``groups`` numbers the group of every ballot from 0; ``of_left`` and ``of_right`` are what a
    ballot gives its left and its right side.
    """
    from scipy import sparse

    values = np.concatenate((of_left, of_right))
    where = np.concatenate((groups, groups)), np.concatenate((votes.left, votes.right))
    shape = (int(groups.max()) + 1, len(votes.names))
    return sparse.coo_matrix((values, where), shape=shape).tocsr()


@dataclass(frozen=True)
class _Counts:
    votes: Integers
    wins: Integers
    ties: Integers
    both_bad: Integers


def _counts(votes: Votes) -> _Counts:
    size = len(votes.names)

    def occurrences(left: NDArray[np.bool_], right: NDArray[np.bool_]) -> Integers:
        return np.bincount(votes.left[left], minlength=size) + np.bincount(
            votes.right[right], minlength=size
        )

    def given(outcome: Outcome) -> NDArray[np.bool_]:
        chosen: NDArray[np.bool_] = votes.outcome == _OUTCOMES.index(outcome)
        return chosen

    everything = np.ones(len(votes.left), dtype=np.bool_)
    tie, both_bad = given(Outcome.TIE), given(Outcome.BOTH_BAD)
    return _Counts(
        votes=occurrences(everything, everything),
        wins=occurrences(given(Outcome.LEFT), given(Outcome.RIGHT)),
        ties=occurrences(tie, tie),
        both_bad=occurrences(both_bad, both_bad),
    )


def centring(listed: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """The map that moves the mean of the listed ones to 0 (of all, where none is listed).

    With it come the weights of the contestants in that mean.
    """
    members = listed if listed.any() else np.ones_like(listed)
    weights = members / members.sum()
    return np.eye(len(listed)) - weights[None, :], weights


def variances(map_: Floats, covariance: Floats) -> Floats:
    """Variances after a linear map: the diagonal of ``M V Mᵀ``."""
    diagonal: Floats = np.einsum("ij,ij->i", map_ @ covariance, map_)
    return np.maximum(diagonal, 0)


def _rank_ranges(
    found: Floats,
    fisher: Floats,
    clustered: Floats,
    ranked: NDArray[np.bool_],
    rules: Voting,
) -> tuple[Integers, Integers]:
    """Best and worst rank: how many of the ranked are surely above, and surely below.

    Only ranked contestants push others down; the answer for the rest means nothing.
    """

    def difference(covariance: Floats) -> Floats:
        own = np.diag(covariance)
        return own[:, None] + own[None, :] - 2 * covariance

    variance = np.maximum(np.maximum(difference(fisher), difference(clustered)), 1e-12)
    lead = (found[None, :] - found[:, None]) / np.sqrt(variance)
    np.fill_diagonal(lead, 0)
    lead = lead[:, ranked]
    limit = critical_z(rules)
    best: Integers = 1 + (lead > limit).sum(axis=1)
    worst: Integers = ranked.sum() - (lead < -limit).sum(axis=1)
    return best, worst


def islands(names: Sequence[str], games: Floats) -> tuple[tuple[str, ...], ...]:
    """Groups of contestants that ballots connect, largest first."""
    from scipy.sparse.csgraph import connected_components

    count, label = connected_components(games > 0, directed=False)
    groups = [
        tuple(name for name, at in zip(names, label, strict=True) if at == number)
        for number in range(count)
    ]
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))
