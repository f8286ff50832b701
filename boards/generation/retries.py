"""When a failed attempt is made again. Pure Python, no Django."""

from __future__ import annotations

from typing import Final

from boards.generation.protocol import Failure
from pelican.rules import RULES

RETRIED: Final = frozenset(
    {
        Failure.TIMEOUT,
        Failure.CONNECTION,
        Failure.RATE,
        Failure.SERVER,
        Failure.REPLY,
        Failure.EXIT,
        Failure.INTERNAL,
    }
)
"""Failures that may be gone a while later. No wait mends the others."""

MARKING: Final = frozenset({Failure.ACCESS, Failure.GONE})
"""Failures by which the provider says that it will not draw for this variant."""


def retries_allowed() -> int:
    """How often a failed attempt is made again."""
    return len(RULES.generation.retry_seconds)


def seconds_until_retry(
    failure: Failure, failed_before: int, retry_after: float | None = None
) -> float | None:
    """How long to wait after a failed attempt, or None when it is the slot's last.

    ``failed_before`` counts the failed attempts before this one. What the provider asks for by
    ``retry_after`` is honoured up to a limit, and never shortens the wait.
    """
    rules = RULES.generation
    if failure not in RETRIED or failed_before >= retries_allowed():
        return None
    wait = float(rules.retry_seconds[failed_before])
    if retry_after is None:
        return wait
    return max(wait, min(retry_after, float(rules.retry_after_max_seconds)))
