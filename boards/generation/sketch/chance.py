"""Chance that repeats itself, and chance that is fair over few draws."""

from __future__ import annotations

import math
from random import Random
from typing import Final

_PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53)


def seeded(stream: str) -> Random:
    """A generator of its own for a named stream: one name, one sequence, on every machine."""
    return Random(stream)  # noqa: S311 - it decides what a drawing looks like, it guards nothing


def spread(stream: str, *, seed: int, axis: int) -> float:
    """A number in 0–1 that successive seeds spread evenly over that range.

    Multiples of an irrational number, modulo 1, leave no large gap however few are taken (the
    additive recurrence of quasi-Monte Carlo methods); here it is the root of a prime, another one
    for each ``axis`` of 0–15, and the stream decides where to begin. Something with a chance of
    30 % so happens about three times in any ten drawings, never eight times.
    """
    start = seeded(f"{stream} {axis}").random()
    return (start + seed * math.sqrt(_PRIMES[axis])) % 1.0
