"""The skateboard: a flat deck with both ends turned up, trucks, small wheels."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from boards.generation.sketch.geometry import Point
from boards.generation.sketch.mistakes import Hand, Mistake
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import CENTRE, GROUND, Stance
from boards.generation.sketch.vehicles.parts import Wheel, draw_small_wheel, spoiled

_THICKNESS = 8


@dataclass(frozen=True)
class Skateboard:
    """A skateboard's geometry; every point is in the picture."""

    wheels: tuple[Wheel, ...]
    trucks: tuple[Wheel, Wheel]
    deck_height: float
    half_length: float
    paint: str

    @property
    def back(self) -> float:
        """Where the hindmost edge lies."""
        return CENTRE - self.half_length

    def stance(self) -> Stance:
        """Standing with the feet apart, hands out for balance."""
        sole = self.deck_height - 1
        return Stance(
            seat=None,
            grips=None,
            near_foot=Point(CENTRE - 28, sole),
            far_foot=Point(CENTRE + 30, sole),
            lean=4,
            room=1.3,
            balance=CENTRE - 2,
        )

    def draw(self, pen: Pen) -> None:
        """The whole board."""
        with pen.on("vehicle"):
            for wheel in self.trucks:
                top = Point(wheel.hub.x, self.deck_height + _THICKNESS)
                pen.line([top + Point(-7, 0), wheel.hub], pen.style.metal, 5, cased=True)
                pen.line([top + Point(7, 0), wheel.hub], pen.style.metal, 5, cased=True)
            for wheel in self.wheels:
                draw_small_wheel(pen, wheel, self.paint)
            if not pen.hand.makes(Mistake.MISSING_FRAME):
                self._draw_deck(pen)

    def _draw_deck(self, pen: Pen) -> None:
        level, half = self.deck_height, self.half_length
        left, right = CENTRE - half, CENTRE + half
        nodes = [
            Point(left, level - 14),
            Point(left + 13, level - 9),
            Point(left + 32, level),
            Point(CENTRE, level + 0.5),
            Point(right - 32, level),
            Point(right - 13, level - 9),
            Point(right, level - 14),
            Point(right + 4, level - 8),
            Point(right - 12, level + 2),
            Point(right - 30, level + _THICKNESS),
            Point(CENTRE, level + _THICKNESS + 0.5),
            Point(left + 30, level + _THICKNESS),
            Point(left + 12, level + 2),
            Point(left - 4, level - 8),
        ]
        pen.mass(nodes, self.paint)
        pen.line(nodes[1:6], pen.style.tyre, 2.6)


def make_skateboard(random: Random, hand: Hand, paint: str) -> Skateboard:
    """A skateboard in this paint, as well proportioned as the hand can."""
    radius = random.uniform(12.5, 14.5)
    axle_line = GROUND - radius
    spread = random.uniform(58, 64)
    rear = Wheel(Point(CENTRE - spread, axle_line), radius)
    front = Wheel(Point(CENTRE + spread, axle_line), radius)
    wheels = spoiled([rear, front], hand)
    return Skateboard(
        wheels=tuple(wheels),
        trucks=(rear, wheels[-1] if len(wheels) == 2 else front),
        deck_height=axle_line - radius - _THICKNESS - 2,
        half_length=spread + 44,
        paint=paint,
    )
