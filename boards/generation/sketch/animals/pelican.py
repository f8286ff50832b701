"""The pelican: a long bill over a full pouch, a heavy white body, short orange legs."""

from __future__ import annotations

from typing import Final

from boards.generation.sketch.animals.anatomy import (
    CHARM_SKILL,
    DETAIL_SKILL,
    draw_eye,
    draw_limb,
    draw_webbed_foot,
    draw_wing,
    far_side,
    knee_of,
    resting,
)
from boards.generation.sketch.geometry import Point, between
from boards.generation.sketch.mistakes import Mistake
from boards.generation.sketch.pen import Layer, Pen
from boards.generation.sketch.pose import Build, Pose

PLUMAGE = "#fbf8f0"
WING = "#e6e8e6"
QUILL = "#8d9aa0"
FLIGHT_FEATHERS = "#3f4d55"
BILL = "#f2a233"
POUCH = "#f7bf55"
POUCH_FOLD = "#c8802a"
LEG = "#ec9430"

BUILD: Final = Build(
    height=136,
    leg=50,
    forward_hand=Point(88, -66),
    backward_hand=Point(-62, -74),
    collar=(Point(27, -86), Point(52, -78)),
)

_POUCH_SKILL = 0.25


def draw(pen: Pen, pose: Pose) -> None:
    """Far wing and leg, then body and head, then near leg and wing."""
    shoulder = pose.at(14, -54)
    _draw_leg(pen, pose, "far", pose.at(8, -12), pose.far_foot, near=False)
    far_hand = resting(pen, pose, shoulder, pose.far_hand, 60)
    draw_wing(
        pen,
        "far",
        pose.at(26, -54),
        far_hand,
        depth=20 * pose.scale,
        colour=far_side(WING),
        quill=QUILL,
    )
    with pen.on("rider"):
        _draw_tail(pen, pose)
        _draw_crest(pen, pose)
        _draw_body(pen, pose)
        _draw_head(pen, pose)
    _draw_leg(pen, pose, pose.near_leg_layer, pose.at(0, -14), pose.near_foot, near=True)
    near_hand = resting(pen, pose, shoulder, pose.near_hand, 60)
    draw_wing(pen, "near", shoulder, near_hand, depth=34 * pose.scale, colour=WING, quill=QUILL)


def _draw_leg(pen: Pen, pose: Pose, layer: Layer, hip: Point, target: Point, *, near: bool) -> None:
    foot = resting(pen, pose, hip, target, 52)
    ankle = foot - Point(2, 4) * pose.scale
    knee = knee_of(hip, ankle, slack=1.08, bend=1)
    skin, down = (LEG, PLUMAGE) if near else (far_side(LEG), far_side(PLUMAGE))
    wide = pose.scale
    draw_limb(pen, layer, (hip, knee, ankle), (9 * wide, 6.5 * wide, 5.5 * wide), skin)
    draw_webbed_foot(pen, layer, foot, 19 * pose.scale, skin)
    thigh = (hip, between(hip, knee, 0.45), between(hip, knee, 0.78))
    draw_limb(pen, layer, thigh, (22 * wide, 18 * wide, 9 * wide), down)


def _draw_tail(pen: Pen, pose: Pose) -> None:
    if not pen.hand.can(DETAIL_SKILL):
        return
    pen.mass(
        pose.outline(
            (-46, -30),
            (-74, -30, "corner"),
            (-66, -23, "corner"),
            (-77, -17, "corner"),
            (-66, -13, "corner"),
            (-70, -5, "corner"),
            (-42, -10),
        ),
        FLIGHT_FEATHERS,
    )


def _draw_crest(pen: Pen, pose: Pose) -> None:
    if not pen.hand.can(CHARM_SKILL) or pen.hand.makes(Mistake.LOST_HEAD):
        return
    pen.mass(
        pose.outline(
            (40, -126),
            (22, -138),
            (8, -137, "corner"),
            (20, -130),
            (2, -128, "corner"),
            (18, -123),
            (5, -117, "corner"),
            (30, -112),
        ),
        PLUMAGE,
    )


def _draw_body(pen: Pen, pose: Pose) -> None:
    nodes = [
        (-58, -20),
        (-44, -42),
        (-14, -60),
        (14, -66),
        (28, -80),
        (25, -98),
        (24, -117),
        (39, -131),
        (56, -124),
        (58, -108),
        (50, -90),
        (54, -70),
        (55, -46),
        (44, -18),
        (18, 0),
        (-16, 3),
        (-44, -4),
    ]
    if pen.hand.makes(Mistake.LOST_HEAD):
        nodes = [node for node in nodes if node[1] > -82]
    pen.mass(pose.outline(*nodes), PLUMAGE, shaded=True)


def _draw_head(pen: Pen, pose: Pose) -> None:
    if pen.hand.makes(Mistake.LOST_HEAD):
        pen.disc(pose.at(52, -122), 14 * pose.scale, PLUMAGE, outlined=True)
    if pen.hand.can(_POUCH_SKILL):
        pouch = pose.outline(
            (52, -113, "corner"),
            (132, -84, "corner"),
            (118, -68),
            (92, -55),
            (68, -62),
            (53, -86),
        )
        pen.mass(pouch, POUCH, shaded=True)
        if pen.hand.can(CHARM_SKILL):
            folds = [
                pose.outline((62, -96), (70, -80), (84, -71)),
                pose.outline((74, -94), (83, -82), (96, -76)),
            ]
            pen.lines(folds, POUCH_FOLD, 1.1)
    bill = pose.outline(
        (51, -121),
        (64, -121),
        (100, -106),
        (134, -91),
        (138, -81, "corner"),
        (131, -84, "corner"),
        (94, -96),
        (52, -109),
    )
    pen.mass(bill, BILL)
    draw_eye(pen, pose.at(42, -117), 5.6 * pose.scale)
