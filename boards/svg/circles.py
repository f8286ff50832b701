"""Circles through points, many at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Circles(NamedTuple):
    """Parallel arrays of centres and radii; radius 0 where there is no circle."""

    cx: Floats
    cy: Floats
    r: Floats


def fit_circles(x: Floats, y: Floats, given: Flags) -> Circles:
    """Row by row, the circle nearest to the given points in the algebraic sense (Kåsa 1976).

    Points far off the first circle are dropped once, if most remain. A row without a circle gets
    radius 0.
    """
    cx, cy, r = _fit_once(x, y, given)
    off = np.abs(np.hypot(x - cx[:, None], y - cy[:, None]) - r[:, None])
    near = given & (off <= 0.06 * r[:, None] + 1)
    enough = near.sum(axis=1) >= np.maximum(4, 0.5 * given.sum(axis=1))
    return _fit_once(x, y, np.where(enough[:, None], near, given))


def _fit_once(x: Floats, y: Floats, given: Flags) -> Circles:
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
    return Circles(mx + a, my + b, np.where(sound & np.isfinite(r), r, 0.0))
