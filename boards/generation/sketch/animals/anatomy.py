"""Parts that several animals share: eyes, blush, legs, arms and wings that reach what they hold."""

from __future__ import annotations

from dataclasses import dataclass

from boards.generation.sketch.colour import darker
from boards.generation.sketch.geometry import Point, between, joint, tube
from boards.generation.sketch.mistakes import Mistake
from boards.generation.sketch.pen import Layer, Pen
from boards.generation.sketch.pose import Pose

EYE_WHITE = "#ffffff"
PUPIL = "#1b2126"

DETAIL_SKILL = 0.4
"""From this skill on, markings and fine parts are drawn."""

CHARM_SKILL = 0.6
"""From this skill on, drawings have what nobody asked for: blushes, glints, feathers."""


def far_side(colour: str) -> str:
    """The colour of a limb on the side away from the viewer."""
    return darker(colour, 0.16)


@dataclass(frozen=True)
class Limb:
    """A mammal's arm or leg: its width at the root, its colour and that of its paw."""

    width: float
    colour: str
    paw: str

    @property
    def far(self) -> Limb:
        """The same on the side away from the viewer."""
        return Limb(self.width, far_side(self.colour), far_side(self.paw))


def draw_eye(pen: Pen, centre: Point, radius: float, *, white: bool = True) -> None:
    """An eye with a glint; without skill, a dot."""
    if white and pen.hand.can(DETAIL_SKILL):
        pen.disc(centre, radius, EYE_WHITE, outlined=True)
        pen.disc(centre + Point(radius * 0.18, 0), radius * 0.58, PUPIL)
        pupil = radius * 0.58
    else:
        pen.disc(centre, radius * 0.8, PUPIL)
        pupil = radius * 0.8
    if pen.hand.can(CHARM_SKILL):
        pen.disc(centre + Point(pupil * 0.1, -pupil * 0.4), pupil * 0.34, EYE_WHITE)


def draw_blush(pen: Pen, centre: Point, across: float, colour: str) -> None:
    """A rosy cheek."""
    if pen.hand.can(CHARM_SKILL):
        pen.oval(centre, across, across * 0.62, colour, outlined=False)


def knee_of(hip: Point, foot: Point, *, slack: float, bend: float) -> Point:
    """The joint of a limb ``slack`` times as long as the way it has to reach."""
    length = (foot - hip).length * slack / 2
    return joint(hip, foot, length, length, bend=bend)


def resting(pen: Pen, pose: Pose, root: Point, target: Point, length: float) -> Point:
    """Where a limb ends: on its target or, drawn without thought, hanging straight down."""
    if pen.hand.makes(Mistake.IDLE_LIMBS):
        return root + Point(length * 0.12, length) * pose.scale
    return target


def draw_limb(
    pen: Pen,
    layer: Layer,
    nodes: tuple[Point, Point, Point],
    widths: tuple[float, float, float],
    colour: str,
) -> None:
    """A tapering arm or leg from its root over the joint to its end."""
    with pen.on(layer):
        pen.mass(tube(nodes, widths, per_segment=2), colour)


def draw_arm(
    pen: Pen,
    pose: Pose,
    layer: Layer,
    shoulder: Point,
    target: Point,
    limb: Limb,
) -> None:
    """A mammal's arm with the elbow low, and a fist around whatever it holds."""
    hand = resting(pen, pose, shoulder, target, 40)
    wide = limb.width * pose.scale
    elbow = knee_of(shoulder, hand, slack=1.07, bend=-1 if hand.x > shoulder.x else 1)
    draw_limb(pen, layer, (shoulder, elbow, hand), (wide, wide * 0.8, wide * 0.62), limb.colour)
    with pen.on(layer):
        pen.disc(hand + Point(1, 0), wide * 0.42, limb.paw, outlined=True)


def draw_leg(
    pen: Pen,
    pose: Pose,
    layer: Layer,
    hip: Point,
    target: Point,
    limb: Limb,
) -> None:
    """A mammal's leg with the knee forward, and a paw flat on whatever it stands on."""
    foot = resting(pen, pose, hip, target, 44)
    wide = limb.width * pose.scale
    ankle = foot - Point(1, wide * 0.28)
    knee = knee_of(hip, ankle, slack=1.12, bend=1)
    draw_paw(pen, layer, foot, wide * 0.95, limb.paw)
    draw_limb(pen, layer, (hip, knee, ankle), (wide, wide * 0.86, wide * 0.52), limb.colour)


def draw_webbed_foot(pen: Pen, layer: Layer, sole: Point, size: float, colour: str) -> None:
    """A bird's flat foot, toes forward, standing on ``sole``."""
    heel, front = sole.x - size * 0.35, sole.x + size
    nodes = [
        Point(heel, sole.y - size * 0.08),
        Point(sole.x - size * 0.05, sole.y - size * 0.42),
        Point(sole.x + size * 0.4, sole.y - size * 0.34),
        Point(front, sole.y - size * 0.26, sharp=True),
        Point(front - size * 0.12, sole.y - size * 0.1),
        Point(front + size * 0.08, sole.y + size * 0.06, sharp=True),
        Point(sole.x + size * 0.3, sole.y + size * 0.08),
    ]
    with pen.on(layer):
        pen.mass(nodes, colour)


def draw_paw(pen: Pen, layer: Layer, sole: Point, size: float, colour: str) -> None:
    """A mammal's foot, toes forward."""
    nodes = [
        sole + Point(-size * 0.5, -size * 0.25),
        sole + Point(-size * 0.1, -size * 0.62),
        sole + Point(size * 0.7, -size * 0.42),
        sole + Point(size * 0.95, -size * 0.05),
        sole + Point(size * 0.3, size * 0.08),
        sole + Point(-size * 0.4, size * 0.06),
    ]
    with pen.on(layer):
        pen.mass(nodes, colour)


def draw_wing(
    pen: Pen,
    layer: Layer,
    shoulder: Point,
    hand: Point,
    *,
    depth: float,
    colour: str,
    quill: str,
) -> None:
    """A wing used as an arm: a straight leading edge to the hand, feathers hanging behind it.

    ``depth`` is how far the feathers hang from the leading edge at the shoulder.
    """
    along = hand - shoulder
    down = along.unit.normal
    if down.y < 0:
        down = down * -1
    wrist = between(shoulder, hand, 0.62) - down * (depth * 0.12)
    trailing = []
    for share, hang in ((0.8, 0.38), (0.56, 0.68), (0.3, 0.9), (0.04, 1.0)):
        tip = between(shoulder, hand, share) + down * (depth * hang)
        trailing.append(Point(tip.x, tip.y, sharp=pen.hand.can(CHARM_SKILL)))
        notch = between(shoulder, hand, share - 0.05) + down * (depth * (hang - 0.2))
        trailing.append(notch)
    nodes = [
        shoulder - down * (depth * 0.22) - along * 0.06,
        wrist,
        hand - down * 2.2,
        hand + along.unit * 3,
        hand + down * 3.2,
        *trailing[:-1],
        shoulder - along * 0.16 + down * (depth * 0.3),
    ]
    with pen.on(layer):
        pen.mass(nodes, colour, shaded=layer == "near")
        if pen.hand.can(CHARM_SKILL):
            quills = [
                [
                    between(shoulder, hand, share) + down * (depth * 0.12),
                    between(shoulder, hand, share - 0.03) + down * (depth * hang),
                ]
                for share, hang in ((0.62, 0.36), (0.4, 0.58), (0.18, 0.68))
            ]
            pen.lines(quills, quill, 1.3)
