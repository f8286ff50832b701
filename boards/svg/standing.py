"""What stands on what: how much of a figure lies below a line on which rounds would stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.svg.regions import Mask, places
from boards.svg.rims import Round
from boards.svg.scene import Scene, connect
from boards.svg.view import View
from pelican.rules import RULES

_SAMPLES_MAX: Final = 6000
"""Figure pixels looked at per question; a larger figure is sampled evenly."""
_ALL: Final = -1
_MARGIN: Final = 0.06
"""Around a figure that is looked at closely, in its own width and height."""


@dataclass(frozen=True)
class _Body:
    """Sampled pixels of one connected figure (or of all), and its box."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    leaf: NDArray[np.int16]
    width: float
    height: float
    top: float


class Standing:
    """The connected figures of a scene, for asking where they would stand."""

    def __init__(self, scene: Scene, *, small_wheels: bool) -> None:
        rules = RULES.structure
        self._radius_min = rules.radius_min_small_wheels if small_wheels else rules.radius_min
        self._scene = scene
        figure = scene.figure
        self._pieces = connect(figure)
        y, x = places(figure)
        step = max(1, len(x) // _SAMPLES_MAX)
        self._x, self._y = x[::step], y[::step]
        self._weight = float(step)
        self._owner = np.asarray(self._pieces[self._y, self._x], np.int64)
        self._flat = _flat(scene)
        self._bodies: dict[frozenset[int], _Body] = {}
        self._body_of: dict[Round, int] = {}
        self._largest = self._largest_body()

    def body_of(self, wheel: Round) -> int:
        """The number of the connected figure that a round belongs to; 0 if its rim is nowhere."""
        if wheel not in self._body_of:
            angles = np.arange(36) * (2 * np.pi / 36)
            height, width = self._pieces.shape
            x = np.rint(wheel.cx + (wheel.r - 0.5) * np.cos(angles)).astype(int)
            y = np.rint(wheel.cy + (wheel.r - 0.5) * np.sin(angles)).astype(int)
            touched = self._pieces[y.clip(0, height - 1), x.clip(0, width - 1)]
            touched = touched[touched > 0]
            self._body_of[wheel] = int(np.bincount(touched).argmax()) if touched.size else 0
        return self._body_of[wheel]

    def at_foot(self, wheels: tuple[Round, ...]) -> float | None:
        """Figure under the wheels ÷ the wheels' area; None if they cannot be its wheels.

        They cannot when they are too small for it, when it is a detail of something larger, or
        when too much of it lies below them. What was painted before the wheels and hangs below
        them is forgiven if the lower rim of one is free.
        """
        rules = RULES.structure
        body = self._figure_of(wheels)
        size = float(np.sqrt(body.width * body.height))
        if max(wheel.r for wheel in wheels) < self._radius_min * size:
            return None
        if max(body.width, body.height) < rules.figure_size_min * self._largest:
            return None
        depth = self._depth(wheels, body)
        under = depth > 0
        below = self._below(wheels, depth, under)
        if below is not None:
            return below
        later = under & (body.leaf > min(min(wheel.leaves) for wheel in wheels))
        low = np.mean([wheel.cy for wheel in wheels]) > body.top + body.height / 2
        free = max(self._free_foot(wheel) for wheel in wheels)
        if low and free >= rules.free_foot_min and self._below(wheels, depth, later) is not None:
            return rules.row_below_max
        return None

    def _below(
        self, wheels: tuple[Round, ...], depth: NDArray[np.float64], under: Mask
    ) -> float | None:
        """Samples under the wheels ÷ the wheels' area; None if too many or too low."""
        rules = RULES.structure
        below = float(under.sum()) * self._weight / (np.pi * sum(wheel.r**2 for wheel in wheels))
        reach = float(depth[under].max()) if under.any() else 0.0
        deepest = rules.row_depth_max * min(wheel.r for wheel in wheels)
        return below if below <= rules.row_below_max and reach <= deepest else None

    def above(self, wheel: Round) -> float:
        """Figure over the hub and outside the wheel ÷ the wheel's area."""
        body = self._figure_of((wheel,))
        outside = np.hypot(body.x - wheel.cx, body.y - wheel.cy) > 1.05 * wheel.r
        over = (body.y < wheel.cy) & outside
        return float(over.sum()) * self._weight / (np.pi * wheel.r**2)

    def _depth(self, wheels: tuple[Round, ...], body: _Body) -> NDArray[np.float64]:
        """How far each sample lies under the line of contact; flat things (shadows) do not."""
        first, last = wheels[0], wheels[-1]
        r = float(np.mean([wheel.r for wheel in wheels]))
        slope = (last.bottom - first.bottom) / (last.cx - first.cx) if len(wheels) > 1 else 0.0
        line = first.bottom + slope * (body.x - first.cx) + 0.12 * r + 1
        return np.where(self._flat[body.leaf], -1.0, body.y - line)

    def _free_foot(self, wheel: Round) -> float:
        """Share of a rim's lower side beyond which there is no figure."""
        angles = np.radians(np.arange(20, 161, 10))
        height, width = self._scene.figure.shape
        out = 1.12 * wheel.r + 1.5
        x = np.rint(wheel.cx + out * np.cos(angles)).astype(int).clip(0, width - 1)
        y = np.rint(wheel.cy + out * np.sin(angles)).astype(int).clip(0, height - 1)
        return float((~self._scene.figure[y, x]).mean())

    def _figure_of(self, wheels: tuple[Round, ...]) -> _Body:
        """The figure of these wheels; wheels that stand alone are held against everything."""
        numbers = frozenset(self.body_of(wheel) for wheel in wheels)
        body = self._body(numbers)
        alone = len(body.x) * self._weight <= 1.3 * np.pi * sum(wheel.r**2 for wheel in wheels)
        return self._body(frozenset((_ALL,))) if alone and len(wheels) > 1 else body

    def _body(self, numbers: frozenset[int]) -> _Body:
        if numbers not in self._bodies:
            if _ALL in numbers:
                chosen = np.ones(len(self._x), bool)
            else:
                chosen = np.isin(self._owner, list(numbers))
            x, y = self._x[chosen].astype(np.float64), self._y[chosen].astype(np.float64)
            shown = len(x) > 0
            self._bodies[numbers] = _Body(
                x,
                y,
                self._scene.labels[self._y[chosen], self._x[chosen]],
                float(np.ptp(x)) + 1 if shown else 1.0,
                float(np.ptp(y)) + 1 if shown else 1.0,
                float(y.min()) if shown else 0.0,
            )
        return self._bodies[numbers]

    def _largest_body(self) -> float:
        """The longest side of a connected figure's box."""
        if not self._owner.size:
            return 1.0
        extents = []
        for values in (self._x, self._y):
            low = np.full(self._owner.max() + 1, np.iinfo(np.int64).max)
            high = np.zeros(self._owner.max() + 1, np.int64)
            np.minimum.at(low, self._owner, values)
            np.maximum.at(high, self._owner, values)
            extents.append(int((high - low).max()) + 1)
        return float(max(extents))


def busiest_figure(scene: Scene) -> View | None:
    """The region of root space around the connected figure of most leaves; None without one.

    It has a margin, and is never flatter or slimmer than 1 to 2.
    """
    pieces = connect(scene.figure)
    if not scene.figure.any():
        return None
    parts = np.unique(pieces[scene.figure].astype(np.int64) << 16 | scene.labels[scene.figure])
    busiest = int(np.bincount(parts >> 16).argmax())
    left, top, width, height = cv2.boundingRect((pieces == busiest).astype(np.uint8))
    side_x = max(width, height / 2) * (1 + 2 * _MARGIN)
    side_y = max(height, width / 2) * (1 + 2 * _MARGIN)
    x, y = scene.to_root(left + width / 2 - side_x / 2, top + height / 2 - side_y / 2)
    right, bottom = scene.to_root(left + width / 2 + side_x / 2, top + height / 2 + side_y / 2)
    return View(x, y, right - x, bottom - y, scene.window.stretch)


def _flat(scene: Scene) -> Mask:
    """Per leaf: much wider than high, as shadows and strips of ground are."""
    regions = scene.regions
    wide = regions.width >= 0.08 * scene.labels.shape[1]
    flat: Mask = wide & (regions.width >= 4 * np.maximum(regions.height, 1))
    return flat
