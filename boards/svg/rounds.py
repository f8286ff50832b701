"""Round things on the identity map: candidates for wheels.

A candidate comes from the visible border of a leaf, of a connected piece of a leaf, or of a group
of leaves: a circle is fitted to its convex hull, then 72 rays from its centre say how much of the
rim belongs to it, how much is hidden by what was painted later, and how much of it shows in the
real picture. All candidates of a drawing are measured together, as arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.svg.identity import NOTHING
from boards.svg.scene import Mask, Scene
from pelican.rules import RULES

RAYS: Final = 72
_ANGLES: Final = np.arange(RAYS) * (2 * np.pi / RAYS)
_COS: Final = np.cos(_ANGLES).astype(np.float32)
_SIN: Final = np.sin(_ANGLES).astype(np.float32)
_STEPS: Final = np.linspace(1.3, 0.7, 31, dtype=np.float32)
"""Where along a ray the rim is looked for, in radii, from outside inwards."""
_CANDIDATES_MAX: Final = 500
"""Leaves looked at, the largest first: bounds the work on drawings of thousands of circles."""
_PIECES_MAX: Final = 12
_GROUP_MAX: Final = 80
_BATCH: Final = 128
_EMBEDDED_MAX: Final = 4
_HOUGH_MAX: Final = 24
_PAD: Final = 6
_MERGED_WITHIN: Final = 0.35
"""Rounds whose centres are this near, in radii of the larger, are one wheel."""

Floats = NDArray[np.float64]


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


@dataclass(frozen=True)
class _Border:
    """Border pixels (n × 2) that may be a rim, and the leaves they belong to."""

    points: NDArray[np.int32]
    leaves: frozenset[int]


def find_rounds(scene: Scene) -> list[Round]:
    """Every candidate, concentric ones merged into the largest; largest first."""
    leaves = _eligible(scene)
    found = _measure(scene, [*_wholes(scene, leaves), *_groups(scene, leaves)])
    round_leaves = {leaf for one in found for leaf in one.leaves if len(one.leaves) == 1}
    broken = [leaf for leaf in leaves if leaf not in round_leaves]
    found += _measure(scene, [piece for leaf in broken for piece in _pieces(scene, leaf)])
    return merge_concentric(found)


def find_embedded_rounds(scene: Scene, known: Iterable[Round]) -> list[Round]:
    """Rounds inside leaves that hold more than one thing, by a Hough transform of their masks.

    Slower than :func:`find_rounds`, and only for drawings whose wheels it cannot find: a rim and
    a frame in one path, say.
    """
    regions = scene.regions
    known = list(known)
    round_leaves = {leaf for one in known for leaf in one.leaves if len(one.leaves) == 1}
    dense = regions.count > 0.6 * regions.width * regions.height
    leaves = [leaf for leaf in _eligible(scene) if leaf not in round_leaves and not dense[leaf]]
    found: list[Round] = []
    for leaf in leaves[:_EMBEDDED_MAX]:
        window = (
            slice(regions.top[leaf], regions.bottom[leaf]),
            slice(regions.left[leaf], regions.right[leaf]),
        )
        mask = np.pad((scene.labels[window] == leaf).astype(np.uint8) * 255, _PAD)
        circles = cv2.HoughCircles(
            cv2.GaussianBlur(mask, (5, 5), 1.2),
            cv2.HOUGH_GRADIENT_ALT,
            1.5,
            3.0,
            param1=200,
            param2=0.6,
            minRadius=4,
            maxRadius=round(0.6 * max(mask.shape)),
        )
        if circles is None:
            continue
        offset = np.array([regions.left[leaf] - _PAD, regions.top[leaf] - _PAD, 0])
        seeds = circles.reshape(-1, circles.shape[-1])[:_HOUGH_MAX, :3] + offset
        borders = [_Border(_circle_points(seed), frozenset((leaf,))) for seed in seeds]
        found += _measure(scene, borders)
    return merge_concentric([*known, *found])


def _circle_points(circle: NDArray[np.float64]) -> NDArray[np.int32]:
    cx, cy, r = circle
    return np.rint(np.stack([cx + r * _COS, cy + r * _SIN], axis=1)).astype(np.int32)


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


def _wholes(scene: Scene, leaves: Iterable[int]) -> Iterator[_Border]:
    regions = scene.regions
    for leaf in leaves:
        if _may_be_round(int(regions.width[leaf]), int(regions.height[leaf])):
            yield _Border(regions.border(leaf), frozenset((leaf,)))


def _pieces(scene: Scene, leaf: int) -> Iterator[_Border]:
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
            yield _Border(points[owners == piece], frozenset((leaf,)))


def _groups(scene: Scene, leaves: Iterable[int]) -> Iterator[_Border]:
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
            yield _Border(points, frozenset(group))


# ── measuring ──────────────────────────────────────────────────────────────────────────────────


def _measure(scene: Scene, borders: Sequence[_Border]) -> list[Round]:
    """The rounds among borders, in their order."""
    found: list[Round] = []
    for start in range(0, len(borders), _BATCH):
        found += _measure_batch(scene, borders[start : start + _BATCH])
    return found


def _measure_batch(scene: Scene, borders: Sequence[_Border]) -> list[Round]:
    rules = RULES.structure
    hulls = [cv2.convexHull(np.ascontiguousarray(border.points))[:, 0] for border in borders]
    longest = max(map(len, hulls))
    x, y = np.zeros((2, len(hulls), longest))
    given = np.zeros((len(hulls), longest), bool)
    for index, hull in enumerate(hulls):
        x[index, : len(hull)], y[index, : len(hull)] = hull[:, 0], hull[:, 1]
        given[index, : len(hull)] = True
    circles = _fit(x, y, given)
    rim = _rim(scene, circles, borders)
    hopeful = np.flatnonzero(
        (rim.own.mean(axis=1) >= 0.7 * rules.rim_shown_min) & _plausible(scene, circles)
    )
    if not hopeful.size:
        return []
    borders = [borders[index] for index in hopeful]
    x, y, given = rim.x[hopeful], rim.y[hopeful], rim.own[hopeful]
    for _ in range(2):
        circles = _fit(x, y, given)
        rim = _rim(scene, circles, borders)
        x, y, given = rim.x, rim.y, rim.own
    cx, cy, r = circles
    distance = np.hypot(rim.x - cx[:, None], rim.y - cy[:, None])
    shown = np.maximum(rim.own.sum(axis=1), 1)
    mean = (distance * rim.own).sum(axis=1) / shown
    spread = np.sqrt((((distance - mean[:, None]) ** 2) * rim.own).sum(axis=1) / shown)
    own, hidden = rim.own.mean(axis=1), rim.hidden.mean(axis=1)
    contrast = _contrast(scene, circles, rim.own)
    accepted = (
        _plausible(scene, circles)
        & (spread <= rules.roundness_max * r + 0.45)
        & (own >= rules.rim_shown_min)
        & (1 - own - hidden <= rules.rim_missing_max)
        & (_longest_gap(~rim.own & ~rim.hidden) <= rules.rim_gap_max)
        & (rim.over.mean(axis=1) <= rules.rim_over_max)
        & (contrast >= rules.rim_contrast_min)
    )
    return [
        Round(
            float(cx[i]),
            float(cy[i]),
            float(r[i]) + 0.4,  # from the outermost pixels' centres to their outer edge, on average
            borders[i].leaves,
            float(own[i]),
            float(hidden[i]),
            float(contrast[i]),
        )
        for i in np.flatnonzero(accepted).tolist()
    ]


def _longest_gap(missing: Mask) -> NDArray[np.int64]:
    """The longest run of missing rays in each row, round the full circle."""
    twice = np.concatenate([missing, missing], axis=1)
    position = np.arange(1, twice.shape[1] + 1)
    last_present = np.maximum.accumulate(np.where(twice, 0, position), axis=1)
    longest: NDArray[np.int64] = (position - last_present).max(axis=1)
    return longest


def _plausible(scene: Scene, circles: tuple[Floats, Floats, Floats]) -> Mask:
    height, width = scene.labels.shape
    cx, cy, r = circles
    sized = (r >= RULES.structure.wheel_pixels_min) & (r <= 0.6 * max(width, height))
    placed: Mask = (-r <= cx) & (cx <= width + r) & (-r <= cy) & (cy <= height + r)
    return sized & placed


def _fit(x: Floats, y: Floats, given: Mask) -> tuple[Floats, Floats, Floats]:
    """Row by row, the circle nearest to the given points in the algebraic sense (Kåsa 1976).

    Points far off the first circle are dropped once, if most remain. A row without a circle gets
    radius 0.
    """
    cx, cy, r = _fit_once(x, y, given)
    off = np.abs(np.hypot(x - cx[:, None], y - cy[:, None]) - r[:, None])
    near = given & (off <= 0.06 * r[:, None] + 1)
    enough = near.sum(axis=1) >= np.maximum(4, 0.5 * given.sum(axis=1))
    return _fit_once(x, y, np.where(enough[:, None], near, given))


def _fit_once(x: Floats, y: Floats, given: Mask) -> tuple[Floats, Floats, Floats]:
    count = np.maximum(given.sum(axis=1), 1)
    mx, my = (x * given).sum(axis=1) / count, (y * given).sum(axis=1) / count
    u, v = (x - mx[:, None]) * given, (y - my[:, None]) * given
    z = u * u + v * v
    uu, uv, vv = (u * u).sum(axis=1), (u * v).sum(axis=1), (v * v).sum(axis=1)
    zu, zv = (z * u).sum(axis=1) / 2, (z * v).sum(axis=1) / 2
    determinant = uu * vv - uv * uv
    sound = (given.sum(axis=1) >= 3) & (determinant > 1e-9)
    safe = np.where(sound, determinant, 1.0)
    a, b = (zu * vv - zv * uv) / safe, (zv * uu - zu * uv) / safe
    r = np.sqrt(z.sum(axis=1) / count + a * a + b * b)
    return mx + a, my + b, np.where(sound & np.isfinite(r), r, 0.0)


@dataclass(frozen=True)
class _Rim:
    """For each candidate and ray: the outermost own pixel, and what that says of the rim."""

    x: Floats
    y: Floats
    own: Mask
    hidden: Mask
    over: Mask


def _rim(scene: Scene, circles: tuple[Floats, Floats, Floats], borders: Sequence[_Border]) -> _Rim:
    height, width = scene.labels.shape
    cx, cy, r = (values[:, None, None].astype(np.float32) for values in circles)
    r = np.minimum(r, np.float32(2 * max(width, height)))
    radii = r * _STEPS[None, :, None]
    x = np.rint(cx + radii * _COS)
    y = np.rint(cy + radii * _SIN)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    place = np.where(inside, y * width + x, 0).astype(np.int32)
    seen = np.where(inside, scene.labels.ravel()[place], np.int16(NOTHING))
    mine = _membership(seen, borders)
    found = mine.any(axis=1)
    outermost = np.take_along_axis(
        np.broadcast_to(radii, seen.shape), mine.argmax(axis=1)[:, None], axis=1
    )[:, 0]
    r = r[:, 0]
    over = found & (outermost > 1.2 * r + 1)
    own = found & ~over & (outermost >= 0.82 * r - 1)
    at_rim = (_STEPS >= 0.85) & (_STEPS <= 0.99)
    last = np.array([max(border.leaves) for border in borders])[:, None, None]
    near, near_inside = seen[:, at_rim], inside[:, at_rim]
    figure = ~np.append(scene.scenery, True)[near]
    covered = ((near > last) & figure).any(axis=1) | ~near_inside.all(axis=1)
    return _Rim(
        cx[:, 0] + outermost * _COS,
        cy[:, 0] + outermost * _SIN,
        own,
        (covered | over) & ~own,
        over,
    )


def _membership(seen: NDArray[np.int16], borders: Sequence[_Border]) -> Mask:
    """Whether each sample belongs to its own candidate."""
    single = np.array([max(border.leaves) for border in borders], np.int16)
    mine: Mask = seen == single[:, None, None]
    for index, border in enumerate(borders):
        if len(border.leaves) > 1:
            mine[index] = np.isin(seen[index], np.fromiter(border.leaves, np.int16))
    return mine


def _contrast(scene: Scene, circles: tuple[Floats, Floats, Floats], own: Mask) -> Floats:
    """Share of the rim's own rays along which the real picture changes near the rim."""
    cx, cy, r = (values[:, None, None] for values in circles)
    height, width = scene.labels.shape
    r = np.minimum(r, 2.0 * max(width, height))
    radii = r * np.linspace(0.75, 1.1, 9)[None, :, None] + np.linspace(-1, 2, 9)[None, :, None]
    x = np.rint((cx + radii * _COS).clip(0, width - 1)).astype(np.int32)
    y = np.rint((cy + radii * _SIN).clip(0, height - 1)).astype(np.int32)
    colours = scene.picture[y, x]
    change = (colours.max(axis=1) - colours.min(axis=1)).max(axis=2)
    seen = (change >= RULES.structure.contrast_min) & own
    return seen.sum(axis=1) / np.maximum(own.sum(axis=1), 1)
