"""The unicycle: one spoked wheel, a fork, a seat post, a saddle that turns up at both ends."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from boards.generation.sketch.geometry import Point
from boards.generation.sketch.mistakes import Hand
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import CENTRE, GROUND, Stance
from boards.generation.sketch.vehicles.parts import (
    LEATHER,
    Crank,
    Wheel,
    draw_crank,
    draw_spoked_wheel,
    draw_tubes,
    spoiled,
)

_TYRE = 6.0


@dataclass(frozen=True)
class Unicycle:
    """A unicycle's geometry; every point is in the picture."""

    wheel: Wheel
    wheels: tuple[Wheel, ...]
    crank: Crank
    crown: Point
    saddle: Point
    spoke_turn: float
    paint: str

    @property
    def back(self) -> float:
        """Where the hindmost edge lies."""
        return self.wheel.hub.x - self.wheel.radius

    def stance(self) -> Stance:
        """On the saddle, feet on the pedals, hands out for balance."""
        near_foot, far_foot = self.crank.feet
        return Stance(
            seat=self.saddle, grips=None, near_foot=near_foot, far_foot=far_foot, lean=4, room=1.0
        )

    def draw(self, pen: Pen) -> None:
        """The whole machine; cranks go to the layers of the legs."""
        with pen.on("vehicle"):
            for wheel in self.wheels:
                draw_spoked_wheel(pen, wheel, tyre=_TYRE, turn=self.spoke_turn, spokes=18)
            hub, crown = self.wheel.hub, self.crown
            draw_tubes(pen, [[hub, crown + Point(0, 3), crown - Point(0, 8)]], self.paint, 6)
            pen.line(
                [crown - Point(0, 6), self.saddle + Point(0, 6)], pen.style.metal, 4.4, cased=True
            )
            pen.line([crown - Point(4, 5), crown + Point(4, -5)], pen.style.tyre, 4)
            self._draw_saddle(pen)
        draw_crank(pen, self.crank)

    def _draw_saddle(self, pen: Pen) -> None:
        top = self.saddle
        nodes = [
            top + Point(-24, -6),
            top + Point(-12, 0),
            top + Point(8, 0),
            top + Point(25, -7),
            top + Point(24, 1),
            top + Point(8, 8),
            top + Point(-10, 9),
            top + Point(-25, 2),
        ]
        pen.mass(nodes, LEATHER)


def make_unicycle(random: Random, hand: Hand, paint: str) -> Unicycle:
    """A unicycle in this paint, as well proportioned as the hand can."""
    radius = random.uniform(46, 50)
    wheel = Wheel(Point(CENTRE, GROUND - radius - _TYRE / 2), radius)
    wheels = spoiled([wheel], hand)
    return Unicycle(
        wheel=wheel,
        wheels=tuple(wheels),
        crank=Crank(wheel.hub, 20, random.uniform(15, 60)),
        crown=Point(CENTRE, wheel.hub.y - radius - 8),
        saddle=Point(CENTRE - 2, 136),
        spoke_turn=random.uniform(0, 20),
        paint=paint,
    )
