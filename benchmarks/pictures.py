"""What can be said of a frame by looking at its pixels. Pure numpy, no Django.

Pictures are ``(height, width, 3)`` arrays of bytes, the top row first.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pelican.rules import RULES

Picture = NDArray[np.uint8]
Luma = NDArray[np.float32]

_SDF: Final = RULES.sdf
_LUMA: Final = np.array([0.299, 0.587, 0.114], dtype=np.float32)


@dataclass(frozen=True)
class PictureFacts:
    """Measurements on one frame.

    Attributes:
        coverage: share of pixels that are not near the commonest colour.
        deviation: standard deviation of the luma, of 255.
        edge_energy: mean absolute Laplacian of the luma.
        half_energy: the same of the picture halved and doubled again; the closer to
            ``edge_energy``, the less there is that half the resolution could not show.
        edges: number of strong steps between horizontal neighbours.
        sharp_edges: share of them that are one pixel wide; None where there are none.
        centre: share of the edge energy that lies in the middle quarter of the picture.
        round_trip: mean difference to the picture halved and doubled by repetition, as a share of
            ``edge_energy``; 0 where pixels were doubled.
    """

    coverage: float
    deviation: float
    edge_energy: float
    half_energy: float
    edges: int
    sharp_edges: float | None
    round_trip: float
    centre: float

    def as_dict(self) -> dict[str, Any]:
        """The measurements as JSON, rounded to what is worth keeping."""
        return {
            key: round(value, 4) if isinstance(value, float) else value
            for key, value in asdict(self).items()
        }


def measure(picture: Picture) -> PictureFacts:
    """Measure one frame."""
    luma: Luma = picture.astype(np.float32) @ _LUMA
    half = _halve(luma)
    edge_energy = _laplacian(luma)
    edges, sharp = _sharp_edges(luma)
    doubled = half.repeat(2, axis=0).repeat(2, axis=1)
    cropped = luma[: doubled.shape[0], : doubled.shape[1]]
    difference = float(np.abs(cropped - doubled).mean())
    return PictureFacts(
        coverage=_coverage(picture),
        deviation=float(luma.std()),
        edge_energy=edge_energy,
        half_energy=_laplacian(_double(half)),
        edges=edges,
        sharp_edges=sharp,
        round_trip=difference / edge_energy if edge_energy > 0 else 0.0,
        centre=_centre(luma),
    )


def change(before: Picture, after: Picture) -> float:
    """Share of pixels that differ by at least ``pixel_step`` in some channel."""
    step = np.abs(before.astype(np.int16) - after.astype(np.int16)).max(axis=2)
    return float((step >= _SDF.pixel_step).mean())


def _coverage(picture: Picture) -> float:
    coarse = (picture >> 3).astype(np.uint32)
    keys = (coarse[..., 0] << 10) | (coarse[..., 1] << 5) | coarse[..., 2]
    commonest = np.bincount(keys.ravel(), minlength=1 << 15).argmax()
    of_it = picture[keys == commonest]
    colour = np.median(of_it, axis=0)
    distance = np.abs(picture.astype(np.int16) - colour.astype(np.int16)).max(axis=2)
    return float((distance >= _SDF.pixel_step).mean())


def _edges(luma: Luma) -> Luma:
    """Absolute Laplacian of all but the outermost pixels."""
    around = luma[:-2, 1:-1] + luma[2:, 1:-1] + luma[1:-1, :-2] + luma[1:-1, 2:]
    return np.abs(4 * luma[1:-1, 1:-1] - around)


def _laplacian(luma: Luma) -> float:
    return float(_edges(luma).mean())


def _centre(luma: Luma) -> float:
    edges = _edges(luma)
    height, width = edges.shape
    middle = edges[height // 4 : height - height // 4, width // 4 : width - width // 4]
    total = float(edges.sum())
    return float(middle.sum()) / total if total > 0 else 0.0


def _halve(luma: Luma) -> Luma:
    height, width = luma.shape[0] // 2 * 2, luma.shape[1] // 2 * 2
    even = luma[:height, :width]
    total: Luma = even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2]
    return total * np.float32(0.25)


def _double(luma: Luma) -> Luma:
    """Twice the size by linear interpolation between pixel centres."""
    return _double_rows(_double_rows(luma).T).T


def _double_rows(luma: Luma) -> Luma:
    above = np.concatenate([luma[:1], luma[:-1]])
    below = np.concatenate([luma[1:], luma[-1:]])
    doubled = np.empty((luma.shape[0] * 2, luma.shape[1]), dtype=np.float32)
    doubled[::2] = 0.75 * luma + 0.25 * above
    doubled[1::2] = 0.75 * luma + 0.25 * below
    return doubled


def _sharp_edges(luma: Luma) -> tuple[int, float | None]:
    """Strong steps over two pixels, and the share of them of which one carries ``sharp_part``."""
    steps = np.diff(luma, axis=1)
    first, second = steps[:, :-1], steps[:, 1:]
    total = np.abs(first + second)
    strong = (total > _SDF.edge_step) & (first * second >= 0)
    # A wide ramp is a run of strong steps; it counts once, at its steepest place.
    largest = np.maximum(np.abs(first), np.abs(second))
    peak = strong.copy()
    peak[:, 1:] &= total[:, 1:] >= total[:, :-1]
    peak[:, :-1] &= total[:, :-1] > total[:, 1:]
    count = int(peak.sum())
    if not count:
        return 0, None
    return count, float((largest[peak] > _SDF.sharp_part * total[peak]).mean())
