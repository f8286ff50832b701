"""The capybara: a barrel, a blunt rectangular head, small round ears, all the time there is."""

from __future__ import annotations

from typing import Final

from boards.generation.sketch.animals.anatomy import (
    CHARM_SKILL,
    DETAIL_SKILL,
    PUPIL,
    Limb,
    draw_arm,
    draw_blush,
    draw_leg,
)
from boards.generation.sketch.geometry import Point
from boards.generation.sketch.mistakes import Mistake
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import Build, Pose

FUR = "#b07d4c"
MUZZLE = "#8d5f3a"
PAW = "#6d4a30"
STROKE = "#7d5433"
BLUSH = "#d98f68"
ORANGE = "#f59a2c"
LEAF = "#5c9a45"

BUILD: Final = Build(
    height=150,
    leg=40,
    forward_hand=Point(72, -62),
    backward_hand=Point(-58, -64),
    collar=(Point(-34, -72), Point(35, -62)),
)

_ARM: Final = Limb(19, FUR, PAW)
_LEG: Final = Limb(27, FUR, PAW)


def draw(pen: Pen, pose: Pose) -> None:
    """Far limbs, then body and head, then near limbs."""
    draw_leg(pen, pose, "far", pose.at(10, -12), pose.far_foot, _LEG.far)
    draw_arm(pen, pose, "far", pose.at(24, -60), pose.far_hand, _ARM.far)
    with pen.on("rider"):
        _draw_body(pen, pose)
        _draw_head(pen, pose)
    draw_leg(pen, pose, pose.near_leg_layer, pose.at(-2, -12), pose.near_foot, _LEG)
    draw_arm(pen, pose, "near", pose.at(8, -60), pose.near_hand, _ARM)


def _draw_body(pen: Pen, pose: Pose) -> None:
    pen.mass(
        pose.outline(
            (-40, 0),
            (-51, -24),
            (-46, -56),
            (-28, -84),
            (0, -98),
            (26, -86),
            (36, -58),
            (39, -28),
            (28, 0),
            (-4, 6),
        ),
        FUR,
        shaded=True,
    )
    if pen.hand.can(CHARM_SKILL):
        tufts = [
            pose.outline((x, y), (x - 4, y + 7))
            for x, y in ((-36, -40), (-28, -60), (-30, -22), (-20, -34), (-16, -76), (-14, -16))
        ]
        pen.lines(tufts, STROKE, 1.3)


def _draw_head(pen: Pen, pose: Pose) -> None:
    lift = -14 if pen.hand.makes(Mistake.LOST_HEAD) else 0
    ears = ((20, -129), (5, -126))
    for x, y in ears:
        pen.oval(pose.at(x, y + lift), 6.5 * pose.scale, 8 * pose.scale, MUZZLE, tilt=-18)
    pen.mass(
        pose.outline(
            (-8, -104 + lift),
            (2, -124 + lift),
            (28, -129 + lift),
            (54, -125 + lift),
            (74, -121 + lift),
            (83, -112 + lift),
            (83, -92 + lift),
            (75, -80 + lift),
            (50, -76 + lift),
            (20, -74 + lift),
            (0, -84 + lift),
        ),
        FUR,
        shaded=True,
    )
    if pen.hand.can(DETAIL_SKILL):
        pen.mass(
            pose.outline(
                (62, -122 + lift),
                (75, -120 + lift),
                (83, -111 + lift),
                (83, -94 + lift),
                (74, -98 + lift),
                (64, -108 + lift),
            ),
            MUZZLE,
            outlined=False,
        )
        pen.oval(pose.at(77, -110 + lift), 2.4, 3.6, PUPIL, tilt=25, outlined=False)
        mouth = pose.outline((82, -92 + lift), (72, -87 + lift), (60, -90 + lift))
        pen.lines([mouth], PUPIL, 1.6)
    _draw_sleepy_eye(pen, pose, pose.at(38, -112 + lift))
    draw_blush(pen, pose.at(42, -93 + lift), 7 * pose.scale, BLUSH)
    if pen.hand.can(CHARM_SKILL) and not lift:
        _draw_orange(pen, pose)


def _draw_sleepy_eye(pen: Pen, pose: Pose, centre: Point) -> None:
    size = pose.scale
    pen.disc(centre, 4.8 * size, PUPIL)
    if pen.hand.can(CHARM_SKILL):
        pen.disc(centre + Point(1.2, 0.4) * size, 1.3 * size, "#ffffff")
        lid = [
            centre + Point(-6.5, -1.2) * size,
            centre + Point(0, -2.4) * size,
            centre + Point(6.5, -1.2) * size,
        ]
        pen.line([node - Point(0, 2.8) * size for node in lid], FUR, 4.8 * size)
        pen.line(lid, PUPIL, 1.8 * size)


def _draw_orange(pen: Pen, pose: Pose) -> None:
    """An orange on the head, as capybaras in hot springs wear it."""
    centre = pose.at(33, -139)
    pen.disc(centre, 10 * pose.scale, ORANGE, outlined=True)
    leaf = pose.outline((34, -148), (40, -154), (48, -152), (42, -147))
    pen.mass(leaf, LEAF)
