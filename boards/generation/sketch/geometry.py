"""Points, smooth outlines, limbs: the plane geometry that the sketcher draws with.

Coordinates are those of the picture: x to the right, y down, in units of the view box. Angles are
degrees, clockwise as seen on the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ROUNDNESS = 0.37
"""Length of a curve's handles, as a share of the chord: four points then make nearly a circle."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place or a displacement; an outline turns a corner at a ``sharp`` one."""

    x: float
    y: float
    sharp: bool = False

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y, self.sharp)

    def __sub__(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y, self.sharp)

    def __mul__(self, factor: float) -> Point:
        return Point(self.x * factor, self.y * factor, self.sharp)

    @property
    def length(self) -> float:
        """Distance from the origin."""
        return math.hypot(self.x, self.y)

    @property
    def unit(self) -> Point:
        """The same direction at length 1; the origin stays where it is."""
        length = self.length
        return self * (1 / length) if length else self

    @property
    def normal(self) -> Point:
        """A quarter turn clockwise."""
        return Point(-self.y, self.x)

    def turned(self, degrees: float) -> Point:
        """Rotated clockwise about the origin."""
        angle = math.radians(degrees)
        cosine, sine = math.cos(angle), math.sin(angle)
        return Point(self.x * cosine - self.y * sine, self.x * sine + self.y * cosine, self.sharp)


def corner(x: float, y: float) -> Point:
    """A point at which an outline turns sharply."""
    return Point(x, y, sharp=True)


def polar(centre: Point, radius: float, degrees: float) -> Point:
    """The point at an angle on a circle; 0 is to the right, 90 straight down."""
    angle = math.radians(degrees)
    return Point(centre.x + radius * math.cos(angle), centre.y + radius * math.sin(angle))


def between(start: Point, end: Point, share: float) -> Point:
    """The point that lies ``share`` of the way from start to end."""
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def number(value: float) -> str:
    """A coordinate with at most one decimal, written as short as it goes."""
    text = f"{value:.1f}".removesuffix(".0")
    if text.startswith(("0.", "-0.")):
        text = text.replace("0.", ".", 1)
    return "0" if text == "-0" else text


class _Writer:
    """Path data in relative commands that never drift: each is relative to the rounded point."""

    def __init__(self, start: Point) -> None:
        self.x, self.y = round(start.x, 1), round(start.y, 1)
        self.parts = [f"M{number(self.x)} {number(self.y)}"]

    def _relative(self, points: Iterable[Point]) -> str:
        numbers = " ".join(f"{number(p.x - self.x)} {number(p.y - self.y)}" for p in points)
        return numbers.replace(" -", "-")

    def add(self, command: str, *points: Point) -> None:
        self.parts.append(command + self._relative(points))
        self.x, self.y = round(points[-1].x, 1), round(points[-1].y, 1)

    def done(self, *, closed: bool) -> str:
        return "".join(self.parts) + ("z" if closed else "")


def _tangent(nodes: Sequence[Point], index: int, *, closed: bool) -> Point | None:
    """The direction in which a smooth outline passes a node; None at corners and open ends."""
    if nodes[index].sharp or (not closed and index in (0, len(nodes) - 1)):
        return None
    return (nodes[(index + 1) % len(nodes)] - nodes[index - 1]).unit


def _handles(nodes: Sequence[Point], index: int, *, closed: bool) -> tuple[Point, Point] | None:
    """The two handles of the curve from a node to the next; None where that is a straight line."""
    following = (index + 1) % len(nodes)
    start, end = nodes[index], nodes[following]
    reach = (end - start).length * ROUNDNESS
    leaving = _tangent(nodes, index, closed=closed)
    arriving = _tangent(nodes, following, closed=closed)
    if leaving is None and arriving is None:
        return None
    first, second = _straight(start, end)
    return (
        start + leaving * reach if leaving else first,
        end - arriving * reach if arriving else second,
    )


def _straight(start: Point, end: Point) -> tuple[Point, Point]:
    """The handles of a curve that is a straight line."""
    return between(start, end, ROUNDNESS), between(end, start, ROUNDNESS)


def smooth(nodes: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of a curve through all nodes, round everywhere but at the sharp ones."""
    if len(nodes) < 3 and not closed:
        return polyline(nodes)
    writer = _Writer(nodes[0])
    segments = len(nodes) if closed else len(nodes) - 1
    for index in range(segments):
        end = nodes[(index + 1) % len(nodes)]
        handles = _handles(nodes, index, closed=closed)
        if handles is None:
            writer.add("l", end)
        else:
            writer.add("c", *handles, end)
    return writer.done(closed=closed)


def polyline(nodes: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of straight lines from node to node."""
    writer = _Writer(nodes[0])
    for node in nodes[1:]:
        writer.add("l", node)
    return writer.done(closed=closed)


def sample(nodes: Sequence[Point], per_segment: int) -> list[Point]:
    """Points along the open curve of :func:`smooth`, ``per_segment`` for each pair of nodes."""
    points = [nodes[0]]
    for index in range(len(nodes) - 1):
        start, end = nodes[index], nodes[index + 1]
        first, second = _handles(nodes, index, closed=False) or _straight(start, end)
        points += [
            _bezier(start, first, second, end, step / per_segment)
            for step in range(1, per_segment + 1)
        ]
    return points


def _bezier(start: Point, first: Point, second: Point, end: Point, t: float) -> Point:
    rest = 1 - t
    weights = (rest**3, 3 * rest * rest * t, 3 * rest * t * t, t**3)
    corners = (start, first, second, end)
    return Point(
        sum(w * p.x for w, p in zip(weights, corners, strict=True)),
        sum(w * p.y for w, p in zip(weights, corners, strict=True)),
    )


def tube(spine: Sequence[Point], widths: Sequence[float], *, per_segment: int = 3) -> list[Point]:
    """The closed outline of something round along a spine: a neck, a leg, a tentacle.

    ``widths`` are full widths at the spine's ends and, evenly spaced, between them; both ends
    are rounded off.
    """
    points = sample(spine, per_segment)
    last = len(points) - 1
    left: list[Point] = []
    right: list[Point] = []
    for index, point in enumerate(points):
        direction = (points[min(index + 1, last)] - points[max(index - 1, 0)]).unit
        half = direction.normal * (_at(widths, index / last) / 2)
        left.append(point - half)
        right.append(point + half)
    tip_direction = (points[last] - points[last - 1]).unit
    tip = points[last] + tip_direction * (widths[-1] / 2)
    root = points[0] - (points[1] - points[0]).unit * (widths[0] * 0.45)
    return [root, *left, tip, *reversed(right)]


def _at(values: Sequence[float], share: float) -> float:
    """Linear interpolation into evenly spaced values."""
    place = share * (len(values) - 1)
    index = min(int(place), len(values) - 2)
    return values[index] + (values[index + 1] - values[index]) * (place - index)


def joint(root: Point, end: Point, upper: float, lower: float, *, bend: float) -> Point:
    """Where the knee or elbow of a two-bone limb lies (the law of cosines).

    ``bend`` is +1 for a joint to the left of the way from root to end (the knee of a leg that
    faces right), −1 for one to the right (its elbow).
    A limb too short to reach is stretched in proportion, so that the end is always met.
    """
    span = end - root
    distance = span.length or 1.0
    stretch = max(1.0, distance / (upper + lower) * 1.0001)
    upper, lower = upper * stretch, lower * stretch
    along = (upper * upper - lower * lower + distance * distance) / (2 * distance)
    along = max(-upper, min(upper, along))
    aside = math.sqrt(max(0.0, upper * upper - along * along))
    direction = span.unit
    return Point(root.x, root.y) + direction * along - direction.normal * (aside * bend)


def circle_nodes(centre: Point, radius: float, count: int) -> list[Point]:
    """``count`` points on a circle, clockwise from the right."""
    return [polar(centre, radius, 360 * index / count) for index in range(count)]


def ellipse_nodes(
    centre: Point, across: float, down: float, *, tilt: float = 0, count: int = 8
) -> list[Point]:
    """Points on an ellipse with the given half-axes, turned by ``tilt``."""
    nodes = []
    for index in range(count):
        angle = 2 * math.pi * index / count
        nodes.append(centre + Point(across * math.cos(angle), down * math.sin(angle)).turned(tilt))
    return nodes
