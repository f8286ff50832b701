"""The bicycle: a diamond or a step-through frame between two spoked wheels."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from boards.generation.sketch.extras import BASKET_SHARE, draw_basket
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

_TYRE = 5.0
_TUBE = 5.2


@dataclass(frozen=True)
class Bicycle:
    """A bicycle's geometry; every point is in the picture."""

    rear: Wheel
    front: Wheel
    wheels: tuple[Wheel, ...]
    crank: Crank
    seat_lug: Point
    saddle: Point
    head_top: Point
    head_bottom: Point
    stem: Point
    grip: Point
    step_through: bool
    drop_bars: bool
    basket: bool
    spoke_turn: float
    paint: str

    @property
    def back(self) -> float:
        """Where the hindmost edge lies."""
        return self.rear.hub.x - self.rear.radius

    def stance(self) -> Stance:
        """On the saddle, hands on the bars, feet on the pedals."""
        near_foot, far_foot = self.crank.feet
        return Stance(
            seat=self.saddle,
            grips=(self.grip, self.grip + Point(5, -3)),
            near_foot=near_foot,
            far_foot=far_foot,
            lean=0,
        )

    def draw(self, pen: Pen) -> None:
        """The whole machine; cranks go to the layers of the legs."""
        with pen.on("vehicle"):
            for wheel in self.wheels:
                draw_spoked_wheel(pen, wheel, tyre=_TYRE, turn=self.spoke_turn, spokes=16)
            draw_tubes(pen, self._stays(), self.paint, 3.6)
            draw_tubes(pen, self._tubes(), self.paint, _TUBE)
            draw_chain(pen, self.crank.axle, 10.5, self.rear.hub, 4.5)
            pen.line([self.seat_lug, self.saddle + Point(0, 5)], pen.style.metal, 3.6, cased=True)
            draw_saddle(pen, self.saddle)
            self._draw_bars(pen)
            if self.basket:
                draw_basket(pen, self.head_top + Point(4, -9))
        draw_crank(pen, self.crank)

    def _stays(self) -> list[list[Point]]:
        return [[self.rear.hub, self.seat_lug], [self.rear.hub, self.crank.axle]]

    def _tubes(self) -> list[list[Point]]:
        seat_tube = [self.crank.axle, self.seat_lug]
        fork = [
            self.front.hub,
            between(self.head_bottom, self.front.hub, 0.6) + Point(-3.5, 1),
            self.head_bottom,
            self.head_top,
        ]
        if self.step_through:
            low = between(self.crank.axle, self.seat_lug, 0.45)
            sag = between(low, self.head_top, 0.5) + Point(0, 13)
            down = between(self.crank.axle, self.head_bottom, 0.5) + Point(0, 10)
            return [
                seat_tube,
                [low, sag, self.head_top],
                [self.crank.axle, down, self.head_bottom],
                fork,
            ]
        return [
            seat_tube,
            [self.seat_lug, self.head_top + Point(0.5, 3)],
            [self.crank.axle, self.head_bottom],
            fork,
        ]

    def _draw_bars(self, pen: Pen) -> None:
        metal, rubber = pen.style.metal, pen.style.tyre
        pen.line([self.head_top, self.stem], metal, 3.8, cased=True)
        if self.drop_bars:
            reach = self.grip + Point(14, 1)
            hook = [
                self.stem,
                self.grip + Point(4, 0),
                reach,
                reach + Point(6, 8),
                reach + Point(-2, 14),
                reach + Point(-12, 13),
            ]
            pen.line(hook, metal, 3.4, cased=True)
            pen.line(hook[3:], rubber, 4)
        else:
            pen.line([self.stem, self.stem + Point(9, -6), self.grip], metal, 3.4, cased=True)
            pen.line([self.grip + Point(3, 0), self.grip - Point(10, -3)], rubber, 5)


def make_bicycle(random: Random, hand: Hand, paint: str) -> Bicycle:
    """A bicycle in this paint, as well proportioned as the hand can."""
    radius = random.uniform(44, 48)
    half_base = random.uniform(77, 81)
    axle_line = GROUND - radius - _TYRE / 2
    rear = Wheel(Point(196 - half_base, axle_line), radius)
    front = Wheel(Point(196 + half_base, axle_line), radius)
    wheels = spoiled([rear, front], hand)
    if len(wheels) == 2:
        rear, front = wheels
    bracket = Point(187, axle_line + 4)
    seat_lug = Point(168, 163)
    head_top = Point(247, 154)
    head_bottom = Point(253, 173)
    stem = Point(244, 137)
    step_through = random.random() < 0.5
    return Bicycle(
        rear=rear,
        front=front,
        wheels=tuple(wheels),
        crank=Crank(bracket, 17, random.uniform(10, 75)),
        seat_lug=seat_lug,
        saddle=Point(164, 146),
        head_top=head_top,
        head_bottom=head_bottom,
        stem=stem,
        grip=Point(243, 130),
        step_through=step_through,
        drop_bars=not step_through,
        basket=step_through and random.random() < BASKET_SHARE,
        spoke_turn=random.uniform(0, 22),
        paint=paint,
    )
