from __future__ import annotations

import math
import re

import pytest

from boards.generation.sketch.geometry import (
    Point,
    between,
    corner,
    joint,
    number,
    polar,
    sample,
    smooth,
    tube,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.04, "0"),
        (0.25, ".2"),
        (-0.5, "-.5"),
        (10.0, "10"),
        (10.04, "10"),
        (-3.16, "-3.2"),
    ],
)
def test_a_coordinate_is_written_as_short_as_it_goes(value, text):
    assert number(value) == text


def test_turning_goes_clockwise_on_the_page():
    turned = Point(1, 0).turned(90)
    assert (round(turned.x, 9), round(turned.y, 9)) == (0, 1)


def test_a_point_on_a_circle_is_below_its_centre_at_ninety_degrees():
    place = polar(Point(5, 5), 2, 90)
    assert (round(place.x, 9), round(place.y, 9)) == (5, 7)


def end_of(data: str) -> tuple[float, float]:
    """Follow relative path data to its last point."""
    x = y = 0.0
    for command, arguments in re.findall(r"([MclzV])([^MclzV]*)", data):
        numbers = [float(n) for n in re.findall(r"-?(?:\d*\.\d+|\d+)", arguments)]
        if command == "M":
            x, y = numbers
        elif command in "cl":
            x, y = x + numbers[-2], y + numbers[-1]
    return x, y


def test_a_smooth_line_ends_at_its_last_node_without_drift():
    nodes = [Point(index * 3.333, math.sin(index) * 7.777) for index in range(40)]
    x, y = end_of(smooth(nodes))
    assert abs(x - nodes[-1].x) < 0.06
    assert abs(y - nodes[-1].y) < 0.06


def test_a_closed_outline_is_closed():
    assert smooth([Point(0, 0), Point(9, 0), Point(5, 8)], closed=True).endswith("z")


def test_between_two_corners_the_outline_is_straight():
    assert smooth([corner(0, 0), corner(9, 0), corner(5, 8)], closed=True) == "M0 0l9 0l-4 8l-5-8z"


def test_sampling_passes_through_every_node():
    nodes = [Point(0, 0), Point(10, 6), Point(20, -4), Point(33, 1)]
    points = sample(nodes, 4)
    assert [points[index * 4] for index in range(4)] == [Point(n.x, n.y) for n in nodes]


@pytest.mark.parametrize("bend", [1, -1])
def test_a_limb_reaches_its_target_with_bones_of_the_given_lengths(bend):
    root, end = Point(10, 10), Point(22, 48)
    knee = joint(root, end, 25, 30, bend=bend)
    assert (knee - root).length == pytest.approx(25)
    assert (end - knee).length == pytest.approx(30)


def test_the_knee_of_a_leg_that_goes_down_points_forward():
    assert joint(Point(0, 0), Point(0, 40), 25, 25, bend=1).x > 0


def test_the_elbow_of_an_arm_that_goes_forward_hangs_down():
    assert joint(Point(0, 0), Point(40, 0), 25, 25, bend=-1).y > 0


def test_a_limb_that_is_too_short_is_stretched_and_straight():
    knee = joint(Point(0, 0), Point(100, 0), 10, 10, bend=1)
    assert knee.x == pytest.approx(50)
    assert abs(knee.y) < 1


def test_a_limb_without_length_has_its_joint_somewhere():
    knee = joint(Point(3, 3), Point(3, 3), 5, 5, bend=1)
    assert math.isfinite(knee.x)
    assert math.isfinite(knee.y)


def test_a_tube_is_as_wide_as_asked_and_round_at_both_ends():
    outline = tube([Point(0, 0), Point(50, 0), Point(100, 0)], (10, 20, 10), per_segment=2)
    assert max(node.y for node in outline) == pytest.approx(10)
    assert min(node.y for node in outline) == pytest.approx(-10)
    assert min(node.x for node in outline) < 0
    assert max(node.x for node in outline) > 100


def test_the_middle_lies_halfway():
    assert between(Point(0, 4), Point(10, 0), 0.5) == Point(5, 2)
