"""Statistics of trials: which times to believe, and what they come to. Pure, no Django."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.profiles import Profile
from pelican.rules import RULES

GPU_QUERY: Final = "gpu-query"
WALL_CLOCK: Final = "wall-clock-estimate"
_KEY_PARTS: Final = ("browser", "os", "renderer", "backend")


@dataclass(frozen=True)
class TrialTimes:
    """One trial: its samples by the method chosen, in milliseconds a frame, and the statistics.

    ``rejection`` is ``{code, detail}`` or None; a rejected trial has no statistics.
    """

    number: int
    samples: tuple[float, ...]
    median_ms: float | None
    p95_ms: float | None
    wall_median_ms: float | None
    rejection: Mapping[str, Any] | None


@dataclass(frozen=True)
class Times:
    """All trials under one method. ``median_ms`` and ``p95_ms`` are medians of the trials'.

    ``doubt`` says why GPU times were there but not believed.
    """

    method: str
    trials: tuple[TrialTimes, ...] = ()
    median_ms: float | None = None
    p95_ms: float | None = None
    doubt: Mapping[str, float] | None = field(default=None)

    @property
    def rejection(self) -> Mapping[str, Any] | None:
        """Why there is no result: the first trial that was rejected."""
        return next((trial.rejection for trial in self.trials if trial.rejection), None)


def summarise(reports: Sequence[Mapping[str, Any]]) -> Times:
    """The times of a benchmark from what the runner says of each trial.

    GPU times are used when every frame has one and they agree with the wall clock; otherwise the
    wall clock is, as an estimate. One rejected trial rejects the benchmark: its result would be
    the median of fewer trials than its profile says.
    """
    doubt = _doubt(reports)
    gpu = bool(reports) and all(report["gpu"] for report in reports) and doubt is None
    trials = tuple(_trial(report, gpu=gpu) for report in reports)
    times = Times(GPU_QUERY if gpu else WALL_CLOCK, trials, doubt=doubt)
    if not trials or times.rejection:
        return times
    return Times(
        times.method,
        trials,
        statistics.median(_known(trial.median_ms) for trial in trials),
        statistics.median(_known(trial.p95_ms) for trial in trials),
        doubt,
    )


def percentile(samples: Sequence[float], share: float) -> float:
    """The smallest sample that at least ``share`` of all are not above (nearest rank)."""
    ordered = sorted(samples)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def comparison_key(environment: Mapping[str, Any], profile: Profile, method: str) -> str:
    """What must be equal before two times are compared."""
    parts = [str(environment.get(part, "")) for part in _KEY_PARTS]
    return " | ".join([*parts, f"{profile.width}x{profile.height}", profile.name, method])


def _trial(report: Mapping[str, Any], *, gpu: bool) -> TrialTimes:
    samples = tuple(float(value) for value in report["gpu" if gpu else "wall"])
    wall = [float(value) for value in report["wall"]]
    rejection = report["rejection"]
    if rejection is None and not (samples and all(_is_time(value) for value in samples)):
        rejection = {"code": "timing.not_finite", "detail": ""}
    counted = rejection is None
    return TrialTimes(
        number=report["number"],
        samples=tuple(value for value in samples if math.isfinite(value)),
        median_ms=statistics.median(samples) if counted else None,
        p95_ms=percentile(samples, 0.95) if counted else None,
        wall_median_ms=statistics.median(wall) if wall else None,
        rejection=rejection,
    )


def _doubt(reports: Sequence[Mapping[str, Any]]) -> Mapping[str, float] | None:
    """Both medians, if the GPU timer and the wall clock contradict each other.

    A software driver was seen to report 10 ms for 400. The slack keeps the cost of one round trip
    to the GPU process, which is large beside a fast frame, from looking like a contradiction.
    """
    gpu = [value for report in reports for value in report["gpu"] if math.isfinite(value)]
    wall = [value for report in reports for value in report["wall"] if math.isfinite(value)]
    if not gpu or not wall:
        return None
    by_timer, by_clock = statistics.median(gpu), statistics.median(wall)
    apart = abs(by_clock - by_timer)
    low, high = sorted((by_timer, by_clock))
    if apart > RULES.sdf.timer_slack_ms and high > RULES.sdf.timer_factor_max * max(low, 1e-9):
        return {"timer_ms": by_timer, "wall_ms": by_clock}
    return None


def _is_time(value: float) -> bool:
    return math.isfinite(value) and value > 0


def _known(value: float | None) -> float:
    if value is None:
        raise ValueError("A trial that is not rejected has statistics.")
    return value
