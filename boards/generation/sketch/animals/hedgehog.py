"""The hedgehog: a coat of spines from brow to rump, a pale face that ends in a small black nose."""

from __future__ import annotations

import math
from typing import Final

from boards.generation.sketch.animals.anatomy import (
    DETAIL_SKILL,
    PUPIL,
    Limb,
    draw_arm,
    draw_blush,
    draw_eye,
    draw_leg,
)
from boards.generation.sketch.geometry import Point
from boards.generation.sketch.mistakes import Mistake
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import Build, Pose

COAT = "#6b4a36"
SPINE = "#c9a47c"
FACE = "#f3dcb8"
LIMB = "#d9b48a"
PAW = "#a97c58"
BLUSH = "#eba98c"
EAR = "#d59a7a"

BUILD: Final = Build(
    height=120,
    leg=38,
    forward_hand=Point(62, -44),
    backward_hand=Point(-30, -40),
    stretch=1.35,
)

_SPIKES = 20
_COAT_CENTRE = (-8, -54)

_HAIRLINE: Final = (
    (44, -94, "corner"),
    (50, -86, "corner"),
    (38, -87, "corner"),
    (38, -78, "corner"),
    (28, -81, "corner"),
    (27, -71, "corner"),
    (19, -74, "corner"),
    (19, -62, "corner"),
    (11, -64, "corner"),
    (14, -50, "corner"),
    (5, -50, "corner"),
    (9, -34, "corner"),
    (1, -36, "corner"),
    (4, -18, "corner"),
    (-3, -20, "corner"),
    (0, 0, "corner"),
)
"""Where the coat ends on face and belly, from the brow down to the hip."""

_ARM: Final = Limb(15, LIMB, PAW)
_LEG: Final = Limb(22, LIMB, PAW)


def draw(pen: Pen, pose: Pose) -> None:
    """Far limbs, then belly, face and the coat over both, then near limbs."""
    draw_leg(pen, pose, "far", pose.at(12, -10), pose.far_foot, _LEG.far)
    draw_arm(pen, pose, "far", pose.at(26, -44), pose.far_hand, _ARM.far)
    with pen.on("rider"):
        _draw_belly(pen, pose)
        _draw_face(pen, pose)
        _draw_coat(pen, pose)
        _draw_ear(pen, pose)
    draw_leg(pen, pose, pose.near_leg_layer, pose.at(2, -10), pose.near_foot, _LEG)
    draw_arm(pen, pose, "near", pose.at(12, -44), pose.near_hand, _ARM)


def _coat_point(degrees: float, share: float) -> tuple[float, float]:
    """A point of the coat: the direction from its centre, and how far out (1 = the skin)."""
    angle = math.radians(degrees)
    x, y = _COAT_CENTRE
    return x + 52 * share * math.cos(angle), y + 54 * share * math.sin(angle)


def _draw_coat(pen: Pen, pose: Pose) -> None:
    """A dome with a jagged edge, then rows of pale spines over it."""
    nodes: list[Point] = []
    start, end = 84.0, 326.0
    step = (end - start) / _SPIKES
    for index in range(_SPIKES):
        angle = start + step * index
        nodes.append(pose.at(*_coat_point(angle, 1.0), sharp=True))
        nodes.append(pose.at(*_coat_point(angle + step * 0.35, 1.27), sharp=True))
    nodes += pose.outline(*_HAIRLINE)
    pen.mass(nodes, COAT, shaded=True)
    if not pen.hand.can(DETAIL_SKILL):
        return
    spines = []
    for row, share in enumerate((0.9, 0.7, 0.5, 0.3)):
        count = 15 - 3 * row
        for index in range(count):
            angle = 104 + 206 * (index + 0.5 * (row % 2)) / count
            root, tip = _coat_point(angle, share), _coat_point(angle - 7, share + 0.19)
            spines.append([pose.at(*root), pose.at(*tip)])
    pen.lines(spines, SPINE, 1.9)


def _draw_belly(pen: Pen, pose: Pose) -> None:
    pen.mass(
        pose.outline(
            (6, -58), (26, -58), (37, -38), (34, -12), (18, 4), (-4, 4), (-8, -18), (0, -40)
        ),
        FACE,
        shaded=True,
    )


def _draw_face(pen: Pen, pose: Pose) -> None:
    shift = 16 if pen.hand.makes(Mistake.LOST_HEAD) else 0
    pen.mass(
        pose.outline(
            (2, -84),
            (18, -99),
            (38, -96),
            (54, -82),
            (76 + shift, -70),
            (78 + shift, -63),
            (60, -54),
            (34, -48),
            (8, -56),
        ),
        FACE,
        shaded=True,
    )
    if pen.hand.can(DETAIL_SKILL):
        smile = pose.outline((68, -57), (58, -56), (51, -62))
        pen.lines([smile], COAT, 1.8)
    pen.disc(pose.at(78 + shift, -68), 5.4 * pose.scale, PUPIL)
    draw_eye(pen, pose.at(49, -77), 4.6 * pose.scale, white=False)
    draw_blush(pen, pose.at(40, -63), 6 * pose.scale, BLUSH)


def _draw_ear(pen: Pen, pose: Pose) -> None:
    pen.oval(pose.at(20, -86), 9 * pose.scale, 10 * pose.scale, FACE)
    if pen.hand.can(DETAIL_SKILL):
        pen.oval(pose.at(21, -85), 4.8 * pose.scale, 5.8 * pose.scale, EAR, outlined=False)
