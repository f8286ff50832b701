"""Parts that several vehicles share: wheels, cranks, saddles, bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from boards.generation.sketch.geometry import Point, between, circle_nodes, polar
from boards.generation.sketch.mistakes import Hand, Mistake
from boards.generation.sketch.pen import Layer, Pen

LEATHER = "#5a3a2a"

_SPOKES_FROM_SKILL = 0.3
_HUBS_FROM_SKILL = 0.4
_DETAILS_FROM_SKILL = 0.55


@dataclass(frozen=True)
class Wheel:
    """A wheel on its hub; a ``buckled`` one has met a kerb."""

    hub: Point
    radius: float
    buckled: bool = False


def spoiled(wheels: Sequence[Wheel], hand: Hand) -> list[Wheel]:
    """The wheels as this hand places them, the hindmost first; may be one more or one less."""
    wheels = list(wheels)
    last = wheels[-1]
    if hand.makes(Mistake.BUCKLED_WHEEL):
        wheels[-1] = last = replace(last, buckled=True)
    if len(wheels) > 1:
        if hand.makes(Mistake.CRAMPED_WHEELS):
            hub = wheels[0].hub + Point(last.radius * 1.35, 0)
            wheels[-1] = last = replace(last, hub=hub)
        if hand.makes(Mistake.UNEQUAL_WHEELS):
            drop = Point(0, last.radius * 0.5)
            wheels[-1] = last = replace(last, hub=last.hub + drop, radius=last.radius * 0.5)
        if hand.makes(Mistake.RAISED_WHEEL):
            wheels[-1] = last = replace(last, hub=last.hub - Point(0, wheels[0].radius * 1.1))
    if hand.makes(Mistake.MISSING_WHEEL):
        wheels.pop()
    elif hand.makes(Mistake.EXTRA_WHEEL):
        step = Point(-1.9 * wheels[0].radius, 0)
        wheels.append(replace(wheels[0], hub=wheels[0].hub + step, buckled=False))
    return wheels


def draw_spoked_wheel(pen: Pen, wheel: Wheel, *, tyre: float, turn: float, spokes: int) -> None:
    """A tyre, a rim and spokes in pairs; fewer of them the less skilled the hand."""
    style = pen.style
    if wheel.buckled:
        pen.line(
            circle_nodes(wheel.hub, wheel.radius, 5), style.tyre, tyre, closed=True, straight=True
        )
        return
    if pen.hand.can(_SPOKES_FROM_SKILL):
        angles = [turn + 360 * index / spokes for index in range(spokes)]
        runs = []
        for index, angle in enumerate(angles):
            offset = 70 if index % 2 else -70
            start = polar(wheel.hub, wheel.radius * 0.08, angle + offset)
            runs.append([start, polar(wheel.hub, wheel.radius - tyre / 2, angle)])
        pen.lines(runs, style.spoke, 0.9)
    pen.ring(wheel.hub, wheel.radius, style.tyre, tyre)
    if pen.hand.can(_DETAILS_FROM_SKILL):
        pen.ring(wheel.hub, wheel.radius - tyre * 0.85, style.spoke, tyre * 0.35)
    if pen.hand.can(_HUBS_FROM_SKILL):
        pen.disc(wheel.hub, wheel.radius * 0.09, style.tyre)
        pen.disc(wheel.hub, wheel.radius * 0.04, style.spoke)


def draw_small_wheel(pen: Pen, wheel: Wheel, colour: str) -> None:
    """A solid wheel, as on scooters and skateboards."""
    if wheel.buckled:
        pen.mass(circle_nodes(wheel.hub, wheel.radius, 4), pen.style.tyre, polygon=True)
        return
    pen.disc(wheel.hub, wheel.radius, pen.style.tyre, outlined=True)
    if pen.hand.can(_HUBS_FROM_SKILL):
        pen.disc(wheel.hub, wheel.radius * 0.56, colour)
        pen.disc(wheel.hub, wheel.radius * 0.2, pen.style.metal)


@dataclass(frozen=True)
class Crank:
    """A pair of cranks with pedals, ``phase`` being where the near one points."""

    axle: Point
    length: float
    phase: float

    @property
    def near_pedal(self) -> Point:
        """The axle of the pedal on the viewer's side."""
        return polar(self.axle, self.length, self.phase)

    @property
    def far_pedal(self) -> Point:
        """The axle of the other one."""
        return polar(self.axle, self.length, self.phase + 180)

    @property
    def feet(self) -> tuple[Point, Point]:
        """Where the near and the far sole rest."""
        return self.near_pedal - Point(0, 3), self.far_pedal - Point(0, 3)


def draw_crank(pen: Pen, crank: Crank) -> None:
    """Both cranks on their layers, each with its pedal."""
    sides: tuple[tuple[Layer, Point], ...] = (
        ("far", crank.far_pedal),
        ("near", crank.near_pedal),
    )
    for layer, pedal in sides:
        with pen.on(layer):
            pen.line([crank.axle, pedal], pen.style.metal, 3.4, cased=True)
            left, right = pedal - Point(7.5, 0), pedal + Point(7.5, 0)
            pen.line([left, right], pen.style.tyre, 4.2, cased=True)


def draw_chain(pen: Pen, axle: Point, ring: float, hub: Point, cog: float) -> None:
    """A chain from the chainring to the rear cog, and both of these."""
    if not pen.hand.can(_DETAILS_FROM_SKILL):
        return
    upper = [axle - Point(0, ring), hub - Point(0, cog)]
    lower = [axle + Point(0, ring), hub + Point(0, cog)]
    pen.lines([upper, lower], pen.style.tyre, 1.5)
    pen.ring(axle, ring, pen.style.tyre, 2.6)
    pen.disc(hub, cog, pen.style.tyre)


def draw_saddle(pen: Pen, top: Point, *, width: float = 38, colour: str = LEATHER) -> None:
    """A saddle seen from the side, its nose forward."""
    half = width / 2
    nodes = [
        top + Point(-half, -2),
        top + Point(-half * 0.35, -1),
        top + Point(half * 0.4, 0),
        top + Point(half * 1.05, 0.5),
        top + Point(half * 0.9, 4),
        top + Point(half * 0.1, 5.5),
        top + Point(-half * 0.5, 9),
        top + Point(-half * 1.02, 5.5),
    ]
    pen.mass(nodes, colour)


def draw_tubes(pen: Pen, tubes: Sequence[Sequence[Point]], colour: str, width: float) -> None:
    """Frame tubes; a hand that breaks frames leaves each one short."""
    hand = pen.hand
    if hand.makes(Mistake.MISSING_FRAME):
        return
    for tube in tubes:
        nodes = tube
        if hand.makes(Mistake.BROKEN_FRAME):
            nodes = [between(tube[0], tube[-1], 0.62), tube[-1]]
        pen.line(nodes, colour, width, cased=True)
