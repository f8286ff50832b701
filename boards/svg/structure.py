"""The structure of one drawing: wheels, frame and rider, and how much of it the canvas shows.

:func:`measure_structure` and :func:`visible_share` are what the worker calls, both on the same
hardened, sanitised tree, which they leave as it is. Pass one
:class:`~boards.svg.identity.Identity` to both (``identity=``): it rewrites the document once and
keeps its map.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from boards.catalogue import Vehicle
from boards.svg.checks import report_structure
from boards.svg.identity import Identity, windowed
from boards.svg.raster import rasterise_on_white
from boards.svg.regions import NOTHING, Labels, Mask, Regions, spread
from boards.svg.rider import dissect, find_rider, frame_bins
from boards.svg.scene import Scene, backdrops, build_scene
from boards.svg.standing import busiest_figure
from boards.svg.structure_report import StructureReport
from boards.svg.view import View
from boards.svg.wheels import Row, find_wheels
from pelican.rules import RULES

_GLANCE_ENOUGH: Final = 100
"""Fewer painted pixels on the coarse map say too little."""


def measure_structure(
    root: etree._Element,
    view: View,
    vehicle: Vehicle,
    picture: NDArray[np.uint8],
    identity: Identity | None = None,
) -> StructureReport:
    """Measure the wheels, the frame and the rider of a drawing.

    ``picture`` is the drawing rendered on white, height × width × 3, of the whole view.
    """
    identity = identity or Identity(root, view)
    if view.is_empty or not identity.tags:
        return report_structure(view, vehicle, Row(), None, None, None, None)
    scene = _look(identity, picture, view, RULES.render.identity_pixels, None)
    row = find_wheels(scene, vehicle)
    rules = RULES.structure
    small = rules.close_up_radius_small_wheels if vehicle.small_wheels else rules.close_up_radius
    if len(row.wheels) not in vehicle.wheel_counts or row.radius < small:
        scene, row = _close_up(root, identity, vehicle, scene, row)
    if not row.wheels:
        return report_structure(view, vehicle, row, scene, None, None, None)
    anatomy = dissect(scene, row)
    rider = find_rider(anatomy, row)
    bins = frame_bins(anatomy, row, rider) if len(row.wheels) > 1 else None
    return report_structure(view, vehicle, row, scene, rider, bins, anatomy)


def _look(
    identity: Identity,
    picture: NDArray[np.uint8],
    window: View,
    area: int,
    scenery: Mask | None,
) -> Scene:
    """The scene in a window, on a map of so many pixels; ``scenery``: leaves known to be that."""
    region = None if window == identity.view else window
    labels = identity.labels(area, region)
    if identity.veils.any():
        labels = _with_veils(identity, labels, identity.veil_labels(area, region))
    return build_scene(identity, labels, picture, window, scenery)


def _with_veils(identity: Identity, labels: Labels, veils: Labels) -> Labels:
    """Let transparent leaves show where otherwise there is nothing or scenery."""
    height, width = labels.shape
    scenery = backdrops(identity.regions(labels), width, height)
    ground = spread(scenery, labels, elsewhere=True)
    shown: Labels = np.where((veils != NOTHING) & ground, veils, labels).astype(np.int16)
    return shown


def _close_up(
    root: etree._Element, identity: Identity, vehicle: Vehicle, scene: Scene, row: Row
) -> tuple[Scene, Row]:
    """Look again, nearer, at the figure of most parts, and keep what shows more wheels."""
    if len(identity.tags) > RULES.structure.close_up_leaves_max:
        return scene, row
    window = busiest_figure(scene)
    if window is None:
        return scene, row
    share = max(window.width / scene.window.width, window.height / scene.window.height)
    if share * RULES.structure.close_up_gain_min > 1:
        return scene, row
    area = RULES.render.close_up_pixels
    document = etree.tostring(windowed(root, identity.view, window), encoding="unicode")
    picture = rasterise_on_white(document, *window.pixels_for_area(area))
    near = _look(identity, picture, window, area, scene.scenery)
    near_row = find_wheels(near, vehicle)
    better = len(near_row.wheels) in vehicle.wheel_counts or len(near_row.wheels) > len(row.wheels)
    return (near, near_row) if better else (scene, row)


def visible_share(
    root: etree._Element, view: View, identity: Identity | None = None
) -> float | None:
    """Painted area inside the canvas ÷ painted area on a canvas three times as wide and high.

    Scenery is left out of both. None when nothing is painted. Near the gate's bound it is measured
    again on a finer map.
    """
    identity = identity or Identity(root, view)
    if view.is_empty or not identity.tags:
        return None
    rules = RULES.render
    labels = identity.labels(rules.identity_pixels)
    regions = identity.regions(labels)
    counted = ~(backdrops(regions, labels.shape[1], labels.shape[0]) | identity.veils)
    if counted.any() and not _goes_on(identity, regions, labels.shape, counted):
        return 1.0
    found = _share_inside(identity, counted, rules.wide_pixels)
    if found is None:
        return 1.0 if (labels != NOTHING).any() else None
    share, painted = found
    bound = RULES.gate.board.visible_share
    if abs(share - bound) <= max(rules.recheck_margin * bound, 1 / math.sqrt(painted)):
        # A row of pixels more or less of what was painted may decide.
        width, height = view.pixels(rules.recheck_pixels)
        found = _share_inside(identity, counted, 9 * width * height)
    return found[0] if found else None


def _goes_on(identity: Identity, regions: Regions, shape: tuple[int, ...], counted: Mask) -> bool:
    """Whether any of the counted leaves may be painted beyond the canvas.

    One that touches the edge may. Most that show nowhere are covered by others: a coarse map of
    what lies around the canvas tells, if enough is painted at all.
    """
    height, width = shape
    at_edge = (regions.left <= 0) | (regions.top <= 0)
    at_edge |= (regions.right >= width) | (regions.bottom >= height)
    hidden = counted & (regions.count == 0)
    if (counted & at_edge & ~hidden).any():
        return True
    if not hidden.any():
        return False
    shown = spread(counted, identity.labels(RULES.render.wide_glance_pixels, _wide(identity.view)))
    rows, columns = (_within_middle_third(side) > 0 for side in shown.shape)
    outside = shown & ~(rows[:, None] & columns)
    return bool(outside.any()) or int(shown.sum()) < _GLANCE_ENOUGH


def _wide(view: View) -> View:
    """The canvas and as much again on each side."""
    return View(
        view.x - view.width, view.y - view.height, 3 * view.width, 3 * view.height, view.stretch
    )


def _share_inside(identity: Identity, counted: Mask, area: int) -> tuple[float, int] | None:
    """The share of the counted leaves that lies on the canvas, and of how many pixels; or None.

    The canvas is the middle third, both ways, of a map of ``area`` pixels, whose border seldom
    falls between two of them.
    """
    wide = identity.labels(area, _wide(identity.view))
    shown = spread(counted, wide)
    everywhere = int(shown.sum())
    if everywhere == 0:
        return None
    rows, columns = (_within_middle_third(side) for side in shown.shape)
    return float(rows @ shown @ columns) / everywhere, everywhere


def _within_middle_third(side: int) -> NDArray[np.float64]:
    """How much of each pixel of a side lies within its middle third, 0 to 1."""
    at = np.arange(side)
    within: NDArray[np.float64] = np.clip(
        np.minimum(at + 1, 2 * side / 3) - np.maximum(at, side / 3), 0, 1
    )
    return within
