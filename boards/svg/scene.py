"""One drawing as its checks see it: the identity map, what each leaf covers, what is scenery.

All coordinates here are pixels of the map; :class:`Frame` turns them into root units.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.svg.identity import Identity
from boards.svg.regions import NOTHING, Labels, Mask, Regions, places, spread
from boards.svg.view import View
from pelican.rules import RULES


def backdrops(regions: Regions, width: int, height: int) -> Mask:
    """Per leaf: sky, ground, hills, roads and frames around the picture.

    A leaf is scenery when it spans the canvas from edge to edge, densely or as a line, or sits as
    a dense patch in a lower corner, or covers the canvas's width at its foot.
    """
    area = np.maximum(regions.width * regions.height, 1)
    density = regions.count / area
    at_left, at_top = regions.left <= 0, regions.top <= 0
    at_right, at_bottom = regions.right >= width, regions.bottom >= height
    dense = density >= 0.4
    line_across = regions.height <= 0.06 * height
    line_down = regions.width <= 0.06 * width
    across = at_left & at_right & (dense | line_across)
    down = at_top & at_bottom & (dense | line_down)
    nearly = (
        (regions.width >= 0.9 * width)
        & (regions.height >= 0.9 * height)
        & (regions.count >= 0.25 * width * height)
    )
    big = regions.count >= 0.03 * width * height
    corner = at_bottom & (at_left | at_right) & dense & big & (regions.width >= 0.25 * width)
    foot = at_bottom & (regions.width >= 0.6 * width) & dense
    scenery: Mask = (regions.count > 0) & (across | down | nearly | corner | foot)
    return scenery


def unseen(labels: Labels, picture: NDArray[np.uint8], ignored: Mask) -> Mask:
    """Per leaf: painted, but not to be told from what surrounds it.

    ``picture`` is the real picture at the map's size. A leaf is unseen when, of its border with
    nothing or with ``ignored`` leaves (scenery), less than ``seen_border_min`` shows a difference
    in colour. A leaf without such a border counts as seen: it is part of what surrounds it.
    """
    leaves = len(ignored)
    ground = np.append(ignored, True)
    shut_off = np.take(ground, labels)
    outside = np.zeros(leaves)
    contrasting = np.zeros(leaves)
    for step in (0, 1), (1, 0):
        y, x = places(_neighbours_differ(shut_off, step))
        differs = _contrast(picture, y, x, step)
        for owner in (labels[y, x], labels[y + step[0], x + step[1]]):
            own = ~ground[owner]
            outside += np.bincount(owner[own], minlength=leaves)
            contrasting += np.bincount(owner[own], differs[own], minlength=leaves)
    share = contrasting / np.maximum(outside, 1)
    return (outside > 0) & (share < RULES.structure.seen_border_min)


def _neighbours_differ(mask: Mask, step: tuple[int, int]) -> Mask:
    """Where a mask changes from one pixel to the next, downwards or to the right."""
    down, right = step
    rows, columns = mask.shape
    differs: Mask = mask[: rows - down, : columns - right] != mask[down:, right:]
    return differs


def _contrast(
    picture: NDArray[np.uint8], y: NDArray[np.int64], x: NDArray[np.int64], step: tuple[int, int]
) -> Mask:
    """For borders after the pixels (y, x): colours within two pixels across them differ."""
    rows, columns = picture.shape[:2]
    along = [
        picture[
            (y + offset * step[0]).clip(0, rows - 1), (x + offset * step[1]).clip(0, columns - 1)
        ]
        for offset in (-1, 0, 1, 2)
    ]
    change = np.maximum.reduce(along) - np.minimum.reduce(along)
    seen: Mask = change.max(axis=1) >= RULES.structure.contrast_min
    return seen


def connect(mask: Mask) -> NDArray[np.int32]:
    """The number of the connected piece, from 1, at each pixel of a mask; small gaps bridged.

    Pixels in a bridged gap have a number too; all others 0.
    """
    gap = max(1, round(RULES.structure.touch_gap * max(mask.shape)))
    joined = cv2.dilate(mask.view(np.uint8), np.ones((2 * gap + 1, 2 * gap + 1), np.uint8))
    _, pieces = cv2.connectedComponents(joined, None, 8, cv2.CV_32S)
    return np.asarray(pieces, np.int32)


@dataclass(frozen=True)
class Scene:
    """The map of a drawing with everything that its checks share.

    ``figure``: pixels of the vehicle, the rider and other things that are no scenery, no text and
    can be seen. ``scenery``: per leaf. ``picture``: the real picture at the map's size.
    """

    identity: Identity
    labels: Labels
    regions: Regions
    picture: NDArray[np.uint8]
    scenery: Mask
    figure: Mask
    window: View

    @cached_property
    def thin(self) -> Mask:
        """Per leaf: all of its pixels lie at its border."""
        regions = self.regions
        border: Mask = np.diff(regions.starts) >= regions.count
        return border & (regions.count > 0)

    @cached_property
    def thickened(self) -> Labels:
        """The map with thin leaves one pixel thicker where they lie next to no figure.

        Without antialiasing a stroke thinner than a pixel is a row of dots; this joins them.
        """
        thin = self.figure & spread(self.thin, self.labels)
        if not thin.any():
            return self.labels
        lines = np.where(thin, self.labels, np.int16(NOTHING))
        thicker = np.asarray(cv2.dilate(lines, np.ones((3, 3), np.uint8)), np.int16)
        free = ~self.figure & (thicker != NOTHING)
        joined: Labels = np.where(free, thicker, self.labels).astype(np.int16)
        return joined

    @property
    def scale(self) -> float:
        """Map pixels per root unit."""
        height, width = self.labels.shape
        across, down = width / self.window.width, height / self.window.height
        return float(np.sqrt(across * down))

    def to_root(self, x: float, y: float) -> tuple[float, float]:
        """Map pixels to root units."""
        height, width = self.labels.shape
        return (
            self.window.x + x / width * self.window.width,
            self.window.y + y / height * self.window.height,
        )


def build_scene(
    identity: Identity,
    labels: Labels,
    picture: NDArray[np.uint8],
    window: View,
    known_scenery: Mask | None = None,
) -> Scene:
    """Join the map and the real picture (any size, same region) into a scene."""
    height, width = labels.shape
    scaled = np.asarray(
        cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8
    )
    regions = identity.regions(labels)
    scenery = backdrops(regions, width, height) | identity.texts
    if known_scenery is not None:
        scenery |= known_scenery
    hidden = unseen(labels, scaled, scenery)
    if hidden.any():
        hidden |= unseen(labels, scaled, scenery | hidden)
    figure = ~spread(scenery | hidden, labels, elsewhere=True)
    return Scene(identity, labels, regions, scaled, scenery | hidden, figure, window)
