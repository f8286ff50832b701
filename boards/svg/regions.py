"""The map of leaf numbers, and what each leaf covers on it, in pixels of the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int16]
"""Height × width: the number of the leaf that shows at each pixel, -1 where nothing is painted."""

Mask = NDArray[np.bool_]

NOTHING: Final = -1


def places(mask: Mask) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where a mask is true, row by row: y and x."""
    y, x = np.divmod(np.flatnonzero(mask), mask.shape[1])  # several times as fast as nonzero
    return y, x


@dataclass(frozen=True)
class Regions:
    """Per leaf, parallel to the leaf numbers: visible pixels and their box, in map pixels.

    ``right`` and ``bottom`` are exclusive. A leaf that shows nowhere has a count of 0 and a box of
    zeros. ``edges`` holds the pixels at a leaf's border (x, y), sorted by leaf;
    ``starts[leaf]:starts[leaf + 1]`` are one leaf's; ``border_mask`` shows all of them.
    """

    count: NDArray[np.int64]
    left: NDArray[np.int64]
    top: NDArray[np.int64]
    right: NDArray[np.int64]
    bottom: NDArray[np.int64]
    edges: NDArray[np.int32]
    starts: NDArray[np.int64]
    border_mask: Mask

    @property
    def width(self) -> NDArray[np.int64]:
        """Box width per leaf."""
        return self.right - self.left

    @property
    def height(self) -> NDArray[np.int64]:
        """Box height per leaf."""
        return self.bottom - self.top

    def border(self, leaf: int) -> NDArray[np.int32]:
        """The border pixels of one leaf, n × 2 (x, y)."""
        return self.edges[self.starts[leaf] : self.starts[leaf + 1]]


def measure_regions(labels: Labels, leaves: int) -> Regions:
    """Measure what each of ``leaves`` leaves covers on a map."""
    inside = labels != NOTHING
    # Numbers begin at NOTHING, -1, so one more than each counts from 0.
    count = np.bincount((labels + 1).ravel(), minlength=leaves + 1)[1:]
    border = np.ones(labels.shape, bool)
    border[1:-1, 1:-1] = (
        (labels[1:-1, 1:-1] != labels[:-2, 1:-1])
        | (labels[1:-1, 1:-1] != labels[2:, 1:-1])
        | (labels[1:-1, 1:-1] != labels[1:-1, :-2])
        | (labels[1:-1, 1:-1] != labels[1:-1, 2:])
    )
    border &= inside
    y, x = places(border)
    owner = labels[y, x]
    order = np.argsort(owner, kind="stable")
    edges = np.stack([x[order], y[order]], axis=1).astype(np.int32)
    starts = np.searchsorted(owner[order], np.arange(leaves + 1)).astype(np.int64)
    boxes = np.zeros((4, leaves), np.int64)
    shown = np.flatnonzero(starts[1:] > starts[:-1])
    if shown.size:
        first = starts[:-1][shown]
        boxes[0, shown] = np.minimum.reduceat(edges[:, 0], first)
        boxes[1, shown] = np.minimum.reduceat(edges[:, 1], first)
        boxes[2, shown] = np.maximum.reduceat(edges[:, 0], first) + 1
        boxes[3, shown] = np.maximum.reduceat(edges[:, 1], first) + 1
    left, top, right, bottom = boxes
    return Regions(count, left, top, right, bottom, edges, starts, border)


def spread(flags: Mask, labels: Labels, *, elsewhere: bool = False) -> Mask:
    """A flag per leaf as a mask of the map; ``elsewhere`` is what holds where nothing is painted.

    Nothing is number -1, so its flag stands at the end.
    """
    return np.take(np.append(flags, elsewhere), labels)
