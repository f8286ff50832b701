"""What nobody asked for: a scarf, a basket of flowers, lines of speed."""

from __future__ import annotations

from typing import Final

from boards.generation.sketch.geometry import Point, between, corner, tube
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import GROUND, Pose

SCARF_SHARE: Final = 0.4
BASKET_SHARE: Final = 0.4
"""How many drawings have one."""

_EXTRAS_FROM_SKILL: Final = 0.7

_MARGIN: Final = 12
"""Lines of speed keep this far from the edge of the page."""

_WICKER = "#c79a5b"
_WEAVE = "#8f6a38"
_LEAVES = "#5f9a56"
_BLOSSOMS: Final = ("#f2c14e", "#e4576e", "#f7f3ea")


def draw_scarf(pen: Pen, pose: Pose, collar: tuple[Point, Point], colour: str) -> None:
    """A scarf across the neck from the nape to the throat, its ends in the wind."""
    if not pen.hand.can(_EXTRAS_FROM_SKILL):
        return
    nape, throat = (pose.at(end.x, end.y) for end in collar)
    size = pose.scale
    sag = between(nape, throat, 0.5) + Point(0, 4) * size
    flow = [Point(0, 0), Point(-16, -3), Point(-32, 4), Point(-50, -2)]
    with pen.on("rider"):
        for drop, length in ((5, 0.8), (0, 1.0)):
            spine = [nape + Point(step.x * length, step.y + drop) * size for step in flow]
            widths = [width * size for width in (7, 10, 11, 9)]
            pen.mass(tube(spine, widths, per_segment=2), colour)
        pen.mass(tube([nape, sag, throat], [10 * size] * 3, per_segment=2), colour)


def draw_basket(pen: Pen, hook: Point) -> None:
    """A wicker basket hung on the bars by the middle of its back edge, with flowers in it."""
    if not pen.hand.can(_EXTRAS_FROM_SKILL):
        return
    blossoms = [
        hook + Point(8, -7),
        hook + Point(15, -11),
        hook + Point(22, -6),
        hook + Point(11, -13),
        hook + Point(27, -10),
        hook + Point(19, -15),
    ]
    stems = [[flower, Point(flower.x * 0.6 + (hook.x + 16) * 0.4, hook.y)] for flower in blossoms]
    pen.lines(stems, _LEAVES, 1.8)
    for start, colour in enumerate(_BLOSSOMS):
        pen.dots(blossoms[start::3], 7, colour)
    pen.dots(blossoms, 2.4, _WEAVE)
    x, y = hook.x, hook.y
    pen.mass(
        [corner(x, y - 3), corner(x + 33, y - 3), corner(x + 28, y + 17), corner(x + 4, y + 17)],
        _WICKER,
    )
    uprights = [
        [Point(x + 6 + 7 * index, y - 2), Point(x + 8.5 + 5.4 * index, y + 16)]
        for index in range(4)
    ]
    bands = [
        [Point(x + 2, y + 3.5), Point(x + 31, y + 3.5)],
        [Point(x + 3.5, y + 10), Point(x + 29.5, y + 10)],
    ]
    pen.lines([*uprights, *bands], _WEAVE, 1.1)


def draw_speed(pen: Pen, back: float) -> None:
    """Three short lines in the air, ending at ``back``, the hindmost edge of the vehicle."""
    if not pen.hand.can(_EXTRAS_FROM_SKILL):
        return
    room = min(1.0, (back - _MARGIN) / 40)
    strokes = []
    for start, length, height in ((6, 18, 34), (10, 30, 52), (4, 14, 70)):
        front, level = back - start * room, GROUND - height
        strokes.append([Point(front - length * room, level), Point(front, level)])
    with pen.on("far"):
        pen.lines(strokes, pen.style.tyre, 1.5)
