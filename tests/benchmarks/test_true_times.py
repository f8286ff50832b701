"""What is measured of an artifact that does not want to be measured."""

from __future__ import annotations

import statistics
from typing import Any

import pytest

from benchmarks.profiles import Profile
from benchmarks.runner.supervise import examine
from tests.benchmarks.lying_artifacts import BUSY_LIARS, BUSY_MS, OVERLAID, TIMER_LIARS
from tests.benchmarks.test_runner import SECONDS, chromium, request

__all__ = ["chromium"]

BRIEF = Profile("brief", 96, 54, 1, 6, 2, 1)


def trial_of(source: str, chromium: str) -> dict[str, Any]:
    asked = request(source, chromium, kind="benchmark", profile=BRIEF)
    with examine(asked, seconds=SECONDS) as outcome:
        assert outcome.report.problem is None
        [trial] = outcome.report.trials
    return trial


@pytest.mark.parametrize("name", sorted(BUSY_LIARS))
def test_no_module_can_shorten_its_times(name: str, chromium: str) -> None:
    trial = trial_of(BUSY_LIARS[name], chromium)
    assert trial["rejection"] is None
    assert len(trial["wall"]) == len(trial["gpu"]) == BRIEF.timed_frames
    assert min(trial["wall"]) >= BUSY_MS


def test_no_module_can_have_the_timer_look_away(chromium: str) -> None:
    honest = statistics.median(trial_of(OVERLAID, chromium)["gpu"])
    for name, source in TIMER_LIARS.items():
        trial = trial_of(source, chromium)
        rejected = trial["rejection"] is not None
        assert rejected or statistics.median(trial["gpu"]) > honest / 3, name
