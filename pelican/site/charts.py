"""Geometry of the small charts. Pure: numbers in, coordinates out; ``templates/charts`` draws.

Every chart stretches to its cell, so it holds no text; what it says stands in ``label`` for a
screen reader and in figures beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

CI_WIDTH: Final = 240.0
DOTS_WIDTH: Final = 150.0
SCALE_WIDTH: Final = 300.0
SPARK_WIDTH: Final = 86.0
_MARGIN: Final = 6.0
_AXIS_STEP: Final = 50


@dataclass(frozen=True)
class Axis:
    """A range of ratings that every bar of a table shares, symmetric about its middle."""

    low: float
    middle: float
    high: float

    def place(self, value: float, width: float) -> float:
        """Where ``value`` lies between 0 and ``width``; values beyond the axis lie on its end."""
        share = (value - self.low) / (self.high - self.low)
        return round(min(max(share, 0.0), 1.0) * width, 1)


def rating_axis(bounds: Iterable[float], middle: float) -> Axis:
    """The axis that holds all ``bounds``, ending on a round number, with ``middle`` half way."""
    reach = max((abs(bound - middle) for bound in bounds if math.isfinite(bound)), default=0.0)
    half = max(math.ceil(reach / _AXIS_STEP), 1) * _AXIS_STEP
    return Axis(middle - half, middle, middle + half)


@dataclass(frozen=True)
class IntervalBar:
    """A rating with its interval on a shared axis, in a box of 240 by 22."""

    middle: float
    low: float
    point: float
    high: float
    provisional: bool
    label: str

    @property
    def width(self) -> float:
        """Length of the bar."""
        return round(self.high - self.low, 1)


def interval_bar(
    axis: Axis, rating: float, low: float, high: float, *, label: str, provisional: bool = False
) -> IntervalBar:
    """The bar of one row. ``label`` says the three numbers in words."""
    return IntervalBar(
        middle=axis.place(axis.middle, CI_WIDTH),
        low=axis.place(low, CI_WIDTH),
        point=axis.place(rating, CI_WIDTH),
        high=axis.place(high, CI_WIDTH),
        provisional=provisional,
        label=label,
    )


@dataclass(frozen=True)
class DotStrip:
    """Scores as dots with their mean as a tick, in a box of 150 by 20."""

    start: float
    centre: float
    end: float
    dots: tuple[float, ...]
    mean: float | None
    label: str


def dot_strip(values: Sequence[float], low: float, high: float, *, label: str) -> DotStrip:
    """The strip of one row; a missing drawing is a missing dot, no value at all has no mean."""
    axis = Axis(low, (low + high) / 2, high)
    inner = DOTS_WIDTH - 2 * _MARGIN

    def place(value: float) -> float:
        return round(_MARGIN + axis.place(value, inner), 1)

    return DotStrip(
        start=_MARGIN,
        centre=DOTS_WIDTH / 2,
        end=DOTS_WIDTH - _MARGIN,
        dots=tuple(place(value) for value in values),
        mean=place(sum(values) / len(values)) if values else None,
        label=label,
    )


@dataclass(frozen=True)
class CheckScale:
    """Where a value must lie (a band) and where it lies (a dot), in a box of 300 by 20."""

    start: float
    end: float
    band_start: float
    band_end: float
    bounds: tuple[float, ...]
    value: float | None

    @property
    def band_width(self) -> float:
        """Length of the band."""
        return round(self.band_end - self.band_start, 1)


def check_scale(
    value: float | None, low: float | None, high: float | None, *, top: float
) -> CheckScale:
    """The scale of one check, from 0 to ``top``; a bound that is None is open on that side."""
    axis, margin = Axis(0.0, top / 2, top), 4.0
    inner = SCALE_WIDTH - 2 * margin

    def place(position: float) -> float:
        return round(margin + axis.place(position, inner), 1)

    return CheckScale(
        start=margin,
        end=SCALE_WIDTH - margin,
        band_start=margin if low is None else place(low),
        band_end=SCALE_WIDTH - margin if high is None else place(high),
        bounds=tuple(place(bound) for bound in (low, high) if bound is not None),
        value=None if value is None or not math.isfinite(value) else place(value),
    )


@dataclass(frozen=True)
class Spark:
    """A trend in a box of 86 by 22: the points of a polyline, and the last one."""

    points: tuple[tuple[float, float], ...]

    @property
    def last(self) -> tuple[float, float]:
        """The newest point."""
        return self.points[-1]


def spark(values: Sequence[float]) -> Spark | None:
    """The trend of ``values`` in order; None where fewer than two make no trend."""
    if len(values) < 2:
        return None
    low, high = min(values), max(values)
    step = (SPARK_WIDTH - 6) / (len(values) - 1)
    span = high - low
    return Spark(
        tuple(
            (
                round(2 + index * step, 1),
                round(11.0 if span == 0 else 19 - 16 * (value - low) / span, 1),
            )
            for index, value in enumerate(values)
        )
    )
