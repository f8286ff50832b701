"""How a body meets a vehicle: what the vehicle offers, what the body is like, the result."""

from __future__ import annotations

from dataclasses import dataclass

from boards.generation.sketch.geometry import Point
from boards.generation.sketch.pen import Layer

GROUND: float = 264
"""Height of the ground in every scene."""

CENTRE: float = 200
"""Where the middle of every scene lies."""

_CEILING = 14
"""Nothing that belongs to a rider reaches above this."""


@dataclass(frozen=True)
class Build:
    """A body in its own units: the hip at the origin, facing right, up is negative.

    ``height`` above the hip, length of a standing ``leg``, and where free hands go
    (``forward_hand``, ``backward_hand``) to keep the balance. ``collar`` is nape and throat, if
    there is a neck to speak of. ``stretch`` is the largest scale at which the body looks right.
    """

    height: float
    leg: float
    forward_hand: Point
    backward_hand: Point
    collar: tuple[Point, Point] | None = None
    stretch: float = 1.3


@dataclass(frozen=True)
class Stance:
    """What a vehicle offers its rider, in the picture's coordinates.

    ``seat`` is where to sit, or None on a vehicle ridden standing, where the body is then above
    ``balance``. ``grips`` are the places for the near and the far hand, or None where there is
    nothing to hold. ``lean`` tips the body forward, in degrees. ``room`` is the largest scale that
    the vehicle carries.
    """

    seat: Point | None
    grips: tuple[Point, Point] | None
    near_foot: Point
    far_foot: Point
    lean: float
    room: float = 1.3
    balance: float = CENTRE


@dataclass(frozen=True)
class Pose:
    """A body placed in the picture; :meth:`at` maps the body's own units to it."""

    hip: Point
    scale: float
    lean: float
    near_hand: Point
    far_hand: Point
    near_foot: Point
    far_foot: Point
    seated: bool

    @property
    def near_leg_layer(self) -> Layer:
        """Before the body when seated, so that the thigh shows; below it when standing."""
        return "near" if self.seated else "under"

    def at(self, x: float, y: float, *, sharp: bool = False) -> Point:
        """Where a point of the body lies in the picture."""
        moved = self.hip + Point(x, y).turned(self.lean) * self.scale
        return Point(moved.x, moved.y, sharp)

    def outline(self, *nodes: tuple[float, float] | tuple[float, float, str]) -> list[Point]:
        """Several points of the body at once; a third item marks a corner."""
        return [self.at(node[0], node[1], sharp=len(node) > 2) for node in nodes]


def settle(build: Build, stance: Stance) -> Pose:
    """Put a body on a vehicle, as large as vehicle, body and page allow."""
    if stance.seat is not None:
        room = (stance.seat.y - _CEILING) / build.height
        scale = min(build.stretch, stance.room, room)
        hip = stance.seat
    else:
        deck = stance.near_foot.y
        scale = min(build.stretch, stance.room, (deck - _CEILING) / (build.height + build.leg))
        hip = Point(stance.balance, deck - build.leg * scale)
    forward = hip + build.forward_hand.turned(stance.lean) * scale
    backward = hip + build.backward_hand.turned(stance.lean) * scale
    near, far = stance.grips or (backward, forward)
    return Pose(
        hip=hip,
        scale=scale,
        lean=stance.lean,
        near_hand=near,
        far_hand=far,
        near_foot=stance.near_foot,
        far_foot=stance.far_foot,
        seated=stance.seat is not None,
    )
