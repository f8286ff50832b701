"""Wheels: a row of similar rounds at the foot of one figure.

Never the biggest circle (a rider may be bigger) nor the lowest one (a pebble): for each pair of
similar rounds it is asked how much of the figure lies below the line on which both stand. Wheels
stand at the foot, so little does; among such pairs the largest wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.catalogue import Vehicle
from boards.svg.regions import NOTHING, Mask, places, spread
from boards.svg.rims import Round
from boards.svg.rounds import find_embedded_rounds, find_rounds
from boards.svg.scene import Scene
from boards.svg.standing import Standing
from pelican.rules import RULES

_LOWEST: Final = 24
_LARGEST: Final = 12
"""How many rounds, by lowest point and by radius, are tried in pairs."""


@dataclass(frozen=True)
class Row:
    """The wheels found, left to right, in map pixels; possibly none."""

    wheels: tuple[Round, ...] = ()

    @property
    def radius(self) -> float:
        """Mean radius; 0 without wheels."""
        return float(np.mean([wheel.r for wheel in self.wheels])) if self.wheels else 0.0

    @property
    def span(self) -> float:
        """Distance of the outermost hubs; with one wheel its diameter."""
        if len(self.wheels) < 2:
            return 2 * self.radius
        first, last = self.wheels[0], self.wheels[-1]
        return float(np.hypot(last.cx - first.cx, last.cy - first.cy))


def find_wheels(scene: Scene, vehicle: Vehicle) -> Row:
    """The vehicle's wheels among the rounds of a scene."""
    rounds = find_rounds(scene)
    row = _row(scene, rounds, vehicle)
    if len(row.wheels) >= vehicle.wheels:
        return row
    embedded = find_embedded_rounds(scene, rounds)
    other = _row(scene, embedded, vehicle) if len(embedded) > len(rounds) else row
    return other if len(other.wheels) in vehicle.wheel_counts else row


def _row(scene: Scene, rounds: list[Round], vehicle: Vehicle) -> Row:
    tried = _tried(rounds)
    if not tried:
        return Row()
    standing = Standing(scene, small_wheels=vehicle.small_wheels)
    pair = _best_pair(standing, tried)
    if pair is not None:
        return _complete(standing, pair, rounds)
    return _single(standing, tried, vehicle)


def _tried(rounds: list[Round]) -> list[Round]:
    lowest = sorted(rounds, key=lambda item: (-item.bottom, item.cx))[:_LOWEST]
    largest = sorted(rounds, key=lambda item: (-item.r, item.cx, item.cy))[:_LARGEST]
    return sorted({*lowest, *largest}, key=lambda item: (item.cx, item.cy, item.r))


def _best_pair(standing: Standing, rounds: list[Round]) -> tuple[Round, Round] | None:
    best: tuple[Round, Round] | None = None
    best_score = 0.0
    for one, two in combinations(rounds, 2):
        score = _likeness(one, two)
        if score <= best_score + 1e-9:
            continue
        below = standing.at_foot((one, two))
        if below is not None and score * (1 - below) > best_score + 1e-9:
            best, best_score = (one, two), score * (1 - below)
    return best


def _likeness(one: Round, two: Round) -> float:
    """How good a pair two rounds make, by themselves, in pixels; 0 for none.

    ``one`` is the left one. Alike, level and well seen counts for much, size for the rest.
    """
    rules = RULES.structure
    small, large = sorted((one.r, two.r))
    apart, drop = two.cx - one.cx, abs(two.cy - one.cy)
    similar = small / large
    if similar < rules.row_similar_min or apart < 0.6 * (one.r + two.r):
        return 0.0
    slope = float(np.degrees(np.arctan2(drop, apart)))
    if drop > rules.row_level_max * large and slope > rules.row_slope_max_degrees:
        return 0.0
    if min(one.own, two.own) < rules.unlike_shown_min and similar < rules.unlike_max:
        return 0.0
    level = 1 - 0.4 * min(drop / large, 1.0)
    shown = min(one.own + one.hidden, two.own + two.hidden) * min(one.contrast, two.contrast)
    return (small + large) / 2 * similar * level * shown


def _complete(standing: Standing, pair: tuple[Round, Round], rounds: list[Round]) -> Row:
    """A pair and every further wheel that stands on the same line of the same figure."""
    one, two = pair
    rules = RULES.structure
    r = (one.r + two.r) / 2
    bodies = {standing.body_of(one), standing.body_of(two)}
    slope = (two.bottom - one.bottom) / (two.cx - one.cx)
    row = [one, two]
    for other in rounds:
        line = one.bottom + slope * (other.cx - one.cx)
        if (
            other not in row
            and min(other.r, r) / max(other.r, r) >= rules.similar_size_min
            and abs(other.bottom - line) <= 0.3 * r
            and standing.body_of(other) in bodies
            and all(np.hypot(other.cx - k.cx, other.cy - k.cy) >= 0.9 * r for k in row)
        ):
            row.append(other)
    return Row(tuple(sorted(row, key=lambda item: item.cx)))


def _single(standing: Standing, rounds: list[Round], vehicle: Vehicle) -> Row:
    """The largest round with little of its figure below it and something above."""
    rules = RULES.structure
    least = rules.row_above_min if vehicle.wheels == 1 else rules.row_above_min_pair
    for one in sorted(rounds, key=lambda item: (-item.r, item.cx)):
        if standing.at_foot((one,)) is not None and standing.above(one) >= least:
            return Row((one,))
    return Row()


def wheel_leaves(scene: Scene, row: Row) -> tuple[Mask, NDArray[np.bool_]]:
    """What of a scene is wheel: per leaf (tyre, spokes, hub), and per pixel of the map.

    A leaf is wheel when nearly all that shows of it lies within one of the circles. A rim that is
    one leaf with other things is wheel only along the circle.
    """
    labels = scene.labels
    leaves = len(scene.identity.tags)
    height, width = labels.shape
    rims = np.zeros((height, width), np.uint8)
    for size, value in ((1.08, 1), (0.82, 0)):
        for wheel in row.wheels:
            centre = (round(wheel.cx * 16), round(wheel.cy * 16))
            cv2.circle(rims, centre, round(wheel.r * size * 16), value, -1, cv2.LINE_8, 4)
    part = _inside(scene, row)
    mixed = np.zeros(leaves, bool)
    for wheel in row.wheels:
        mixed[list(wheel.leaves)] = True
    mixed &= ~part & (scene.regions.count > 0)
    pixels = spread(part, labels)
    if mixed.any():
        pixels |= spread(mixed, labels) & rims.astype(bool)
    return part, pixels


def _inside(scene: Scene, row: Row) -> Mask:
    """Per leaf: it shows almost only inside one wheel, or in several and about each hub.

    The second is spokes of all wheels in one leaf; a frame from hub to hub of wheels that touch
    lies inside the wheels too, but to one side of each hub.
    """
    least = RULES.structure.wheel_part_min
    count = np.maximum(scene.regions.count, 1)
    leaves = len(count)
    part = np.zeros(leaves, bool)
    centred = np.ones(leaves, bool)
    union = np.zeros(leaves, np.int64)
    for wheel in row.wheels:
        owner, x, y = _around(scene, wheel)
        within = np.bincount(owner, minlength=leaves)
        union += within
        part |= within >= least * count
        some = np.maximum(within, 1)
        off_x = np.bincount(owner, x, minlength=leaves) / some
        off_y = np.bincount(owner, y, minlength=leaves) / some
        centred &= (np.hypot(off_x, off_y) <= 0.3 * wheel.r) | (within < 0.15 * count)
    return part | (centred & (union >= least * count) & (union > 0))


def _around(
    scene: Scene, wheel: Round
) -> tuple[NDArray[np.int16], NDArray[np.float64], NDArray[np.float64]]:
    """The painted pixels in and just around a wheel: their leaves, and where from the hub."""
    reach = 1.08 * wheel.r + 1
    height, width = scene.labels.shape
    left, right = max(int(wheel.cx - reach), 0), min(int(wheel.cx + reach) + 2, width)
    top, bottom = max(int(wheel.cy - reach), 0), min(int(wheel.cy + reach) + 2, height)
    crop = scene.labels[top:bottom, left:right]
    x = np.arange(left, right)[None, :] - wheel.cx
    y = np.arange(top, bottom)[:, None] - wheel.cy
    near = (crop != NOTHING) & (x * x + y * y <= reach * reach)
    rows, columns = places(near)
    return crop[rows, columns], x[0, columns], y[rows, 0]
