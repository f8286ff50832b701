"""Chance that repeats itself."""

from __future__ import annotations

from random import Random


def seeded(stream: str) -> Random:
    """A generator of its own for a named stream: one name, one sequence, on every machine."""
    return Random(stream)  # noqa: S311 - it decides what a drawing looks like, it guards nothing
