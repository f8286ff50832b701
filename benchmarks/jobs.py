"""The functions that the queue calls. Each takes ids only and may be delivered twice."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings

from benchmarks import benchmarking, examinations, validating
from boards.browser_turn import browser_turn


def validate_artifact(validation_id: int) -> None:
    """Carry out one validation, if no other worker has a browser."""
    _take_turn(validating.carry_out, validation_id)


def benchmark_artifact(benchmark_id: int) -> None:
    """Carry out one benchmark, if no other worker has a browser."""
    _take_turn(benchmarking.carry_out, benchmark_id)


def sweep() -> int:
    """End examinations whose worker was lost, and see that the next goes on; returns how many."""
    ended = examinations.sweep()
    examinations.hand_out()
    return ended


def _take_turn(carry_out: Callable[[int], object], pk: int) -> None:
    """Carry out an examination while holding the browser.

    A job that finds the browser taken frees its worker; its row stays queued for a later job.
    """
    with browser_turn(settings.VAR_DIR) as ours:
        if not ours:
            return
        carry_out(pk)
    examinations.hand_out()
