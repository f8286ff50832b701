"""Ink: the pixels of a picture that differ from its background."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from boards.svg.raster import Pixels
from pelican.rules import RULES

Mask = NDArray[np.bool_]

_SUM: Final = np.ones((1, 3), np.float32)


def ink(picture: Pixels) -> Mask:
    """Height × width: where an RGB picture differs from its modal colour.

    The modal colour is the mean of the commonest of 16 × 16 × 16 colour bins, so a painted
    backdrop is no ink.
    """
    bins = cv2.calcHist([picture], [0, 1, 2], None, [16, 16, 16], [0, 256] * 3)
    least = 16 * np.array(np.unravel_index(int(bins.argmax()), bins.shape))
    modal = cv2.inRange(picture, least, least + 15)
    background = cv2.mean(picture, modal)[:3]
    # Squared distances per level and channel, looked up: floats, which cannot overflow.
    levels = np.arange(256, dtype=np.float32)[:, None, None]
    squares = (levels - np.array(background, np.float32)) ** 2
    distance = cv2.transform(cv2.LUT(picture, squares), _SUM)
    return np.asarray(distance > RULES.render.background_distance**2)


def changed(one: Pixels, other: Pixels) -> Mask:
    """Height × width: where two RGB pictures differ by as much as ink does from a background."""
    difference = cv2.absdiff(one, other).astype(np.float32)
    distance = cv2.transform(difference * difference, _SUM)
    return np.asarray(distance > RULES.render.background_distance**2)


def share(mask: Mask) -> float:
    """The share of true pixels."""
    return float(np.count_nonzero(mask)) / mask.size
