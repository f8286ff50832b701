"""The rider: the closed mass above the axle that touches the vehicle; and the frame beside it.

A rider is found by thickness. What is left of the figure after the wheels are taken out is opened
with a disc wider than tubes, forks and saddles, so that only bodies remain; pieces of body that
touch the vehicle are joined, however many leaves they are made of. Measures are taken along and
across the line of the hubs, so that a scene on a slope counts like a level one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.svg.regions import Mask, places, spread
from boards.svg.scene import Scene, connect
from boards.svg.wheels import Row, wheel_leaves
from pelican.rules import RULES

_OUTLINES_MAX: Final = 40


@dataclass(frozen=True)
class Axes:
    """Coordinates along (from the first hub) and above the line of the hubs, in map pixels."""

    along: NDArray[np.float64]
    above: NDArray[np.float64]


def axes(row: Row, shape: tuple[int, ...]) -> Axes:
    """The axes for each pixel of a map; with one wheel they are level, with its hub as origin."""
    first, last = row.wheels[0], row.wheels[-1]
    span = np.hypot(last.cx - first.cx, last.cy - first.cy)
    ux, uy = ((last.cx - first.cx) / span, (last.cy - first.cy) / span) if span else (1.0, 0.0)
    x = np.arange(shape[1], dtype=np.float64)[None, :] - first.cx
    y = np.arange(shape[0], dtype=np.float64)[:, None] - first.cy
    return Axes(x * ux + y * uy, x * uy - y * ux)


@dataclass(frozen=True)
class Mass:
    """The rider in map pixels: box (x, y, width, height), centroid, area, and three relations.

    ``length`` and ``depth``: extent along and above the hub line, in pixels. ``height``: centroid
    above the hub line, in radii. ``share``: area ÷ the square on the longer
    side of the figure's box; ``wheel_share``: ÷ a wheel's disc. ``along``: centroid along the hub
    line from the first hub, in pixels. ``between``: share of the mass between the outer wheel
    edges. ``edge_run``: longest stretch of a side of the canvas that the mass touches, in sides.
    ``pixels``: the mass on the map.
    """

    box: tuple[int, int, int, int]
    cx: float
    cy: float
    area: float
    length: float
    depth: float
    height: float
    share: float
    wheel_share: float
    along: float
    between: float
    edge_run: float
    pixels: Mask


@dataclass(frozen=True)
class Anatomy:
    """A figure taken apart, in map pixels.

    ``rest`` is what is neither wheel nor ground; of it, ``tubes`` are leaves that make a frame or
    a deck, and ``early`` was painted before the wheels. ``outlined`` shows nothing or scenery, but
    lies inside the closed outline of one leaf that is no tube; ``loops()`` are the insides of
    tubes as high as a rider. ``size`` is the longer side of the figure's box.
    """

    axes: Axes
    wheel_pixels: Mask
    rest: Mask
    tubes: Mask
    outlined: Mask
    loops: Callable[[], Mask]
    early: Mask
    size: float


def dissect(scene: Scene, row: Row) -> Anatomy:
    """Separate the wheels and the ground from the rest of the figure."""
    position = axes(row, scene.labels.shape)
    part, wheel_pixels = wheel_leaves(scene, row)
    ground = _ground(scene, row) & ~part
    rest = scene.figure & ~wheel_pixels & ~spread(ground, scene.labels)
    rest &= _touching(rest | wheel_pixels, wheel_pixels)
    first_wheel = min(min(wheel.leaves) for wheel in row.wheels)
    early = rest & (scene.labels < first_wheel)
    size = _size(wheel_pixels, rest, early, row)
    is_tube = _tubes(scene, row, rest, position, size)
    tubes = spread(is_tube, scene.labels) & rest
    rims = [leaf for wheel in row.wheels for leaf in wheel.leaves]
    wheel = part | np.isin(np.arange(len(part)), rims)
    high = position.above >= RULES.structure.rider_height_min * row.radius
    outlined = _outlined(scene, rest, ~wheel & ~is_tube, size)
    loops = functools.partial(_outlined, scene, rest, ~wheel & is_tube, size, high)
    return Anatomy(position, wheel_pixels, rest, tubes, outlined, loops, early, size)


def _size(wheel_pixels: Mask, rest: Mask, early: Mask, row: Row) -> float:
    """The longer side of the figure's box, without what was drawn early if more came later."""
    later = rest & ~early
    enough = later.sum() >= 0.5 * np.pi * row.radius**2
    y, x = places(wheel_pixels | (later if enough else rest))
    return float(max(np.ptp(x), np.ptp(y)) + 1) if x.size else 1.0


def _outlined(
    scene: Scene, rest: Mask, wanted: Mask, size: float, high: Mask | None = None
) -> Mask:
    """Pixels of no figure inside the closed outline of a wanted leaf: bodies without a fill.

    What was painted later may interrupt the outline. A frame has loops too, but they come down
    between the wheels: with ``high``, a mask, only what one leaf encloses wholly within it counts.
    """
    regions = scene.regions
    least = RULES.structure.rider_area_min * size**2
    box = regions.width * regions.height
    hollow = (regions.count > 0) & (regions.count < 0.5 * box) & (box >= least)
    shown = np.bincount(scene.labels[rest], minlength=len(box)) > 0
    leaves = np.flatnonzero(hollow & shown & wanted & ~scene.scenery)
    inside = np.zeros(scene.labels.shape, bool)
    gap = max(1, round(RULES.structure.tube_thickness / 2 * size))
    for leaf in leaves[np.argsort(-box[leaves], kind="stable")][:_OUTLINES_MAX].tolist():
        sides = slice(regions.left[leaf], regions.right[leaf])
        window = (slice(regions.top[leaf], regions.bottom[leaf]), sides)
        crop = scene.labels[window]
        line = crop == leaf
        if high is None:
            line |= (crop > leaf) & scene.figure[window]
        line = _morph(np.pad(line, gap), cv2.MORPH_CLOSE, gap).astype(np.uint8)
        contours, _ = cv2.findContours(line, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        filled = cv2.drawContours(np.zeros_like(line), contours, -1, 1, cv2.FILLED)
        if high is not None:
            filled = _high_loops(filled & ~line, np.pad(high[window], gap))
        inside[window] |= filled[gap:-gap, gap:-gap].astype(bool)
    return inside & ~scene.figure


def _high_loops(loops: NDArray[np.uint8], high: Mask) -> NDArray[np.uint8]:
    """Of the insides of loops those that lie as high as a rider does, wholly."""
    count, pieces = cv2.connectedComponents(loops, None, 4, cv2.CV_32S)
    kept = np.ones(count, bool)
    kept[np.unique(np.asarray(pieces, np.int32)[~high])] = False
    kept[0] = False
    inside: NDArray[np.uint8] = kept[pieces].astype(np.uint8)
    return inside


def _tubes(scene: Scene, row: Row, rest: Mask, position: Axes, size: float) -> Mask:
    """Per leaf: thin all over, long along the wheels, and low: a frame, a deck, a chain stay."""
    rules = RULES.structure
    leaves = len(scene.identity.tags)
    labels = scene.labels
    y, x = places(rest)
    owner = labels[y, x]
    along, above = position.along[y, x], position.above[y, x]
    depth = cv2.distanceTransform((~scene.regions.border_mask).astype(np.uint8), cv2.DIST_L2, 3)
    thickest = np.zeros(leaves)
    np.maximum.at(thickest, owner, depth[y, x])
    from_, to, lowest = np.full(leaves, np.inf), np.full(leaves, -np.inf), np.full(leaves, np.inf)
    np.minimum.at(from_, owner, along)
    np.maximum.at(to, owner, along)
    np.minimum.at(lowest, owner, above)
    thin = 2 * thickest + 1 <= rules.tube_thickness_max * size
    long = to - from_ >= rules.tube_length_min * row.span
    low = lowest <= max(0.5 * row.radius, rules.tube_height_max * size)
    tubes: Mask = thin & long & low
    return tubes


def _ground(scene: Scene, row: Row) -> Mask:
    """Per leaf: what the vehicle stands on: below the hubs and reaching beyond the wheels."""
    regions = scene.regions
    r = row.radius
    first, last = row.wheels[0], row.wheels[-1]
    hub = max(first.cy, last.cy)
    middle = (regions.top + regions.bottom) / 2
    left_out = regions.left < min(first.cx - first.r, last.cx - last.r) - 0.15 * r
    right_out = regions.right > max(first.cx + first.r, last.cx + last.r) + 0.15 * r
    low = middle > hub + 0.2 * r
    dense = regions.count >= 0.3 * regions.width * regions.height
    wide = left_out & right_out & low & (dense | (regions.height <= 0.5 * r))
    under = (regions.top >= hub + 0.55 * r) & (regions.width >= 3 * regions.height)
    return wide | under


def _touching(mask: Mask, seeds: Mask) -> Mask:
    """The part of a mask that hangs together with the seeds, small gaps bridged."""
    pieces = connect(mask)
    reached = np.unique(pieces[seeds])
    table = np.zeros(pieces.max() + 1, bool)
    table[reached[reached > 0]] = True
    touching: Mask = mask & table[pieces]
    return touching


def find_rider(anatomy: Anatomy, row: Row) -> Mass | None:
    """The union of the bodies above the axle; None when there is none.

    Where none is found a rider may have been drawn in one line with the frame, or in one like it.
    """
    found = _rider_with(anatomy, row, anatomy.outlined)
    if found is not None and found.share >= RULES.structure.rider_area_min:
        return found
    loops = anatomy.loops()
    return _rider_with(anatomy, row, anatomy.outlined | loops) if loops.any() else found


def _rider_with(anatomy: Anatomy, row: Row, outlined: Mask) -> Mass | None:
    """The rider, with bodies that show as outlines.

    What was painted before the wheels is looked at only when nothing after them is a rider, and
    only between the hubs: clouds, trees and hills that touch the figure are drawn first.
    """
    rules = RULES.structure
    solid = (anatomy.rest & ~anatomy.tubes) | outlined
    above = solid & (anatomy.axes.above > -0.25 * row.radius)
    mass = _mass(anatomy, row, above & ~anatomy.early)
    if mass is not None and mass.share >= 2 * rules.rider_area_min:
        return mass
    whole = _mass(anatomy, row, above)
    if whole is None or whole.edge_run > rules.canvas_edge_run_max:
        return mass
    end = row.span if len(row.wheels) > 1 else 0.0
    slack = rules.rider_early_reach * row.radius
    return whole if -slack <= whole.along <= end + slack else mass


def _mass(anatomy: Anatomy, row: Row, above: Mask) -> Mass | None:
    """The bodies within a mask, as one."""
    rules = RULES.structure
    r = row.radius
    closed = _morph(above, cv2.MORPH_CLOSE, rules.feather_gap * anatomy.size)
    tube = rules.tube_thickness / 2 * anatomy.size
    opened = _morph(closed, cv2.MORPH_OPEN, tube) & closed
    count, pieces = cv2.connectedComponents(opened.astype(np.uint8), None, 8, cv2.CV_32S)
    body = np.zeros(count, bool)
    for piece in range(1, count):
        body[piece] = _is_body(anatomy, row, pieces == piece)
    mass = body[pieces]
    if not mass.any():
        return None
    grown = _morph(mass, cv2.MORPH_DILATE, tube + 1) & above
    y, x = places(grown)
    along, over = anatomy.axes.along[y, x], anatomy.axes.above[y, x]
    end = row.span if len(row.wheels) > 1 else 0.0
    return Mass(
        (int(x.min()), int(y.min()), int(np.ptp(x)) + 1, int(np.ptp(y)) + 1),
        float(x.mean()) + 0.5,
        float(y.mean()) + 0.5,
        float(len(x)),
        float(np.ptp(along)),
        float(np.ptp(over)),
        float(over.mean()) / r,
        len(x) / anatomy.size**2,
        len(x) / (np.pi * r**2),
        float(along.mean()),
        float(((along >= -r) & (along <= end + r)).mean()),
        _edge_run(grown),
        grown,
    )


def _edge_run(mask: Mask) -> float:
    """The largest share of a side of the canvas, its foot left out, that a mask touches."""
    return float(max(mask[0].mean(), mask[:, 0].mean(), mask[:, -1].mean()))


def _is_body(anatomy: Anatomy, row: Row, piece: Mask) -> bool:
    """A thick piece is a body unless it is a deck: flat, along the wheels, low."""
    along, over = anatomy.axes.along[piece], anatomy.axes.above[piece]
    length, thickness = float(np.ptp(along)), float(np.ptp(over))
    deck = length >= 0.7 * row.span and thickness <= 0.22 * length and len(row.wheels) > 1
    return not deck and float(over.max()) > 0


def _morph(mask: Mask, operation: int, radius: float) -> Mask:
    size = 2 * max(1, round(radius)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return cv2.morphologyEx(mask.astype(np.uint8), operation, kernel).astype(bool)


def frame_bins(anatomy: Anatomy, row: Row, rider: Mass | None) -> list[bool]:
    """Which of the bins from hub to hub show something that joins the wheels.

    The band is the one of the rules. What the rider covers counts only where some frame shows
    beside the rider: one blob between two discs is no frame.
    """
    rules = RULES.structure
    r, span = row.radius, row.span
    over = anatomy.axes.above
    band = anatomy.rest & (over <= rules.frame_above * r) & (over >= -rules.frame_below * r)
    filled = _bins(anatomy, band, span)
    if rider is not None:
        alone = _bins(anatomy, band & ~rider.pixels, span)
        if sum(alone) < rules.frame_own_bins_min:
            return alone
    return filled


def _bins(anatomy: Anatomy, band: Mask, span: float) -> list[bool]:
    bins = RULES.structure.frame_bins
    along = anatomy.axes.along[band] / span * bins
    along = along[(along >= 0) & (along < bins)].astype(int)
    filled: list[bool] = (np.bincount(along, minlength=bins)[:bins] > 0).tolist()
    return filled
