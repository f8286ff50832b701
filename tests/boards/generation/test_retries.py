from __future__ import annotations

import datetime as dt

import pytest

from boards.generation.http import retry_after
from boards.generation.protocol import Failure
from boards.generation.retries import seconds_until_retry

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("failed_before", "asked", "wait"),
    [
        (0, None, 30),
        (1, None, 120),
        (2, None, 600),
        (3, None, None),
        (0, 5, 30),
        (0, 90, 90),
        (0, 600, 600),
        (0, 86_400, 600),
        (2, 60, 600),
        (3, 60, None),
    ],
)
def test_each_wait_is_longer_and_a_provider_may_lengthen_it_up_to_a_limit(
    failed_before: int, asked: float | None, wait: float | None
) -> None:
    assert seconds_until_retry(Failure.RATE, failed_before, asked) == wait


@pytest.mark.parametrize(
    ("failure", "retried"),
    [
        (Failure.TIMEOUT, True),
        (Failure.CONNECTION, True),
        (Failure.RATE, True),
        (Failure.SERVER, True),
        (Failure.REPLY, True),
        (Failure.EXIT, True),
        (Failure.INTERNAL, True),
        (Failure.ACCESS, False),
        (Failure.GONE, False),
        (Failure.REQUEST, False),
        (Failure.SETTING, False),
        (Failure.LOST, False),
    ],
)
def test_which_failures_are_retried(failure: Failure, retried: bool) -> None:
    assert (seconds_until_retry(failure, 0) is not None) is retried


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120),
        (" 7 ", 7),
        ("0", 0),
        ("Mon, 30 Nov 2026 12:01:30 GMT", 90),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1e9", None),
        ("Mon, 30 Nov 2026 12:01:30 +999999999999999999999999", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(header: str, seconds: float | None) -> None:
    assert retry_after(header, NOW) == seconds
