"""The octopus: a great bulb of a head, two round eyes, eight arms that curl when not busy."""

from __future__ import annotations

from typing import Final

from boards.generation.sketch.animals.anatomy import (
    CHARM_SKILL,
    DETAIL_SKILL,
    draw_blush,
    draw_eye,
    far_side,
    knee_of,
    resting,
)
from boards.generation.sketch.geometry import Point, sample, tube
from boards.generation.sketch.mistakes import Mistake
from boards.generation.sketch.pen import Layer, Pen
from boards.generation.sketch.pose import Build, Pose

SKIN = "#d9604c"
SPOT = "#b9473a"
SUCKER = "#f8c9b4"
SMILE = "#6d221d"
BLUSH = "#f08a6c"

BUILD: Final = Build(
    height=138,
    leg=36,
    forward_hand=Point(84, -62),
    backward_hand=Point(-84, -58),
)

_SUCKERS_PER_ARM = 6


def draw(pen: Pen, pose: Pose) -> None:
    """All arms, then the head, which hides where they start."""
    reaches_back = pose.near_hand.x < pose.hip.x
    _draw_curl(pen, pose, "far", pose.at(18, -10), heading=8, length=92, turn=-1, near=False)
    _draw_curl(pen, pose, "far", pose.at(-20, -14), heading=196, length=92, turn=1, near=False)
    _draw_reach(pen, pose, "far", pose.at(10, -10), pose.far_foot, bend=1, near=False)
    _draw_reach(pen, pose, "far", pose.at(26, -18), pose.far_hand, bend=-1, near=False)
    if reaches_back:
        _draw_curl(pen, pose, "near", pose.at(22, -12), heading=28, length=84, turn=-1, near=True)
    else:
        _draw_curl(pen, pose, "near", pose.at(-26, -14), heading=166, length=104, turn=1, near=True)
    _draw_curl(pen, pose, "near", pose.at(-12, -8), heading=128, length=84, turn=-1, near=True)
    _draw_reach(pen, pose, "near", pose.at(2, -10), pose.near_foot, bend=1, near=True)
    root = pose.at(-24, -16) if reaches_back else pose.at(20, -20)
    bend = 1 if reaches_back else -1
    _draw_reach(pen, pose, "near", root, pose.near_hand, bend=bend, near=True)
    with pen.on("near"):
        _draw_head(pen, pose)


def _draw_reach(
    pen: Pen, pose: Pose, layer: Layer, root: Point, target: Point, *, bend: float, near: bool
) -> None:
    """An arm that holds something: it goes there in a bow, and its tip curls round the thing."""
    end = resting(pen, pose, root, target, 60)
    elbow = knee_of(root, end, slack=1.14, bend=bend)
    way = (end - elbow).unit
    tip = end + way * 6 - way.normal * (5 * bend)
    _draw_arm(pen, pose, layer, [root, elbow, end, tip], near=near)


def _draw_curl(
    pen: Pen,
    pose: Pose,
    layer: Layer,
    root: Point,
    *,
    heading: float,
    length: float,
    turn: float,
    near: bool,
) -> None:
    """A free arm: it sets off under ``heading`` and rolls up towards its end."""
    if pen.hand.makes(Mistake.IDLE_LIMBS):
        heading, turn = 90, 0
    spine = [root]
    angle = heading + pose.lean
    steps = 8
    for index in range(steps):
        step = Point(length * pose.scale / steps * (1.25 - 0.07 * index), 0)
        spine.append(spine[-1] + step.turned(angle))
        angle += turn * (6 + 9.5 * index)
    _draw_arm(pen, pose, layer, spine, near=near)


def _draw_arm(pen: Pen, pose: Pose, layer: Layer, spine: list[Point], *, near: bool) -> None:
    colour = SKIN if near else far_side(SKIN)
    widths = [width * pose.scale for width in (22, 15.5, 10.5, 5)]
    per_segment = 2 if len(spine) < 6 else 1
    with pen.on(layer):
        pen.mass(tube(spine, widths, per_segment=per_segment), colour)
        if pen.hand.can(CHARM_SKILL):
            _draw_suckers(pen, pose, spine)


def _draw_suckers(pen: Pen, pose: Pose, spine: list[Point]) -> None:
    """Two sizes of pale dots along the underside."""
    points = sample(spine, 4)
    last = len(points) - 1
    places = []
    for index in range(_SUCKERS_PER_ARM):
        share = 0.36 + 0.58 * index / (_SUCKERS_PER_ARM - 1)
        here = round(last * share)
        along = (points[here] - points[here - 1]).unit
        side = along.normal if along.normal.y > 0 else along.normal * -1
        places.append(points[here] + side * (pose.scale * (4.4 - 3.2 * share)))
    half = _SUCKERS_PER_ARM // 2
    pen.dots(places[:half], 4 * pose.scale, SUCKER)
    pen.dots(places[half:], 2.9 * pose.scale, SUCKER)


def _draw_head(pen: Pen, pose: Pose) -> None:
    lift = -24 if pen.hand.makes(Mistake.LOST_HEAD) else 0
    pen.mass(
        pose.outline(
            (-30, -2),
            (-29, -26 + lift),
            (-45, -56 + lift),
            (-50, -86 + lift),
            (-32, -115 + lift),
            (0, -124 + lift),
            (30, -112 + lift),
            (43, -84 + lift),
            (40, -56 + lift),
            (35, -28 + lift),
            (33, -6),
            (24, 4),
            (10, -2),
            (-4, 5),
            (-18, 0),
        ),
        SKIN,
        shaded=True,
    )
    if pen.hand.can(CHARM_SKILL):
        for x, y, size in ((-30, -98, 7), (-14, -112, 4.5), (-36, -76, 4), (-12, -94, 3)):
            pen.oval(
                pose.at(x, y), size * pose.scale, size * 0.8 * pose.scale, SPOT, outlined=False
            )
    draw_eye(pen, pose.at(4, -52 + lift), 9 * pose.scale)
    draw_eye(pen, pose.at(30, -53 + lift), 8.4 * pose.scale)
    draw_blush(pen, pose.at(-8, -37 + lift), 6 * pose.scale, BLUSH)
    if pen.hand.can(DETAIL_SKILL):
        smile = pose.outline((10, -36 + lift), (20, -29 + lift), (31, -37 + lift))
        pen.lines([smile], SMILE, 2.2)
