"""``sketch`` as a child process."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boards.generation.configuration import SketchSettings
from boards.generation.harnesses.sketch import SKETCH_VERSION, SketchHarness
from boards.generation.protocol import DrawingRequest, Failure, HarnessError

Make = Callable[..., DrawingRequest]


@pytest.fixture
def harness() -> SketchHarness:
    return SketchHarness(SketchSettings())


def test_it_works(harness: SketchHarness, make_request: Make) -> None:
    reply = harness.draw(make_request(effort="max", options={"style": "ink"}))
    assert b"<svg" in reply.content


def test_it_never_passes_for_a_model(harness: SketchHarness, make_request: Make) -> None:
    assert "not a model" in harness.draw(make_request()).model
    assert "not a model" in SKETCH_VERSION


def test_one_seed_gives_one_drawing(harness: SketchHarness, make_request: Make) -> None:
    first, again, other = (
        harness.draw(make_request(effort="high", seed=seed)).content for seed in (5, 5, 6)
    )
    assert first == again != other


def test_effort_and_options_reach_the_command_line(
    harness: SketchHarness, make_request: Make
) -> None:
    request = make_request(effort="low", options={"style": "ink", "delay": 0.5}, attempt=2)
    assert harness.arguments(request) == [
        *("--task", "pelican_bicycle", "--seed", "1", "--attempt", "2"),
        *("--style=ink", "--delay=0.5", "--effort=low"),
    ]
    skilled = make_request(effort="low", options={"skill": 0.4})
    assert harness.arguments(skilled)[-1] == "--skill=0.4"


def test_a_failure_of_the_program_is_a_failure(harness: SketchHarness, make_request: Make) -> None:
    with pytest.raises(HarnessError) as caught:
        harness.draw(make_request(options={"fail_rate": 1.0}))
    assert caught.value.failure is Failure.EXIT
    assert "pencil" in caught.value.record["stderr"]


def test_a_slow_drawing_runs_out_of_time(harness: SketchHarness, make_request: Make) -> None:
    with pytest.raises(HarnessError) as caught:
        harness.draw(make_request(options={"delay": 60}, timeout_seconds=0.5))
    assert caught.value.failure is Failure.TIMEOUT
