"""Ink: the pixels of a picture that differ from its background."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boards.svg.raster import Pixels
from pelican.rules import RULES

Mask = NDArray[np.bool_]


def ink(picture: Pixels) -> Mask:
    """Height × width: where an RGB picture differs from its modal colour.

    The modal colour is the mean of the commonest of 16 × 16 × 16 colour bins, so a painted
    backdrop is no ink.
    """
    bins = (picture >> 4).astype(np.uint16)
    keys = (bins[..., 0] << 8) | (bins[..., 1] << 4) | bins[..., 2]
    modal = int(np.bincount(keys.ravel(), minlength=4096).argmax())
    background = picture[keys == modal].mean(axis=0)
    return _distance(picture, background) > RULES.render.background_distance


def changed(one: Pixels, other: Pixels) -> Mask:
    """Height × width: where two RGB pictures differ by as much as ink does from a background."""
    return _distance(one, other) > RULES.render.background_distance


def share(mask: Mask) -> float:
    """The share of true pixels."""
    return float(np.count_nonzero(mask)) / mask.size


def _distance(one: Pixels, other: Pixels | NDArray[np.floating]) -> NDArray[np.float32]:
    """Euclidean distance of RGB colours, in a type that cannot overflow."""
    difference = one.astype(np.float32) - other.astype(np.float32)
    distance: NDArray[np.float32] = np.sqrt(np.einsum("ijk,ijk->ij", difference, difference))
    return distance
