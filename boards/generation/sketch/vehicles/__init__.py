"""The vehicles: each a geometry with places for a rider, and a way to draw itself."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from boards.generation.sketch.mistakes import Hand
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import Stance
from boards.generation.sketch.vehicles.bicycle import make_bicycle
from boards.generation.sketch.vehicles.scooter import make_scooter
from boards.generation.sketch.vehicles.skateboard import make_skateboard
from boards.generation.sketch.vehicles.tandem import make_tandem
from boards.generation.sketch.vehicles.unicycle import make_unicycle


class Vehicle(Protocol):
    """Something to ride."""

    @property
    def back(self) -> float:
        """Where its hindmost edge lies."""

    def stance(self) -> Stance:
        """What it offers a rider."""

    def draw(self, pen: Pen) -> None:
        """Draw it onto the pen's layers."""


MAKERS: Final[dict[str, Callable[[Random, Hand, str], Vehicle]]] = {
    "bicycle": make_bicycle,
    "unicycle": make_unicycle,
    "tandem bicycle": make_tandem,
    "scooter": make_scooter,
    "skateboard": make_skateboard,
}
"""What makes each vehicle, by the name that the catalogue gives it."""
