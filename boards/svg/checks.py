"""The seven checks: arithmetic on what was found, and the report in root units."""

from __future__ import annotations

import numpy as np

from boards.catalogue import Vehicle
from boards.svg.regions import places
from boards.svg.rider import Anatomy, Mass
from boards.svg.scene import Scene
from boards.svg.structure_report import (
    PAIR_CHECKS,
    SINGLE_CHECKS,
    Check,
    FrameBins,
    Rider,
    StructureReport,
    Wheel,
)
from boards.svg.view import View
from boards.svg.wheels import Row
from pelican.rules import RULES


def report_structure(
    view: View,
    vehicle: Vehicle,
    row: Row,
    scene: Scene | None,
    rider: Mass | None,
    bins: list[bool] | None,
    anatomy: Anatomy | None,
) -> StructureReport:
    """Hold what was found against the bounds of the rules.

    ``scene`` is None when nothing is painted; ``rider``, ``bins`` and ``anatomy`` are None where
    there is no row of wheels to measure them by.
    """
    rules = RULES.structure
    radii = [wheel.r for wheel in row.wheels]
    pair = len(radii) >= 2
    spread = _off_line(row, anatomy) if pair else None
    counts = vehicle.wheel_counts
    wanted = " or ".join(map(str, counts))
    largest = _span_max(vehicle)
    apart_max = rules.apart_max.get(vehicle.name, 0.0)
    checks = {
        "wheel_count": Check(
            len(radii) in counts, float(len(radii)), min(counts), max(counts), f"{wanted} wheels"
        ),
        "wheels_similar_size": _check(
            min(radii) / max(radii) if pair else None,
            rules.similar_size_min,
            None,
            f"smallest ÷ largest radius ≥ {rules.similar_size_min:g}",
        ),
        "wheels_level": _check(
            spread, None, rules.level_max, f"hubs off level ≤ {rules.level_max:g} radii"
        ),
        "wheels_apart": _check(
            row.span / row.radius if pair else None,
            rules.apart_min,
            apart_max,
            f"hub distance {rules.apart_min:g} to {apart_max:g} radii",
        ),
        "frame_spans_wheels": _check(
            float(sum(bins)) if bins is not None else None,
            rules.frame_bins_min,
            None,
            f"frame in ≥ {rules.frame_bins_min} of {rules.frame_bins} parts between the hubs",
        ),
        "rider_present": _rider_present(rider),
        "rider_proportionate": _rider_proportionate(rider, row, largest),
    }
    names = PAIR_CHECKS if vehicle.wheels > 1 else SINGLE_CHECKS
    return StructureReport(
        checks={name: checks[name] for name in names},
        wheels=_wheels(scene, row),
        rider=_rider(scene, rider),
        frame=_frame(scene, row, bins),
        view=(view.x, view.y, view.width, view.height),
    )


def _check(value: float | None, low: float | None, high: float | None, bound: str) -> Check:
    passed = value is not None and (low is None or value >= low) and (high is None or value <= high)
    return Check(passed, None if value is None else round(value, 3), low, high, bound)


def _span_max(vehicle: Vehicle) -> float:
    rules = RULES.structure
    if vehicle.wheels == 1:
        return rules.rider_span_max_one_wheel
    return rules.rider_span_max_small_wheels if vehicle.small_wheels else rules.rider_span_max


def _off_line(row: Row, anatomy: Anatomy | None) -> float:
    """How far the hubs are off level, in mean radii; off their own line on a gentle slope."""
    y = [wheel.cy for wheel in row.wheels]
    level = (max(y) - min(y)) / row.radius
    first, last = row.wheels[0], row.wheels[-1]
    slope = np.degrees(np.arctan2(abs(last.cy - first.cy), last.cx - first.cx))
    rules = RULES.structure
    if level <= rules.level_max or slope > rules.slope_max_degrees or anatomy is None:
        return level
    reach = [_reach(anatomy, row, index) for index in (0, -1)]
    if max(reach) - min(reach) > rules.slope_reach_max:
        return level
    line = np.interp([w.cx for w in row.wheels], [first.cx, last.cx], [first.cy, last.cy])
    return float(np.abs(line - y).max()) / row.radius


def _reach(anatomy: Anatomy, row: Row, index: int) -> float:
    """How near the rest of the vehicle comes to a hub, in radii."""
    wheel = row.wheels[index]
    y, x = places(anatomy.rest)
    if not x.size:
        return float("inf")
    return float(np.hypot(x - wheel.cx, y - wheel.cy).min()) / wheel.r


def _rider_present(rider: Mass | None) -> Check:
    rules = RULES.structure
    low = rules.rider_height_min if rider is None else _height_min(rider)
    lying = "" if low == rules.rider_height_min else ", as it lies"
    bound = (
        f"a closed mass, {rules.rider_area_min:g} to {rules.rider_area_max:g} of the figure, "
        f"centred ≥ {low:g} radii above the axle{lying}"
    )
    if rider is None:
        return Check(False, None, low, None, bound)
    passed = _is_rider(rider) and rider.share <= rules.rider_area_max
    return Check(passed, round(rider.height, 3), low, None, bound)


def _is_rider(rider: Mass) -> bool:
    """Whether a mass is big enough, high enough and over the wheels."""
    rules = RULES.structure
    return (
        rider.share >= rules.rider_area_min
        and rider.wheel_share >= rules.rider_wheel_area_min
        and rider.height >= _height_min(rider)
        and rider.between >= rules.rider_between_min
    )


def _height_min(rider: Mass) -> float:
    """The least height of the mass over the axle, in radii: less for one that lies down."""
    rules = RULES.structure
    lying = rider.length >= rules.rider_lying_ratio * rider.depth
    return rules.rider_height_min_lying if lying else rules.rider_height_min


def _rider_proportionate(rider: Mass | None, row: Row, largest: float) -> Check:
    rules = RULES.structure
    bound = (
        f"box diagonal ≥ {rules.rider_diagonal_min:g} and 2·√(area ÷ π) ≤ {largest:g} "
        "of the hub distance"
    )
    if rider is None or not _is_rider(rider):
        return Check(False, None, rules.rider_diagonal_min, largest, bound)
    size = 2 * float(np.sqrt(rider.area / np.pi)) / row.span
    diagonal = float(np.hypot(rider.box[2], rider.box[3])) / row.span
    passed = diagonal >= rules.rider_diagonal_min and size <= largest
    value = size if diagonal >= rules.rider_diagonal_min else diagonal
    return Check(passed, round(value, 3), rules.rider_diagonal_min, largest, bound)


# ── shapes in root units ───────────────────────────────────────────────────────────────────────


def _wheels(scene: Scene | None, row: Row) -> tuple[Wheel, ...]:
    if scene is None:
        return ()
    return tuple(
        Wheel(*_rounded(*scene.to_root(w.cx + 0.5, w.cy + 0.5), w.r / scene.scale))
        for w in row.wheels
    )


def _rider(scene: Scene | None, rider: Mass | None) -> Rider | None:
    if scene is None or rider is None:
        return None
    x, y, width, height = rider.box
    left, top = scene.to_root(x, y)
    right, bottom = scene.to_root(x + width, y + height)
    cx, cy = scene.to_root(rider.cx, rider.cy)
    area = rider.area / scene.scale**2
    return Rider(*_rounded(left, top, right - left, bottom - top, cx, cy, area))


def _frame(scene: Scene | None, row: Row, bins: list[bool] | None) -> FrameBins | None:
    if scene is None or bins is None:
        return None
    first, last = row.wheels[0], row.wheels[-1]
    ends = (
        *scene.to_root(first.cx + 0.5, first.cy + 0.5),
        *scene.to_root(last.cx + 0.5, last.cy + 0.5),
    )
    x1, y1, x2, y2 = _rounded(*ends)
    return FrameBins(x1, y1, x2, y2, tuple(bins))


def _rounded(*values: float) -> tuple[float, ...]:
    """Four significant places after the map's own precision are noise."""
    return tuple(float(f"{value:.5g}") for value in values)
