"""The figure without its wheels: the rider's mass and the frame."""

from __future__ import annotations

import pytest

from boards.svg.rider import dissect, find_rider, frame_bins
from boards.svg.wheels import find_wheels
from tests.boards.svg.drawings import BY_NAME
from tests.boards.svg.structure_cases.case import (
    BARS,
    BICYCLE,
    EGG,
    FRAME_LINES,
    PELICAN,
    SADDLE,
    WHEELS,
    disc,
    doc,
    egg,
    group,
    line,
)
from tests.boards.svg.test_wheels import scene_of


def rider_of(svg: str):
    scene = scene_of(svg)
    row = find_wheels(scene, BY_NAME["bicycle"])
    assert len(row.wheels) == 2
    rider = find_rider(dissect(scene, row), row)
    return rider, scene.scale


def test_mass_of_an_egg():
    rider, scale = rider_of(doc(BICYCLE, EGG))
    assert rider is not None
    assert rider.area / scale**2 == pytest.approx(3.1416 * 62 * 44, rel=0.1)
    assert rider.height == pytest.approx((232 - 115) / 52, abs=0.1)
    assert rider.between == pytest.approx(1.0)


def test_head_and_body_are_one_mass():
    rider, scale = rider_of(doc(BICYCLE, PELICAN))
    assert rider is not None
    assert rider.box[2] / scale > 140


def test_tubes_saddle_and_bars_are_no_mass():
    rider, _ = rider_of(doc(BICYCLE))
    assert rider is None or rider.wheel_share < 0.1


def test_a_sun_that_touches_nothing_is_no_mass():
    rider, _ = rider_of(doc(BICYCLE, disc(340, 40, 30, "#fd3")))
    assert rider is None or rider.wheel_share < 0.1


def test_what_was_painted_before_the_wheels_is_left_out_if_a_rider_came_later():
    cloud = disc(60, 130, 50, "#cde") + disc(330, 120, 60, "#cde")
    with_cloud, scale = rider_of(doc(cloud, BICYCLE, EGG))
    without, _ = rider_of(doc(BICYCLE, EGG))
    assert with_cloud is not None
    assert without is not None
    assert with_cloud.area == pytest.approx(without.area, rel=0.02)
    assert scale > 0


def test_a_rider_painted_before_the_wheels_is_found():
    rider, _ = rider_of(doc(EGG, BICYCLE))
    assert rider is not None
    assert rider.wheel_share > 0.5


def test_height_is_measured_across_a_slope():
    level, _ = rider_of(doc(BICYCLE, EGG))
    sloping, _ = rider_of(doc(group('transform="rotate(15 200 180)"', BICYCLE, EGG)))
    assert level is not None
    assert sloping is not None
    assert sloping.height == pytest.approx(level.height, abs=0.1)


def bins_of(*parts: str) -> int:
    scene = scene_of(doc(*parts))
    row = find_wheels(scene, BY_NAME["bicycle"])
    anatomy = dissect(scene, row)
    return sum(frame_bins(anatomy, row, find_rider(anatomy, row)))


@pytest.mark.parametrize(
    ("parts", "least", "most"),
    [
        ((WHEELS, FRAME_LINES), 10, 10),
        ((WHEELS, FRAME_LINES, SADDLE, BARS, PELICAN), 10, 10),
        ((WHEELS,), 0, 0),
        ((WHEELS, line(110, 232, 200, 232)), 4, 6),
        ((WHEELS, egg(200, 175, 95, 60)), 0, 2),
        ((WHEELS, line(60, 262, 340, 262)), 0, 0),
        ((WHEELS, line(110, 232, 290, 232)), 10, 10),
    ],
)
def test_frame_bins(parts: tuple[str, ...], least: int, most: int):
    assert least <= bins_of(*parts) <= most
