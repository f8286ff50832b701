"""The axolotl: a wide smiling head between feathery gills, a finned tail, tiny hands."""

from __future__ import annotations

from typing import Final

from boards.generation.sketch.animals.anatomy import (
    CHARM_SKILL,
    DETAIL_SKILL,
    PUPIL,
    Limb,
    draw_arm,
    draw_blush,
    draw_eye,
    draw_leg,
)
from boards.generation.sketch.geometry import Point, sample, tube
from boards.generation.sketch.mistakes import Mistake
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import Build, Pose

SKIN = "#f7b9c4"
FIN = "#f9cfd6"
GILL = "#de4f7c"
STALK = "#ef8ba4"
SMILE = "#8d2f4f"
BLUSH = "#f28aa4"

BUILD: Final = Build(
    height=164,
    leg=42,
    forward_hand=Point(66, -50),
    backward_hand=Point(-44, -62),
    collar=(Point(-20, -60), Point(30, -58)),
)

_HEAD = (18, -92)

_GILLS: Final = (
    ((28, -20), (48, -36), (58, -58)),
    ((38, -12), (60, -18), (80, -32)),
    ((40, 0), (62, 4), (82, 0)),
)
"""Root, bow and tip of each gill, from the middle of the head outwards."""

_ARM: Final = Limb(14, SKIN, SKIN)
_LEG: Final = Limb(20, SKIN, SKIN)


def draw(pen: Pen, pose: Pose) -> None:
    """Tail and far limbs, then body, gills and face, then near limbs."""
    draw_leg(pen, pose, "far", pose.at(8, -12), pose.far_foot, _LEG.far)
    draw_arm(pen, pose, "far", pose.at(20, -50), pose.far_hand, _ARM.far)
    with pen.on("rider"):
        _draw_tail(pen, pose)
        _draw_body(pen, pose)
        _draw_gills(pen, pose)
        _draw_face(pen, pose)
    draw_leg(pen, pose, pose.near_leg_layer, pose.at(-2, -12), pose.near_foot, _LEG)
    draw_arm(pen, pose, "near", pose.at(6, -50), pose.near_hand, _ARM)


def _draw_tail(pen: Pen, pose: Pose) -> None:
    pen.mass(
        pose.outline(
            (-8, -34),
            (-34, -34),
            (-62, -52),
            (-92, -70, "corner"),
            (-88, -40),
            (-66, -14),
            (-34, 0),
            (-6, 0),
        ),
        FIN,
    )
    pen.mass(
        pose.outline(
            (-4, -26),
            (-34, -24),
            (-62, -38),
            (-86, -62, "corner"),
            (-70, -30),
            (-44, -10),
            (-6, 2),
        ),
        SKIN,
        outlined=pen.hand.can(DETAIL_SKILL),
    )


def _draw_body(pen: Pen, pose: Pose) -> None:
    pen.mass(
        pose.outline(
            (-22, 2),
            (-29, -22),
            (-22, -54),
            (0, -76),
            (28, -72),
            (32, -44),
            (28, -14),
            (16, 4),
            (-4, 6),
        ),
        SKIN,
        shaded=True,
    )


def _draw_gills(pen: Pen, pose: Pose) -> None:
    """Three stalks on each side, each fringed on both edges like a fern."""
    x, y = _HEAD
    for side in (-1, 1):
        for start, bow, end in _GILLS:
            spine = pose.outline(
                (x + side * start[0], y + start[1]),
                (x + side * bow[0], y + bow[1]),
                (x + side * end[0], y + end[1]),
            )
            if pen.hand.can(DETAIL_SKILL):
                _draw_fringe(pen, spine, 12 * pose.scale)
            stalk = [width * pose.scale for width in (9, 6, 3)]
            pen.mass(tube(spine, stalk, per_segment=2), STALK)


def _draw_fringe(pen: Pen, spine: list[Point], length: float) -> None:
    """Filaments that lean towards the tip and grow shorter on the way there."""
    points = sample(spine, 6)
    last = len(points) - 1
    filaments = []
    for index in range(3, last + 1):
        along = (points[index] - points[index - 1]).unit
        reach = length * (1.05 - 0.5 * index / last)
        for side in (-1, 1):
            out = along.normal * side
            tip = points[index] + out * (reach * 0.85) + along * (reach * 0.6)
            filaments.append([points[index], tip])
    filaments.append([points[-1], points[-1] + (points[-1] - points[-2]).unit * (length * 0.5)])
    pen.lines(filaments, GILL, 2.4)


def _draw_face(pen: Pen, pose: Pose) -> None:
    x, y = _HEAD
    if pen.hand.makes(Mistake.LOST_HEAD):
        y -= 22
    pen.mass(
        pose.outline(
            (x - 49, y + 3),
            (x - 38, y - 22),
            (x, y - 32),
            (x + 38, y - 22),
            (x + 49, y + 3),
            (x + 36, y + 23),
            (x, y + 29),
            (x - 36, y + 23),
        ),
        SKIN,
        shaded=True,
    )
    draw_eye(pen, pose.at(x - 23, y - 7), 4.6 * pose.scale, white=False)
    draw_eye(pen, pose.at(x + 27, y - 7), 4.6 * pose.scale, white=False)
    draw_blush(pen, pose.at(x - 31, y + 6), 6.5 * pose.scale, BLUSH)
    draw_blush(pen, pose.at(x + 35, y + 6), 6.5 * pose.scale, BLUSH)
    if pen.hand.can(DETAIL_SKILL):
        smile = pose.outline(
            (x - 26, y + 5), (x - 18, y + 13), (x + 2, y + 17), (x + 22, y + 13), (x + 30, y + 5)
        )
        pen.lines([smile], SMILE, 2.2)
    if pen.hand.can(CHARM_SKILL):
        nostrils = [
            pose.outline((x - 2, y + 3), (x - 2.5, y + 4)),
            pose.outline((x + 7, y + 3), (x + 7.5, y + 4)),
        ]
        pen.lines(nostrils, PUPIL, 1.6)
