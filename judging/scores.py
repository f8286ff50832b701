"""From verdicts to the reference score of a sample and of a variant. Pure, no Django.

A verdict's score is the weighted mean of its five scores. A sample's is, for each counted judge,
the mean over its valid passes, then the mean over these judges. A variant's is the mean over the
gate-passed samples of its newest complete batch run.
"""

from __future__ import annotations

import enum
import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from judging.criteria import DIMENSIONS
from pelican.rules import RULES


@dataclass(frozen=True)
class Mean:
    """A mean with how many values it is of, and their standard deviation (n - 1; None of one)."""

    value: float
    n: int
    sd: float | None


@dataclass(frozen=True)
class CountedVerdict:
    """What matters of a verdict here: whose it is, and its score."""

    judge: str
    score: float


class State(enum.StrEnum):
    """Why a variant has, or lacks, a reference score."""

    SCORED = "scored"
    INSUFFICIENT = "insufficient"
    NOT_JUDGED = "not judged yet"


@dataclass(frozen=True)
class VariantScore:
    """A variant's reference score, or why there is none. ``passed`` samples went through the gate.

    ``best`` is the id of the sample with the highest score, None while none is scored.
    """

    state: State
    passed: int
    mean: Mean | None
    best: int | None


def verdict_score(scores: Mapping[str, int]) -> float:
    """The weighted mean of the five scores, on the scale of the scores."""
    weights = RULES.judging.weights
    # Rounded so that equal marks give equal scores, whatever the order of the sum.
    return round(math.fsum(weights[name] * scores[name] for name in DIMENSIONS), 9)


def mean_of(values: Sequence[float]) -> Mean:
    """Mean, number and standard deviation; raises ``statistics.StatisticsError`` for none."""
    return Mean(
        statistics.fmean(values), len(values), statistics.stdev(values) if len(values) > 1 else None
    )


def sample_score(verdicts: Iterable[CountedVerdict]) -> Mean | None:
    """The reference score of a sample over its counted verdicts; None without one.

    ``n`` and ``sd`` are those of the judges' means.
    """
    by_judge: defaultdict[str, list[float]] = defaultdict(list)
    for verdict in verdicts:
        by_judge[verdict.judge].append(verdict.score)
    if not by_judge:
        return None
    return mean_of([statistics.fmean(by_judge[judge]) for judge in sorted(by_judge)])


def variant_score(scores: Mapping[int, float | None]) -> VariantScore:
    """The reference score of a variant over its gate-passed samples (id → score or None)."""
    judged = {sample: score for sample, score in scores.items() if score is not None}
    passed, least = len(scores), RULES.judging.scored_samples_min
    best = min(judged, key=lambda sample: (-judged[sample], sample)) if judged else None
    if passed < least:
        return VariantScore(State.INSUFFICIENT, passed, None, best)
    if len(judged) < least:
        return VariantScore(State.NOT_JUDGED, passed, None, best)
    return VariantScore(State.SCORED, passed, mean_of(list(judged.values())), best)
