"""Round things on the identity map: candidates for wheels.

A candidate comes from the visible border of a leaf, of a connected piece of a leaf, or of a group
of leaves: a circle is fitted to its convex hull, then 72 rays from its centre say how much of the
rim belongs to it, how much is hidden by what was painted later, and how much of it shows in the
real picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.svg.scene import Mask, Scene
from pelican.rules import RULES

RAYS: Final = 72
_ANGLES: Final = np.arange(RAYS) * (2 * np.pi / RAYS)
_COS: Final = np.cos(_ANGLES)
_SIN: Final = np.sin(_ANGLES)
_INNER: Final = 0.6
_OUTER: Final = 1.3
_STEPS: Final = np.linspace(_OUTER, _INNER, 36)
_CANDIDATES_MAX: Final = 500
"""Leaves looked at, the largest first: bounds the work on drawings of thousands of circles."""
_GROUP_MAX: Final = 80


@dataclass(frozen=True)
class Round:
    """A circle on the map, in map pixels, and the leaves that make its rim.

    ``own``, ``hidden`` and ``contrast`` are shares of the 72 rays: the rim shows, is covered by
    what was painted later, differs in the real picture.
    """

    cx: float
    cy: float
    r: float
    leaves: frozenset[int]
    own: float
    hidden: float
    contrast: float

    @property
    def bottom(self) -> float:
        """The lowest point's y."""
        return self.cy + self.r


def find_rounds(scene: Scene) -> list[Round]:
    """Every candidate, concentric ones merged into the largest; largest first."""
    found: list[Round] = []
    for points, leaves in _borders(scene):
        candidate = _measure(scene, points, leaves)
        if candidate is not None:
            found.append(candidate)
    return merge_concentric(found)


def merge_concentric(found: Iterable[Round]) -> list[Round]:
    """Keep one of several rounds about one centre: the largest."""
    kept: list[Round] = []
    for one in sorted(found, key=lambda item: (-round(item.r, 1), item.cy, item.cx)):
        if not any(np.hypot(one.cx - k.cx, one.cy - k.cy) <= 0.35 * k.r for k in kept):
            kept.append(one)
    return kept


def _borders(scene: Scene) -> Iterator[tuple[NDArray[np.int32], frozenset[int]]]:
    """Border points of leaves, of pieces of leaves and of groups, that may be round."""
    regions = scene.regions
    size = np.maximum(regions.width, regions.height)
    aspect = regions.width / np.maximum(regions.height, 1)
    least = 2 * RULES.structure.wheel_pixels_min
    eligible = np.flatnonzero((regions.count >= 5) & ~scene.scenery & (size >= least))
    ranked = eligible[np.argsort(-size[eligible], kind="stable")][:_CANDIDATES_MAX]
    for leaf in ranked.tolist():
        points = regions.border(leaf)
        whole = frozenset((leaf,))
        if 0.4 <= aspect[leaf] <= 2.5:
            yield points, whole
        for piece in _pieces(scene, leaf):
            yield piece, whole
    yield from _groups(scene, frozenset(ranked.tolist()))


def _pieces(scene: Scene, leaf: int) -> Iterator[NDArray[np.int32]]:
    """Border points of each larger connected piece of a leaf; nothing if it is in one piece."""
    regions = scene.regions
    left, top = regions.left[leaf], regions.top[leaf]
    crop = scene.labels[top : regions.bottom[leaf], left : regions.right[leaf]] == leaf
    pieces, labelled, stats, _ = cv2.connectedComponentsWithStats(
        crop.view(np.uint8), None, None, None, 8
    )
    if pieces <= 2:
        return
    least = 2 * RULES.structure.wheel_pixels_min
    points = regions.border(leaf)
    owners = labelled[points[:, 1] - top, points[:, 0] - left]
    sizes = stats[1:, cv2.CC_STAT_AREA]
    for piece in (np.argsort(-sizes, kind="stable")[:12] + 1).tolist():
        width, height = stats[piece, cv2.CC_STAT_WIDTH], stats[piece, cv2.CC_STAT_HEIGHT]
        if max(width, height) >= least and 0.4 <= width / max(height, 1) <= 2.5:
            yield points[owners == piece]


def _groups(
    scene: Scene, leaves: frozenset[int]
) -> Iterator[tuple[NDArray[np.int32], frozenset[int]]]:
    """Border points of groups whose leaves together may be round: a rim drawn in several parts."""
    members: dict[int, list[int]] = {}
    for leaf in sorted(leaves):
        members.setdefault(scene.identity.groups[leaf], []).append(leaf)
    for group in members.values():
        if 2 <= len(group) <= _GROUP_MAX:
            yield np.concatenate([scene.regions.border(leaf) for leaf in group]), frozenset(group)


def _measure(scene: Scene, points: NDArray[np.int32], leaves: frozenset[int]) -> Round | None:
    """The round that border points make, or None if they make none."""
    if len(points) < 5:
        return None
    hull = cv2.convexHull(np.ascontiguousarray(points))[:, 0].astype(np.float64)
    circle = _fit(hull)
    if circle is None:
        return None
    member = np.zeros(len(scene.identity.tags) + 1, bool)
    member[list(leaves)] = True
    for _ in range(2):
        if not _plausible(scene, circle):
            return None
        found = _rim(scene, circle, member, max(leaves))
        if found is None:
            return None
        radii, own, hidden = found
        if own.sum() < 0.25 * RAYS:
            return None
        rim = np.stack(
            [circle[0] + radii[own] * _COS[own], circle[1] + radii[own] * _SIN[own]], axis=1
        )
        fitted = _fit(rim)
        if fitted is None:
            return None
        circle = fitted
    cx, cy, r = circle
    if not _plausible(scene, circle):
        return None
    distance = np.hypot(rim[:, 0] - cx, rim[:, 1] - cy)
    rules = RULES.structure
    if distance.std() > rules.roundness_max * r + 0.45:
        return None
    own_share, hidden_share = float(own.mean()), float(hidden.mean())
    if own_share < rules.rim_shown_min or 1 - own_share - hidden_share > rules.rim_missing_max:
        return None
    contrast = _contrast(scene, circle, own)
    if contrast < rules.rim_contrast_min:
        return None
    return Round(cx, cy, r + 0.4, leaves, own_share, hidden_share, contrast)


def _plausible(scene: Scene, circle: tuple[float, float, float]) -> bool:
    height, width = scene.labels.shape
    cx, cy, r = circle
    return (
        RULES.structure.wheel_pixels_min <= r <= 0.6 * max(width, height)
        and -r <= cx <= width + r
        and -r <= cy <= height + r
    )


def _fit(points: NDArray[np.float64]) -> tuple[float, float, float] | None:
    """The circle nearest to points in the algebraic sense (Kåsa 1976), outliers dropped once."""
    for _ in range(2):
        if len(points) < 3:
            return None
        centre = points.mean(axis=0)
        x, y = (points - centre).T
        z = x * x + y * y
        matrix = np.array([[(x * x).sum(), (x * y).sum()], [(x * y).sum(), (y * y).sum()]])
        determinant = matrix[0, 0] * matrix[1, 1] - matrix[0, 1] ** 2
        if determinant < 1e-9:
            return None
        right = np.array([(z * x).sum(), (z * y).sum()]) / 2
        a = (right[0] * matrix[1, 1] - right[1] * matrix[0, 1]) / determinant
        b = (right[1] * matrix[0, 0] - right[0] * matrix[0, 1]) / determinant
        r = float(np.sqrt(z.mean() + a * a + b * b))
        cx, cy = float(centre[0] + a), float(centre[1] + b)
        off = np.abs(np.hypot(points[:, 0] - cx, points[:, 1] - cy) - r)
        kept = off <= 0.06 * r + 1
        if kept.all() or kept.sum() < max(4, 0.5 * len(points)):
            break
        points = points[kept]
    return cx, cy, r


def _rim(
    scene: Scene, circle: tuple[float, float, float], member: Mask, last: int
) -> tuple[NDArray[np.float64], Mask, Mask] | None:
    """Along each ray: the radius of the outermost own pixel, whether it is rim, or hidden."""
    cx, cy, r = circle
    labels = scene.labels
    height, width = labels.shape
    radii = _STEPS * r
    x = np.rint(cx + np.outer(radii, _COS)).astype(np.int64)
    y = np.rint(cy + np.outer(radii, _SIN)).astype(np.int64)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    seen = np.where(inside, labels[y.clip(0, height - 1), x.clip(0, width - 1)], -1)
    mine = member[seen]
    any_own = mine.any(axis=0)
    outermost = radii[mine.argmax(axis=0)]
    over = any_own & (outermost > 1.2 * r + 1)
    if over.mean() > RULES.structure.rim_over_max:
        return None
    own = any_own & ~over & (outermost >= 0.82 * r - 1)
    at_rim = (radii >= 0.85 * r) & (radii <= 0.99 * r)
    figure = ~np.append(scene.scenery, True)[seen]
    later = ((seen > last) & figure)[at_rim].any(axis=0) | ~inside[at_rim].all(axis=0)
    return outermost, own, (later | over) & ~own


def _contrast(scene: Scene, circle: tuple[float, float, float], own: Mask) -> float:
    """Share of the rim's own rays along which the real picture changes near the rim."""
    cx, cy, r = circle
    height, width = scene.labels.shape
    radii = np.linspace(0.75 * r - 1, 1.1 * r + 2, 9)
    x = np.rint(cx + np.outer(radii, _COS[own])).astype(np.int64).clip(0, width - 1)
    y = np.rint(cy + np.outer(radii, _SIN[own])).astype(np.int64).clip(0, height - 1)
    colours = scene.picture[y, x].astype(np.int16)
    change = (colours.max(axis=0) - colours.min(axis=0)).max(axis=1)
    return float((change >= RULES.structure.contrast_min).mean()) if own.any() else 0.0
