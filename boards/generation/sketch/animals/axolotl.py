"""The axolotl: a wide smiling head between feathery gills, a finned tail, tiny hands."""

from __future__ import annotations

from typing import Final

from boards.generation.sketch.animals.anatomy import (
    CHARM_SKILL,
    DETAIL_SKILL,
    PUPIL,
    draw_arm,
    draw_blush,
    draw_eye,
    draw_leg,
    far_side,
)
from boards.generation.sketch.geometry import Point, sample
from boards.generation.sketch.mistakes import Mistake
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import Build, Pose

SKIN = "#f7b9c4"
BELLY = "#fcdcdc"
FIN = "#f9cfd6"
GILL = "#e0557f"
SMILE = "#8d2f4f"
BLUSH = "#f28aa4"

BUILD: Final = Build(
    height=158,
    front=76,
    back=88,
    leg=42,
    forward_hand=Point(66, -50),
    backward_hand=Point(-44, -62),
)

_HEAD = (18, -92)


def draw(pen: Pen, pose: Pose) -> None:
    """Tail and far limbs, then body, gills and face, then near limbs."""
    arm = {"width": 14.0, "paw": SKIN}
    leg = {"width": 20.0, "paw": SKIN}
    far = far_side(SKIN)
    draw_leg(pen, pose, "far", pose.at(8, -12), pose.far_foot, colour=far, **leg)
    draw_arm(pen, pose, "far", pose.at(20, -50), pose.far_hand, colour=far, **arm)
    with pen.on("rider"):
        _draw_tail(pen, pose)
        _draw_body(pen, pose)
        _draw_gills(pen, pose)
        _draw_face(pen, pose)
    draw_leg(pen, pose, "near", pose.at(-2, -12), pose.near_foot, colour=SKIN, **leg)
    draw_arm(pen, pose, "near", pose.at(6, -50), pose.near_hand, colour=SKIN, **arm)


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
    """Three stalks on each side, each fringed on both edges."""
    for side in (-1, 1):
        for lift, reach in ((-34, 34), (-8, 42), (18, 34)):
            root = (_HEAD[0] + side * 36, _HEAD[1] - 8 + lift * 0.25)
            bend = (root[0] + side * reach * 0.55, root[1] + lift * 0.35)
            tip = (root[0] + side * reach * 0.88, root[1] + lift - 9)
            spine = pose.outline(root, bend, tip)
            if pen.hand.can(DETAIL_SKILL):
                _draw_fringe(pen, spine, 9 * pose.scale)
            pen.line(spine, SKIN, 6 * pose.scale, cased=True)


def _draw_fringe(pen: Pen, spine: list[Point], length: float) -> None:
    points = sample(spine, 5)
    filaments = []
    for index in range(2, len(points)):
        along = (points[index] - points[index - 1]).unit
        for side in (-1, 1):
            tip = points[index] + along.normal * (side * length) + along * (length * 0.55)
            filaments.append([points[index], tip])
    filaments.append([points[-1], points[-1] + (points[-1] - points[-2]).unit * length])
    pen.lines(filaments, GILL, 3.1)


def _draw_face(pen: Pen, pose: Pose) -> None:
    x, y = _HEAD
    if pen.hand.makes(Mistake.LOST_HEAD):
        y -= 22
    pen.mass(
        pose.outline(
            (x - 46, y + 2),
            (x - 36, y - 24),
            (x, y - 34),
            (x + 36, y - 24),
            (x + 46, y + 2),
            (x + 34, y + 23),
            (x, y + 30),
            (x - 34, y + 23),
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
