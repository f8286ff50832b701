"""How good the judges are, computed from their record. Pure, no Django.

Pairs are pairs of samples of one triple. A triple of one sample has no pairs, so it is in no tie
or order rate. scipy and krippendorff are loaded when agreement is asked for.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations


@dataclass(frozen=True)
class VerdictRecord:
    """One verdict: of which sample, its score and answers, and what was noted of it."""

    sample: int
    score: float
    checklist: Mapping[str, bool] = field(default_factory=dict)
    contradicts: bool = False
    own_vendor: bool = False


@dataclass(frozen=True)
class PassRecord:
    """One finished pass: a judge's look at a triple in one order.

    ``replies`` came in all, ``unread`` of them could not be parsed; a pass without verdicts is
    unparsed.
    """

    judge: str
    triple: int
    order: int
    verdicts: Sequence[VerdictRecord]
    replies: int = 1
    unread: int = 0


@dataclass(frozen=True)
class Rate:
    """A share with what it is of: ``hits`` of ``n``."""

    hits: int
    n: int

    @property
    def share(self) -> float | None:
        """The rate from 0 to 1; None of nothing."""
        return self.hits / self.n if self.n else None


@dataclass(frozen=True)
class Bias:
    """A judge's mean score for its own vendor's samples minus its mean for the others."""

    own: int
    others: int
    difference: float | None


@dataclass(frozen=True)
class JudgeStatistics:
    """One judge's own quality."""

    judge: str
    passes: int
    ties: Rate
    order_flips: Rate
    unread_replies: Rate
    unparsed_passes: Rate
    contradictions: Rate
    bias: Bias


@dataclass(frozen=True)
class Agreement:
    """How far judges agree; None where it is not defined.

    ``tau`` is Kendall's tau-b over the ``samples`` that both scored, by pair of judges; ``alpha``
    is Krippendorff's alpha (nominal) over all answers of the checklists.
    """

    tau: Mapping[tuple[str, str], tuple[float | None, int]]
    alpha: float | None
    answers: int


def judge_statistics(passes: Iterable[PassRecord]) -> list[JudgeStatistics]:
    """The statistics of every judge in the record, by name."""
    by_judge: defaultdict[str, list[PassRecord]] = defaultdict(list)
    for one in passes:
        by_judge[one.judge].append(one)
    return [_statistics(judge, by_judge[judge]) for judge in sorted(by_judge)]


def _statistics(judge: str, passes: Sequence[PassRecord]) -> JudgeStatistics:
    verdicts = [verdict for one in passes for verdict in one.verdicts]
    return JudgeStatistics(
        judge=judge,
        passes=len(passes),
        ties=_ties(passes),
        order_flips=_order_flips(passes),
        unread_replies=Rate(sum(one.unread for one in passes), sum(one.replies for one in passes)),
        unparsed_passes=Rate(sum(not one.verdicts for one in passes), len(passes)),
        contradictions=Rate(sum(verdict.contradicts for verdict in verdicts), len(verdicts)),
        bias=_bias(verdicts),
    )


def _differences(one: PassRecord) -> Iterator[tuple[tuple[int, int], float]]:
    """For each pair of samples of a pass, in one order of ids: how much better the first is."""
    scored = sorted((verdict.sample, verdict.score) for verdict in one.verdicts)
    for (first, better), (second, worse) in combinations(scored, 2):
        yield (first, second), better - worse


def _ties(passes: Iterable[PassRecord]) -> Rate:
    differences = [difference for one in passes for _pair, difference in _differences(one)]
    return Rate(sum(difference == 0 for difference in differences), len(differences))


def _order_flips(passes: Iterable[PassRecord]) -> Rate:
    """Of the pairs seen in two orders, how many are the other way round; a tie is no flip."""
    seen: defaultdict[tuple[int, tuple[int, int]], list[float]] = defaultdict(list)
    for one in passes:
        for pair, difference in _differences(one):
            seen[one.triple, pair].append(difference)
    both = [differences for differences in seen.values() if len(differences) > 1]
    return Rate(sum(min(each) < 0 < max(each) for each in both), len(both))


def _bias(verdicts: Iterable[VerdictRecord]) -> Bias:
    own: list[float] = []
    others: list[float] = []
    for verdict in verdicts:
        (own if verdict.own_vendor else others).append(verdict.score)
    known = bool(own and others)
    difference = statistics.fmean(own) - statistics.fmean(others) if known else None
    return Bias(len(own), len(others), difference)


def agreement(passes: Sequence[PassRecord]) -> Agreement:
    """Agreement of all judges in the record."""
    alpha, answers = _alpha(passes)
    means = _means(passes)
    tau = {
        (first, second): _tau(means[first], means[second])
        for first, second in combinations(sorted(means), 2)
    }
    return Agreement(tau, alpha, answers)


def _means(passes: Iterable[PassRecord]) -> dict[str, dict[int, float]]:
    """By judge and sample, the mean score over the judge's passes."""
    scores: defaultdict[str, defaultdict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in passes:
        for verdict in one.verdicts:
            scores[one.judge][verdict.sample].append(verdict.score)
    return {
        judge: {sample: statistics.fmean(values) for sample, values in samples.items()}
        for judge, samples in scores.items()
    }


def _tau(first: Mapping[int, float], second: Mapping[int, float]) -> tuple[float | None, int]:
    shared = sorted(first.keys() & second.keys())
    left = [first[sample] for sample in shared]
    right = [second[sample] for sample in shared]
    if len(set(left)) < 2 or len(set(right)) < 2:
        return None, len(shared)
    from scipy.stats import kendalltau

    return float(kendalltau(left, right).statistic), len(shared)


def _alpha(passes: Iterable[PassRecord]) -> tuple[float | None, int]:
    """Over units (sample, pass, item): as the passes are the same for all judges."""
    answers: defaultdict[tuple[int, int, str], dict[str, bool]] = defaultdict(dict)
    judges: set[str] = set()
    for one in passes:
        judges.add(one.judge)
        for verdict in one.verdicts:
            for item, answer in verdict.checklist.items():
                answers[verdict.sample, one.order, item][one.judge] = answer
    units = [unit for unit in answers.values() if len(unit) > 1]
    number = sum(len(unit) for unit in units)
    if len({answer for unit in units for answer in unit.values()}) < 2:
        return None, number
    import krippendorff
    import numpy as np

    missing = float("nan")
    table = np.array(
        [[float(unit[judge]) if judge in unit else missing for unit in units] for judge in judges]
    )
    return float(krippendorff.alpha(table, level_of_measurement="nominal")), number
