"""The flamingo: a small body, a neck in an S, a bent bill with a black tip, legs like reeds."""

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
from boards.generation.sketch.geometry import Point, tube
from boards.generation.sketch.mistakes import Mistake
from boards.generation.sketch.pen import Layer, Pen
from boards.generation.sketch.pose import Build, Pose

PLUMAGE = "#f58aa8"
WING = "#ec6b90"
QUILL = "#c8466f"
LEG = "#ef7f9c"
BILL = "#fbe3dc"
BILL_TIP = "#262329"

BUILD: Final = Build(
    height=150,
    leg=92,
    forward_hand=Point(74, -58),
    backward_hand=Point(-62, -62),
    collar=(Point(45, -66), Point(58, -59)),
    stretch=1.1,
)


def draw(pen: Pen, pose: Pose) -> None:
    """Far wing and leg, then neck, body and head, then near leg and wing."""
    shoulder = pose.at(12, -36)
    _draw_leg(pen, pose, "far", pose.at(6, -6), pose.far_foot, near=False)
    far_hand = resting(pen, pose, shoulder, pose.far_hand, 52)
    draw_wing(
        pen,
        "far",
        pose.at(20, -38),
        far_hand,
        depth=18 * pose.scale,
        colour=far_side(WING),
        quill=QUILL,
    )
    with pen.on("rider"):
        _draw_tail(pen, pose)
        _draw_neck(pen, pose)
        _draw_body(pen, pose)
        _draw_head(pen, pose)
    _draw_leg(pen, pose, pose.near_leg_layer, pose.at(0, -6), pose.near_foot, near=True)
    near_hand = resting(pen, pose, shoulder, pose.near_hand, 52)
    draw_wing(pen, "near", shoulder, near_hand, depth=28 * pose.scale, colour=WING, quill=QUILL)


def _draw_leg(pen: Pen, pose: Pose, layer: Layer, hip: Point, target: Point, *, near: bool) -> None:
    """Two thin bones and the knob between them; the knob points back when it stands."""
    colour = LEG if near else far_side(LEG)
    foot = resting(pen, pose, hip, target, 50)
    ankle = foot - Point(1, 3) * pose.scale
    if pose.seated:
        knob = knee_of(hip, ankle, slack=1.26, bend=1)
    else:
        knob = knee_of(hip, ankle, slack=1.04, bend=-1)
    wide = max(3.6, 4.6 * pose.scale)
    with pen.on(layer):
        pen.line([hip, knob], colour, wide, cased=True)
        pen.line([knob, ankle], colour, wide * 0.9, cased=True)
        pen.disc(knob, wide * 0.82, colour, outlined=True)
    draw_webbed_foot(pen, layer, foot, 14 * pose.scale, colour)
    draw_limb(
        pen,
        layer,
        (hip - Point(0, 4), hip + (knob - hip) * 0.14, hip + (knob - hip) * 0.3),
        (17 * pose.scale, 13 * pose.scale, 6 * pose.scale),
        PLUMAGE if near else far_side(PLUMAGE),
    )


def _draw_tail(pen: Pen, pose: Pose) -> None:
    if not pen.hand.can(DETAIL_SKILL):
        return
    pen.mass(
        pose.outline(
            (-32, -34),
            (-66, -24, "corner"),
            (-56, -19, "corner"),
            (-68, -12, "corner"),
            (-54, -10, "corner"),
            (-60, -2, "corner"),
            (-30, -8),
        ),
        BILL_TIP if pen.hand.can(CHARM_SKILL) else WING,
    )


def _draw_neck(pen: Pen, pose: Pose) -> None:
    spine = pose.outline(
        (18, -30), (42, -40), (52, -62), (38, -84), (22, -104), (24, -128), (44, -137)
    )
    if pen.hand.makes(Mistake.LOST_HEAD):
        spine = spine[:4]
    widths = [width * pose.scale for width in (25, 18, 14, 12.5, 12, 12.5, 15)]
    pen.mass(tube(spine, widths, per_segment=2), PLUMAGE, shaded=True)


def _draw_body(pen: Pen, pose: Pose) -> None:
    pen.mass(
        pose.outline(
            (-52, -18),
            (-38, -36),
            (-8, -48),
            (20, -46),
            (36, -32),
            (32, -12),
            (10, 3),
            (-18, 3),
            (-42, -6),
        ),
        PLUMAGE,
        shaded=True,
    )


def _draw_head(pen: Pen, pose: Pose) -> None:
    pen.mass(
        pose.outline((33, -136), (42, -147), (54, -143), (59, -133), (52, -124), (39, -125)),
        PLUMAGE,
    )
    pen.mass(
        pose.outline(
            (54, -143, "corner"),
            (68, -138),
            (77, -124),
            (75, -106, "corner"),
            (66, -116),
            (60, -123),
            (52, -127, "corner"),
        ),
        BILL,
    )
    if pen.hand.can(DETAIL_SKILL):
        tip = pose.outline(
            (75, -129, "corner"),
            (78, -119),
            (75, -105, "corner"),
            (69, -112),
            (65, -117, "corner"),
        )
        pen.mass(tip, BILL_TIP)
        if pen.hand.can(CHARM_SKILL):
            mouth = pose.outline((56, -135), (66, -130), (72, -121))
            pen.lines([mouth], QUILL, 1.1)
    draw_eye(pen, pose.at(47, -138), 3.9 * pose.scale)
