from __future__ import annotations

import datetime as dt

import pytest

from boards.generation.estimate import estimate

BEGAN = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


def at(seconds: float) -> dt.datetime:
    return BEGAN + dt.timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("settled", "remaining", "now", "per_minute", "left"),
    [
        ((), 10, 60, None, None),
        ((0,), 10, 0, None, None),
        ((10, 20, 30), 6, 30, 6, 60),
        ((10, 20, 30), 6, 60, 3, 120),
        ((10, 20, 30), 0, 600, 6, 0),
        ((20, 30), 1, 10, 4, 15),
    ],
    ids=["nothing yet", "no time passed", "steady", "standing still", "over", "clock set back"],
)
def test_the_latest_slots_tell_the_pace_and_the_time_to_go(
    settled: tuple[float, ...],
    remaining: int,
    now: float,
    per_minute: float | None,
    left: float | None,
) -> None:
    found = estimate(list(map(at, settled)), remaining, at(now), BEGAN)
    assert found.per_minute == pytest.approx(per_minute)
    assert found.seconds_left == pytest.approx(left)


def test_only_the_latest_slots_count() -> None:
    slow, fast = range(0, 3000, 100), range(2901, 2926)
    found = estimate(list(map(at, (*slow, *fast))), 60, at(2925), BEGAN)
    assert found.per_minute == pytest.approx(60)
    assert found.seconds_left == pytest.approx(60)
