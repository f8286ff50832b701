"""The functions that the queue calls. Each takes ids only and may be delivered twice."""

from __future__ import annotations

from benchmarks import benchmarking, examinations, validating


def validate_artifact(validation_id: int) -> None:
    """Carry out one validation."""
    validating.carry_out(validation_id)


def benchmark_artifact(benchmark_id: int) -> None:
    """Carry out one benchmark."""
    benchmarking.carry_out(benchmark_id)


def sweep() -> int:
    """End examinations whose worker was lost; returns how many."""
    return examinations.sweep()
