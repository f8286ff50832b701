"""The kick scooter: a low deck between two small wheels, a tall steering column, a T-bar."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from boards.generation.sketch.geometry import Point, between
from boards.generation.sketch.mistakes import Hand, Mistake
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import GROUND, Stance
from boards.generation.sketch.vehicles.parts import Wheel, draw_small_wheel, draw_tubes, spoiled


@dataclass(frozen=True)
class Scooter:
    """A scooter's geometry; every point is in the picture."""

    rear: Wheel
    front: Wheel
    wheels: tuple[Wheel, ...]
    deck_height: float
    column_foot: Point
    column_top: Point
    paint: str

    @property
    def back(self) -> float:
        """Where the hindmost edge lies."""
        return self.rear.hub.x - self.rear.radius

    def stance(self) -> Stance:
        """One foot on the deck, the other just off the ground behind, hands on the bar."""
        return Stance(
            seat=None,
            grips=(self.column_top + Point(-3, 0), self.column_top + Point(4, -3)),
            near_foot=Point(self.rear.hub.x + 76, self.deck_height - 3),
            far_foot=Point(self.rear.hub.x + 4, self.deck_height - 20),
            lean=6,
            room=1.25,
            balance=self.rear.hub.x + 64,
        )

    def draw(self, pen: Pen) -> None:
        """The whole machine."""
        rear, front = self.rear.hub, self.front.hub
        with pen.on("vehicle"):
            self._draw_fender(pen)
            foot, top = self.column_foot, self.column_top
            draw_tubes(pen, [[front, foot], [foot, top]], self.paint, 6)
            clamp = between(foot, top, 0.32)
            pen.line([clamp, between(clamp, top, 0.2)], pen.style.metal, 7.5, cased=True)
            if not pen.hand.makes(Mistake.MISSING_FRAME):
                self._draw_deck(pen)
            for wheel in self.wheels:
                draw_small_wheel(pen, wheel, pen.style.metal)
            for hub in (rear, front):
                pen.disc(hub, 2.6, pen.style.tyre)
        with pen.on("near"):
            pen.line([top - Point(13, -2), top + Point(8, -2)], pen.style.tyre, 6.4, cased=True)

    def _draw_fender(self, pen: Pen) -> None:
        hub, radius = self.rear.hub, self.rear.radius + 5
        arc = [
            hub + Point(-radius, -2),
            hub + Point(-radius * 0.6, -radius * 0.82),
            hub + Point(radius * 0.2, -radius),
            hub + Point(radius * 0.9, -radius * 0.6),
        ]
        pen.line(arc, self.paint, 3.6, cased=True)

    def _draw_deck(self, pen: Pen) -> None:
        back, front = self.rear.hub.x - 2, self.column_foot.x
        level = self.deck_height
        nodes = [
            Point(back, level + 4),
            Point(back + 20, level),
            Point(front - 28, level),
            Point(front - 10, level - 10),
            Point(front + 2, level - 24),
            Point(front + 8, level - 18),
            Point(front - 4, level),
            Point(front - 24, level + 10),
            Point(back + 22, level + 10),
            Point(back, level + 10),
        ]
        pen.mass(nodes, self.paint)
        pen.line([Point(back + 24, level), Point(front - 34, level)], pen.style.tyre, 3)


def make_scooter(random: Random, hand: Hand, paint: str) -> Scooter:
    """A scooter in this paint, as well proportioned as the hand can."""
    radius = random.uniform(18, 20.5)
    axle_line = GROUND - radius
    rear = Wheel(Point(116, axle_line), radius)
    front = Wheel(Point(286, axle_line), radius)
    wheels = spoiled([rear, front], hand)
    if len(wheels) == 2:
        rear, front = wheels
    return Scooter(
        rear=rear,
        front=front,
        wheels=tuple(wheels),
        deck_height=GROUND - 29,
        column_foot=Point(279, GROUND - 50),
        column_top=Point(258 + random.uniform(-2, 3), 134),
        paint=paint,
    )
