"""How round a border is: 72 rays from the centre of a circle fitted to its convex hull.

The rays say how much of the rim belongs to the border's leaves, how much is hidden by what was
painted later, and how much of it shows in the real picture. All candidates of a drawing are
measured together, as arrays; a coarse look sorts out most of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.svg.circles import Circles, Floats, fit_circles
from boards.svg.regions import NOTHING, Labels, Mask, spread
from boards.svg.scene import Scene
from pelican.rules import RULES

RAYS: Final = 72
_ANGLES: Final = np.arange(RAYS) * (2 * np.pi / RAYS)
COS: Final = np.cos(_ANGLES).astype(np.float32)
SIN: Final = np.sin(_ANGLES).astype(np.float32)
_STEPS: Final = np.linspace(1.3, 0.7, 31, dtype=np.float32)
"""Where along a ray the rim is looked for, in radii, from outside inwards."""
_BATCH: Final = 128
_HULL_COMPACT_MIN: Final = 0.62
"""Less than half a disc of a few pixels has; saves looking at tubes."""
_PIXEL_EDGE: Final = 0.4
"""From the centres of the outermost pixels of a disc to its edge, on average."""


@dataclass(frozen=True)
class Border:
    """Border pixels (n × 2) that may be a rim, and the leaves they belong to."""

    points: NDArray[np.int32]
    leaves: frozenset[int]


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


def measure_borders(scene: Scene, borders: Sequence[Border]) -> list[Round]:
    """The rounds among borders, in their order."""
    found: list[Round] = []
    for start in range(0, len(borders), _BATCH):
        found += _measure_batch(scene, borders[start : start + _BATCH])
    return found


def _measure_batch(scene: Scene, borders: Sequence[Border]) -> list[Round]:
    """Fit, look, and fit and look again at what is still hopeful."""
    rules = RULES.structure
    borders, hulls = _compact(borders)
    if not borders:
        return []
    circles = fit_circles(*_padded(hulls))
    rim = _rim(scene, circles, borders, coarse=True)
    hopeful = (rim.own.mean(axis=1) >= 0.7 * rules.rim_shown_min) & _plausible(scene, circles)
    for _ in range(2):
        kept = np.flatnonzero(hopeful)
        if not kept.size:
            return []
        borders = [borders[index] for index in kept.tolist()]
        circles = fit_circles(rim.x[kept], rim.y[kept], rim.own[kept])
        rim = _rim(scene, circles, borders)
        hopeful = _is_rim(scene, circles, rim)
    own, hidden = rim.own.mean(axis=1), rim.hidden.mean(axis=1)
    contrast = _contrast(scene, circles, rim.own)
    accepted = hopeful & (contrast >= rules.rim_contrast_min)
    return [
        Round(
            float(circles.cx[i]),
            float(circles.cy[i]),
            float(circles.r[i]) + _edge(scene, borders[i]),
            borders[i].leaves,
            float(own[i]),
            float(hidden[i]),
            float(contrast[i]),
        )
        for i in np.flatnonzero(accepted).tolist()
    ]


def _edge(scene: Scene, border: Border) -> float:
    """From the outermost pixels that a ray meets to the edge of what they belong to."""
    thickened = scene.thin[list(border.leaves)].all()
    return _PIXEL_EDGE - 1 if thickened else _PIXEL_EDGE


def _compact(borders: Sequence[Border]) -> tuple[list[Border], list[NDArray[np.int32]]]:
    """The borders whose convex hull is at least as compact as half a disc's, and the hulls.

    Compact: 4π · area ÷ perimeter², 1 for a disc, 0.75 for half of one, 0.5 for a strip of 1 : 4.
    """
    kept: list[Border] = []
    hulls: list[NDArray[np.int32]] = []
    for border in borders:
        hull = np.asarray(cv2.convexHull(np.ascontiguousarray(border.points)), np.int32)
        around, area = cv2.arcLength(hull, True), cv2.contourArea(hull)
        if 4 * np.pi * area >= _HULL_COMPACT_MIN * around * around:
            kept.append(border)
            hulls.append(hull[:, 0])
    return kept, hulls


def _padded(hulls: list[NDArray[np.int32]]) -> tuple[Floats, Floats, Mask]:
    """The corners of hulls, padded to one length: x, y, and which are given."""
    longest = max(map(len, hulls))
    x, y = np.zeros((2, len(hulls), longest))
    given = np.zeros((len(hulls), longest), bool)
    for index, hull in enumerate(hulls):
        x[index, : len(hull)], y[index, : len(hull)] = hull[:, 0], hull[:, 1]
        given[index, : len(hull)] = True
    return x, y, given


def _is_rim(scene: Scene, circles: Circles, rim: _Rim) -> Mask:
    """Which candidates are round, shown enough, and go neither missing nor beyond their rim."""
    rules = RULES.structure
    distance = np.hypot(rim.x - circles.cx[:, None], rim.y - circles.cy[:, None])
    shown = np.maximum(rim.own.sum(axis=1), 1)
    mean = (distance * rim.own).sum(axis=1) / shown
    spread = np.sqrt((((distance - mean[:, None]) ** 2) * rim.own).sum(axis=1) / shown)
    own = rim.own.mean(axis=1)
    missing = ~rim.own & ~rim.hidden
    accepted: Mask = (
        _plausible(scene, circles)
        & (spread <= rules.roundness_max * circles.r + _PIXEL_EDGE)
        & (own >= rules.rim_shown_min)
        & (missing.mean(axis=1) <= rules.rim_missing_max)
        & (_longest_gap(missing) <= rules.rim_gap_max)
        & (rim.over.mean(axis=1) <= rules.rim_over_max)
    )
    return accepted


def _longest_gap(missing: Mask) -> NDArray[np.int64]:
    """The longest run of missing rays in each row, round the full circle."""
    twice = np.concatenate([missing, missing], axis=1)
    position = np.arange(1, twice.shape[1] + 1)
    last_present = np.maximum.accumulate(np.where(twice, 0, position), axis=1)
    longest: NDArray[np.int64] = (position - last_present).max(axis=1)
    return longest


def _plausible(scene: Scene, circles: Circles) -> Mask:
    height, width = scene.labels.shape
    cx, cy, r = circles
    sized = (r >= RULES.structure.wheel_pixels_min) & (r <= 0.6 * max(width, height))
    plausible: Mask = sized & (-r <= cx) & (cx <= width + r) & (-r <= cy) & (cy <= height + r)
    return plausible


@dataclass(frozen=True)
class _Rim:
    """For each candidate and ray: the outermost own pixel, and what that says of the rim."""

    x: Floats
    y: Floats
    own: Mask
    hidden: Mask
    over: Mask


def _rim(
    scene: Scene, circles: Circles, borders: Sequence[Border], *, coarse: bool = False
) -> _Rim:
    """Look along the rays; along every third one if ``coarse``."""
    cos, sin = (COS[::3], SIN[::3]) if coarse else (COS, SIN)
    height, width = scene.labels.shape
    cx, cy, r = (values[:, None, None].astype(np.float32) for values in circles)
    r = np.minimum(r, np.float32(2 * max(width, height)))
    radii = r * _STEPS[None, :, None]
    x = np.rint(cx + radii * cos)
    y = np.rint(cy + radii * sin)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    place = (y * width + x).astype(np.int32)
    seen = np.take(scene.thickened, place, mode="clip")
    seen[~inside] = NOTHING
    mine = _membership(seen, borders, len(scene.identity.tags))
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
    covered = (near > last).any(axis=1) | ~near_inside.all(axis=1)
    return _Rim(
        cx[:, 0] + outermost * cos,
        cy[:, 0] + outermost * sin,
        own,
        (covered | over) & ~own,
        over,
    )


def _membership(seen: Labels, borders: Sequence[Border], leaves: int) -> Mask:
    """Whether each sample belongs to its own candidate, of a map with so many leaves."""
    single = np.array([max(border.leaves) for border in borders], np.int16)
    mine: Mask = seen == single[:, None, None]
    for index, border in enumerate(borders):
        if len(border.leaves) > 1:
            own = np.zeros(leaves, bool)
            own[list(border.leaves)] = True
            mine[index] = spread(own, seen[index])
    return mine


def _contrast(scene: Scene, circles: Circles, own: Mask) -> Floats:
    """Share of the rim's own rays along which the real picture changes near the rim."""
    cx, cy, r = (values[:, None, None] for values in circles)
    height, width = scene.labels.shape
    r = np.minimum(r, 2.0 * max(width, height))
    radii = r * np.linspace(0.75, 1.1, 9)[None, :, None] + np.linspace(-1, 2, 9)[None, :, None]
    x = np.rint((cx + radii * COS).clip(0, width - 1)).astype(np.int32)
    y = np.rint((cy + radii * SIN).clip(0, height - 1)).astype(np.int32)
    colours = scene.picture[y, x]
    change = (colours.max(axis=1) - colours.min(axis=1)).max(axis=2)
    seen = (change >= RULES.structure.contrast_min) & own
    share: Floats = seen.sum(axis=1) / np.maximum(own.sum(axis=1), 1)
    return share
