"""The tandem: a long frame, two saddles, two pairs of cranks, a wheel at each end."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from boards.generation.sketch.geometry import Point, between
from boards.generation.sketch.mistakes import Hand
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import GROUND, Stance
from boards.generation.sketch.vehicles.parts import (
    Crank,
    Wheel,
    draw_chain,
    draw_crank,
    draw_saddle,
    draw_spoked_wheel,
    draw_tubes,
    spoiled,
)

_TYRE = 4.8
_TUBE = 4.8


@dataclass(frozen=True)
class Tandem:
    """A tandem's geometry, the stoker's half behind the captain's; points are in the picture."""

    rear: Wheel
    front: Wheel
    wheels: tuple[Wheel, ...]
    captain: Crank
    stoker: Crank
    captain_lug: Point
    stoker_lug: Point
    head_top: Point
    head_bottom: Point
    grip: Point
    spoke_turn: float
    paint: str

    @property
    def captain_saddle(self) -> Point:
        """Where the front rider sits."""
        return self.captain_lug + Point(-4, -15)

    @property
    def stoker_saddle(self) -> Point:
        """Where the second rider would sit."""
        return self.stoker_lug + Point(-4, -15)

    @property
    def back(self) -> float:
        """Where the hindmost edge lies."""
        return self.rear.hub.x - self.rear.radius

    def stance(self) -> Stance:
        """On the front saddle, hands on the front bars, feet on the front pedals."""
        near_foot, far_foot = self.captain.feet
        return Stance(
            seat=self.captain_saddle,
            grips=(self.grip, self.grip + Point(5, -3)),
            near_foot=near_foot,
            far_foot=far_foot,
            lean=0,
            room=0.92,
        )

    def draw(self, pen: Pen) -> None:
        """The whole machine; cranks go to the layers of the legs."""
        metal = pen.style.metal
        with pen.on("vehicle"):
            for wheel in self.wheels:
                draw_spoked_wheel(pen, wheel, tyre=_TYRE, turn=self.spoke_turn, spokes=16)
            draw_tubes(pen, self._stays(), self.paint, 3.4)
            draw_tubes(pen, self._tubes(), self.paint, _TUBE)
            draw_chain(pen, self.stoker.axle, 9, self.rear.hub, 4)
            draw_chain(pen, self.captain.axle, 9, self.stoker.axle, 8)
            seats = ((self.captain_lug, self.captain_saddle), (self.stoker_lug, self.stoker_saddle))
            for lug, saddle in seats:
                pen.line([lug, saddle + Point(0, 5)], metal, 3.4, cased=True)
                draw_saddle(pen, saddle, width=35)
            self._draw_bars(pen)
        draw_crank(pen, self.stoker)
        draw_crank(pen, self.captain)

    def _stays(self) -> list[list[Point]]:
        return [[self.rear.hub, self.stoker_lug], [self.rear.hub, self.stoker.axle]]

    def _tubes(self) -> list[list[Point]]:
        fork = [
            self.front.hub,
            between(self.head_bottom, self.front.hub, 0.6) + Point(-3, 1),
            self.head_bottom,
            self.head_top,
        ]
        return [
            [self.stoker.axle, self.stoker_lug],
            [self.captain.axle, self.captain_lug],
            [self.stoker.axle, self.captain.axle],
            [self.stoker_lug, self.head_top + Point(0.5, 3)],
            [self.stoker.axle, between(self.captain.axle, self.captain_lug, 0.72)],
            [self.captain.axle, self.head_bottom],
            fork,
        ]

    def _draw_bars(self, pen: Pen) -> None:
        metal, rubber = pen.style.metal, pen.style.tyre
        stem = self.head_top + Point(-4, -16)
        pen.line([self.head_top, stem], metal, 3.6, cased=True)
        pen.line([stem, stem + Point(8, -6), self.grip], metal, 3.2, cased=True)
        pen.line([self.grip + Point(3, 0), self.grip - Point(9, -3)], rubber, 4.8)
        post = self.captain_lug + Point(-3, -9)
        tip = post + Point(-25, -16)
        pen.line([post, post + Point(-8, -3), tip + Point(8, -1), tip], metal, 3.2, cased=True)
        pen.line([tip + Point(5, -1), tip - Point(5, -1)], rubber, 4.8)


def make_tandem(random: Random, hand: Hand, paint: str) -> Tandem:
    """A tandem in this paint, as well proportioned as the hand can."""
    radius = random.uniform(38, 41)
    axle_line = GROUND - radius - _TYRE / 2
    rear = Wheel(Point(76, axle_line), radius)
    front = Wheel(Point(324, axle_line), radius)
    wheels = spoiled([rear, front], hand)
    if len(wheels) == 2:
        rear, front = wheels
    phase = random.uniform(10, 75)
    return Tandem(
        rear=rear,
        front=front,
        wheels=tuple(wheels),
        captain=Crank(Point(231, axle_line + 4), 15, phase),
        stoker=Crank(Point(139, axle_line + 4), 15, phase),
        captain_lug=Point(214, 171),
        stoker_lug=Point(122, 174),
        head_top=Point(292, 162),
        head_bottom=Point(298, 180),
        grip=Point(283, 142),
        spoke_turn=random.uniform(0, 22),
        paint=paint,
    )
