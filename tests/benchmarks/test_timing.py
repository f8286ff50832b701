from __future__ import annotations

import math
from typing import Any

import pytest

from benchmarks.profiles import CANONICAL, CI
from benchmarks.timing import GPU_QUERY, WALL_CLOCK, comparison_key, percentile, summarise


def trial(
    number: int, gpu: list[float], wall: list[float] | None = None, rejection: Any = None
) -> dict[str, Any]:
    return {
        "number": number,
        "gpu": gpu,
        "wall": wall if wall is not None else [value + 1 for value in gpu],
        "rejection": rejection,
    }


def test_the_result_is_the_median_of_each_trials_statistic() -> None:
    times = summarise([trial(1, [1, 2, 9]), trial(2, [4, 4, 4]), trial(3, [3, 3, 30])])
    assert times.method == GPU_QUERY
    assert [each.median_ms for each in times.trials] == [2, 4, 3]
    assert times.median_ms == 3
    assert times.p95_ms == 9
    assert times.rejection is None


def test_without_a_timer_the_wall_clock_is_an_estimate() -> None:
    times = summarise([trial(number, [], [8.0, 10.0]) for number in (1, 2, 3)])
    assert times.method == WALL_CLOCK
    assert times.median_ms == 9
    assert times.doubt is None


def test_a_trial_without_gpu_times_makes_all_of_them_estimates() -> None:
    assert summarise([trial(1, [1, 2]), trial(2, [], [3, 4])]).method == WALL_CLOCK


@pytest.mark.parametrize(
    ("gpu", "wall", "believed"),
    [
        (10.0, 400.0, False),  # a software driver was seen to say so
        (400.0, 10.0, False),
        (1.0, 5.9, True),  # the way to the GPU process takes that much
        (0.2, 5.1, True),
        (100.0, 199.0, True),
        (100.0, 201.0, False),
    ],
)
def test_a_timer_that_contradicts_the_clock_is_not_believed(gpu, wall, believed) -> None:
    times = summarise([trial(1, [gpu] * 3, [wall] * 3)])
    assert (times.method == GPU_QUERY) is believed
    assert times.median_ms == (gpu if believed else wall)
    assert times.doubt == (None if believed else {"timer_ms": gpu, "wall_ms": wall})


def test_one_rejected_trial_rejects_the_benchmark_and_is_kept() -> None:
    lost = {"code": "context.lost", "detail": ""}
    times = summarise([trial(1, [1, 1]), trial(2, [1], rejection=lost), trial(3, [1, 1])])
    assert times.median_ms is None
    assert times.rejection == lost
    assert [each.median_ms for each in times.trials] == [1, None, 1]


@pytest.mark.parametrize("bad", [math.nan, math.inf, 0.0, -1.0])
def test_a_time_that_is_none_rejects_its_trial(bad) -> None:
    times = summarise([trial(1, [1.0, bad], [2.0, 2.0])])
    assert times.rejection == {"code": "timing.not_finite", "detail": ""}
    assert times.p95_ms is None


def test_no_trial_is_no_result() -> None:
    times = summarise([])
    assert (times.median_ms, times.rejection) == (None, None)


@pytest.mark.parametrize(
    ("samples", "expected"), [([5], 5), (list(range(1, 21)), 19), (list(range(1, 101)), 95)]
)
def test_the_95th_percentile_is_a_sample(samples, expected) -> None:
    assert percentile(samples, 0.95) == expected


@pytest.mark.parametrize("part", ["browser", "os", "renderer", "backend"])
def test_every_part_of_the_circumstances_is_in_the_key(part) -> None:
    environment = {"browser": "C", "os": "D", "renderer": "R", "backend": "V", "timer": True}
    key = comparison_key(environment, CANONICAL, GPU_QUERY)
    assert comparison_key({**environment, part: "other"}, CANONICAL, GPU_QUERY) != key
    assert comparison_key({**environment, "timer": False}, CANONICAL, GPU_QUERY) == key


def test_profile_and_method_are_in_the_key() -> None:
    keys = {
        comparison_key({}, profile, method)
        for profile in (CANONICAL, CI, CI.reduced(frames=2))
        for method in (GPU_QUERY, WALL_CLOCK)
    }
    assert len(keys) == 6
