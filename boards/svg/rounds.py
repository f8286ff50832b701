"""Round things on the identity map: the candidates for wheels.

A candidate comes from the visible border of a leaf, of a connected piece of a leaf, or of a group
of leaves; ``rims`` says which of them are round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.svg.regions import Mask
from boards.svg.rims import COS, SIN, Border, Round, measure_borders
from boards.svg.scene import Scene
from pelican.rules import RULES

_CANDIDATES_MAX: Final = 500
"""Leaves looked at, the largest first: bounds the work on drawings of thousands of circles."""
_PIECES_MAX: Final = 12
_GROUP_MAX: Final = 80
_EMBEDDED_MAX: Final = 4
"""Leaves searched for embedded rounds, the largest first."""
_HOUGH_MAX: Final = 24
_PAD: Final = 6
_MERGED_WITHIN: Final = 0.35
"""Rounds whose centres are this near, in radii of the larger, are one wheel."""


def find_rounds(scene: Scene) -> list[Round]:
    """Every candidate, concentric ones merged into the largest; largest first."""
    leaves = _eligible(scene)
    pieces = (piece for leaf in leaves for piece in _pieces(scene, leaf))
    borders = [*_wholes(scene, leaves), *_groups(scene, leaves), *pieces]
    return merge_concentric(measure_borders(scene, borders))


def find_embedded_rounds(scene: Scene, known: Iterable[Round]) -> list[Round]:
    """Rounds that are no leaf of their own, by a Hough transform of masks.

    First in leaves that hold more than one thing (a rim and a frame in one path), then in the
    figure as a whole (a wheel of many loose parts). Slower than :func:`find_rounds`, and only for
    drawings whose wheels it cannot find.
    """
    regions = scene.regions
    known = list(known)
    size = np.maximum(regions.width, regions.height)
    round_leaves = {
        leaf
        for one in known
        for leaf in one.leaves
        if len(one.leaves) == 1 and size[leaf] <= 2.5 * one.r
    }
    dense = regions.count > 0.6 * regions.width * regions.height
    leaves = [leaf for leaf in _eligible(scene) if leaf not in round_leaves and not dense[leaf]]
    found: list[Round] = []
    for leaf in leaves[:_EMBEDDED_MAX]:
        left, top = int(regions.left[leaf]), int(regions.top[leaf])
        mask = scene.labels[top : regions.bottom[leaf], left : regions.right[leaf]] == leaf
        seeds = _hough(mask) + np.array([left, top, 0])
        borders = [Border(_circle_points(seed), frozenset((leaf,))) for seed in seeds]
        found += measure_borders(scene, borders)
    loose = frozenset(np.flatnonzero((regions.count > 0) & ~scene.scenery).tolist())
    if len(found) < 2 and len(loose) > 1:
        borders = [Border(_circle_points(seed), loose) for seed in _hough(scene.figure)]
        found += _gathered(scene, measure_borders(scene, borders))
    return merge_concentric([*known, *found])


def _hough(mask: Mask) -> NDArray[np.float64]:
    """Circles that a mask's border may hold: rows of x, y, radius, the strongest first."""
    padded = np.pad(mask.astype(np.uint8) * 255, _PAD)
    circles = cv2.HoughCircles(
        cv2.GaussianBlur(padded, (5, 5), 1.2),
        cv2.HOUGH_GRADIENT_ALT,
        1.5,
        3.0,
        param1=200,
        param2=0.6,
        minRadius=4,
        maxRadius=round(0.6 * max(padded.shape)),
    )
    if circles is None:
        return np.zeros((0, 3))
    rows = np.asarray(circles, np.float64).reshape(-1, circles.shape[-1])[:_HOUGH_MAX, :3]
    placed: NDArray[np.float64] = rows - np.array([_PAD, _PAD, 0])
    return placed


def _gathered(scene: Scene, found: Iterable[Round]) -> list[Round]:
    """Rounds of the whole figure with the leaves that lie within them; with all if none does.

    Leaves within must make the rim by themselves: arms that bend round a crank are no wheel.
    """
    gathered: list[Round] = []
    for one in found:
        leaves = _within(scene, one)
        if not leaves:
            gathered.append(one)
            continue
        rim = Border(_circle_points(np.array([one.cx, one.cy, one.r])), leaves)
        gathered += [replace(one, leaves=leaves) for _ in measure_borders(scene, [rim])]
    return gathered


def _within(scene: Scene, one: Round) -> frozenset[int]:
    """Those of a round's leaves that lie within it."""
    regions = scene.regions
    reach = 1.1 * one.r + 1
    within = (
        (regions.count > 0)
        & (regions.left >= one.cx - reach)
        & (regions.right <= one.cx + reach + 1)
        & (regions.top >= one.cy - reach)
        & (regions.bottom <= one.cy + reach + 1)
    )
    return frozenset(np.flatnonzero(within).tolist()) & one.leaves


def _circle_points(circle: NDArray[np.float64]) -> NDArray[np.int32]:
    cx, cy, r = circle
    points = np.stack([cx + r * COS, cy + r * SIN], axis=1)
    return np.asarray(np.rint(points), np.int32)


def merge_concentric(found: Iterable[Round]) -> list[Round]:
    """Keep one of several rounds about one centre: the largest."""
    kept: list[Round] = []
    for one in sorted(found, key=lambda item: (-round(item.r, 1), item.cy, item.cx)):
        if not any(np.hypot(one.cx - k.cx, one.cy - k.cy) <= _MERGED_WITHIN * k.r for k in kept):
            kept.append(one)
    return kept


# ── candidates ─────────────────────────────────────────────────────────────────────────────────


def _may_be_round(width: int, height: int) -> bool:
    """A box may hold a circle of which up to half is hidden."""
    least = 2 * RULES.structure.wheel_pixels_min
    return max(width, height) >= least and 0.4 <= width / max(height, 1) <= 2.5


def _eligible(scene: Scene) -> list[int]:
    """Leaves that are looked at, the largest first."""
    regions = scene.regions
    size = np.maximum(regions.width, regions.height)
    seen = (regions.count >= 5) & ~scene.scenery
    leaves = np.flatnonzero(seen & (size >= 2 * RULES.structure.wheel_pixels_min))
    ranked: list[int] = leaves[np.argsort(-size[leaves], kind="stable")].tolist()
    return ranked[:_CANDIDATES_MAX]


def _wholes(scene: Scene, leaves: Iterable[int]) -> Iterator[Border]:
    regions = scene.regions
    for leaf in leaves:
        if _may_be_round(int(regions.width[leaf]), int(regions.height[leaf])):
            yield Border(regions.border(leaf), frozenset((leaf,)))


def _pieces(scene: Scene, leaf: int) -> Iterator[Border]:
    """The larger connected pieces of a leaf; nothing if it is in one piece."""
    regions = scene.regions
    left, top = regions.left[leaf], regions.top[leaf]
    crop = scene.labels[top : regions.bottom[leaf], left : regions.right[leaf]] == leaf
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(crop.view(np.uint8))
    if count <= 2:
        return
    points = regions.border(leaf)
    owners = pieces[points[:, 1] - top, points[:, 0] - left]
    sizes = stats[1:, cv2.CC_STAT_AREA]
    for piece in (np.argsort(-sizes, kind="stable")[:_PIECES_MAX] + 1).tolist():
        if _may_be_round(stats[piece, cv2.CC_STAT_WIDTH], stats[piece, cv2.CC_STAT_HEIGHT]):
            yield Border(points[owners == piece], frozenset((leaf,)))


def _groups(scene: Scene, leaves: Iterable[int]) -> Iterator[Border]:
    """Groups whose leaves together may be round: a rim drawn in several parts."""
    members: dict[int, list[int]] = {}
    for leaf in sorted(leaves):
        members.setdefault(scene.identity.groups[leaf], []).append(leaf)
    regions = scene.regions
    for group in members.values():
        width = int(regions.right[group].max() - regions.left[group].min())
        height = int(regions.bottom[group].max() - regions.top[group].min())
        if 2 <= len(group) <= _GROUP_MAX and _may_be_round(width, height):
            points = np.concatenate([regions.border(leaf) for leaf in group])
            yield Border(points, frozenset(group))
