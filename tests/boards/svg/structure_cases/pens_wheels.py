"""Pens that spell wheels in other ways."""

from __future__ import annotations

import math

from tests.boards.svg.structure_cases.pen import (
    BODY,
    INK,
    STROKE_WIDTH,
    Pen,
    Point,
    circle_path,
    line_path,
    points,
    regular,
    short,
)


class RoundedRects(Pen):
    def tyre(self, cx, cy, r, paint):
        self.add(
            f'<rect x="{short(cx - r)}" y="{short(cy - r)}" width="{2 * r}" height="{2 * r}" '
            f'rx="{r}" {paint}/>'
        )


class Ellipses(Pen):
    def tyre(self, cx, cy, r, paint):
        self.add(f'<ellipse cx="{short(cx)}" cy="{short(cy)}" rx="{r}" ry="{r}" {paint}/>')


class TwoArcs(Pen):
    """Each wheel as two half circles in two paths."""

    def tyre(self, cx, cy, r, paint):
        for sweep in (0, 1):
            self.add(f'<path d="M{cx - r} {cy}A{r} {r} 0 0 {sweep} {cx + r} {cy}" {paint}/>')


class TwoMoves(Pen):
    """Each wheel as one path with two moves."""

    def tyre(self, cx, cy, r, paint):
        arcs = "".join(f"M{cx - r} {cy}A{r} {r} 0 0 {sweep} {cx + r} {cy}" for sweep in (0, 1))
        self.add(f'<path d="{arcs}" {paint}/>')


class Beziers(Pen):
    def tyre(self, cx, cy, r, paint):
        k = 0.5522847 * r
        self.add(
            f'<path d="M{cx - r} {cy}c0 {-k} {r - k} {-r} {r} {-r}s{r} {r - k} {r} {r}'
            f's{-(r - k)} {r} {-r} {r}s{-r} {-(r - k)} {-r} {-r}z" {paint}/>'
        )


class Polygons(Pen):
    def tyre(self, cx, cy, r, paint):
        self.add(f'<polygon points="{points(regular(cx, cy, [r] * 48))}" {paint}/>')


class KnobbyTyres(Pen):
    """A closed polygon of 48 corners on two radii, a tenth apart."""

    def ring(self, cx, cy, r, _width=7):
        corners = points(regular(cx, cy, [r, 0.91 * r] * 24))
        self.add(f'<polygon points="{corners}" fill="{INK}"/>')
        self.add(f'<circle cx="{cx}" cy="{cy}" r="{r * 0.8}" fill="#eeeeee"/>')


class TwoDiscs(Pen):
    """A tyre as a dark disc with a light one on it."""

    def ring(self, cx, cy, r, width=7):
        self.disc(cx, cy, r)
        self.disc(cx, cy, r - width, "#eeeeee")


class Donuts(Pen):
    """A tyre as a filled path with a hole."""

    def ring(self, cx, cy, r, width=7):
        d = circle_path(cx, cy, r) + circle_path(cx, cy, r - width)
        self.add(f'<path d="{d}" fill="{INK}" fill-rule="evenodd"/>')


class Dots(Pen):
    """Wheels as single points of a thick round-capped stroke."""

    def tyre(self, cx, cy, r, _paint):
        self.add(
            f'<path d="M{cx} {cy}h.01" stroke="{INK}" stroke-width="{2 * r}" '
            'stroke-linecap="round"/>'
        )


class DotsInOnePath(Pen):
    """All wheels as the dots of one stroke."""

    def __init__(self):
        super().__init__()
        self.wheels: list[tuple[float, float, float]] = []

    def tyre(self, cx, cy, r, _paint):
        self.wheels.append((cx, cy, r))

    def inner(self):
        d = "".join(f"M{cx} {cy}h.01" for cx, cy, _ in self.wheels)
        width = 2 * max((r for *_, r in self.wheels), default=0)
        self.behind(f'<path d="{d}" stroke="{INK}" stroke-width="{width}" stroke-linecap="round"/>')
        return super().inner()


class Dashed(Pen):
    def ring(self, cx, cy, r, width=7):
        dash = max(r * 0.12, 2)
        self.add(
            f'<circle cx="{cx}" cy="{cy}" r="{r - width / 2}" fill="none" stroke="{INK}" '
            f'stroke-width="{width}" stroke-dasharray="{dash} {dash / 4}"/>'
        )


class RimWithSpokes(Pen):
    """Rim and spokes in one path."""

    def ring(self, cx, cy, r, width=7):
        s = r - width / 2
        spokes = "".join(
            f"M{short(cx)} {short(cy)}l{short(s * math.cos(a))} {short(s * math.sin(a))}"
            for a in (i * math.pi / 4 for i in range(8))
        )
        self.add(
            f'<path d="{circle_path(cx, cy, s)}{spokes}" fill="none" stroke="{INK}" '
            f'stroke-width="{width * 0.6}"/>'
        )

    def spokes(self, cx, cy, r):
        pass


class SpokesOfAllInOne(Pen):
    """The spokes of every wheel in one path."""

    def __init__(self):
        super().__init__()
        self.lines = ""

    def spokes(self, cx, cy, r):
        self.lines += "".join(
            f"M{short(cx)} {short(cy)}l{short(r * math.cos(a))} {short(r * math.sin(a))}"
            for a in (i * math.pi / 3 for i in range(6))
        )

    def inner(self):
        self.behind(f'<path d="{self.lines}M0 0" stroke="#778899" stroke-width="1.5"/>')
        return super().inner()


class Markers(Pen):
    """Each wheel as the end marker of an invisible line."""

    def tyre(self, cx, cy, r, paint):
        size = 2 * r + 20
        name = self.define(
            lambda n: (
                f'<marker id="{n}" markerUnits="userSpaceOnUse" markerWidth="{size}" '
                f'markerHeight="{size}" refX="{r + 10}" refY="{r + 10}" overflow="visible">'
                f'<circle cx="{r + 10}" cy="{r + 10}" r="{r}" {paint}/></marker>'
            )
        )
        self.add(f'<path d="M{cx - 1} {cy}L{cx} {cy}" marker-end="url(#{name})"/>')


class SharedMarker(Pen):
    """Wheels of one size as the two end markers of one line."""

    def __init__(self):
        super().__init__()
        self.hubs: list[tuple[float, float, float, str]] = []

    def tyre(self, cx, cy, r, paint):
        self.hubs.append((cx, cy, r, paint))

    def inner(self):
        if not self.hubs:
            return super().inner()
        cx, cy, r, paint = self.hubs[0]
        defs = (
            f'<defs><marker id="w" markerUnits="userSpaceOnUse" markerWidth="{4 * r}" '
            f'markerHeight="{4 * r}" refX="{2 * r}" refY="{2 * r}"><circle cx="{2 * r}" '
            f'cy="{2 * r}" r="{r}" {paint}/></marker></defs>'
        )
        hubs = [(x, y) for x, y, *_ in self.hubs]
        starts = 'marker-start="url(#w)"' if len(hubs) > 1 else ""
        d = line_path(hubs if starts else [(cx - 1, cy), (cx, cy)])
        self.behind(f'{defs}<path d="{d}" fill="none" {starts} marker-end="url(#w)"/>')
        return super().inner()


class Patterns(Pen):
    """A tyre as the tile of a pattern."""

    def tyre(self, cx, cy, r, paint):
        s = 2 * r + 20
        x, y = cx - s / 2, cy - s / 2
        name = self.define(
            lambda n: (
                f'<pattern id="{n}" patternUnits="userSpaceOnUse" x="{x}" y="{y}" '
                f'width="{s}" height="{s}"><circle cx="{s / 2}" cy="{s / 2}" r="{r}" {paint}/>'
                "</pattern>"
            )
        )
        self.add(f'<rect x="{x}" y="{y}" width="{s}" height="{s}" fill="url(#{name})"/>')


class Clipped(Pen):
    """Discs cut out of squares by a circular clip path; rings by two."""

    def ring(self, cx, cy, r, width=7):
        self.disc(cx, cy, r)
        self.disc(cx, cy, r - width, "#eeeeee")

    def disc(self, cx, cy, r, fill=INK):
        name = self.define(
            lambda n: f'<clipPath id="{n}"><circle cx="{cx}" cy="{cy}" r="{r}"/></clipPath>'
        )
        self.add(
            f'<rect x="{cx - 1.5 * r}" y="{cy - 1.5 * r}" width="{3 * r}" height="{3 * r}" '
            f'fill="{fill}" clip-path="url(#{name})"/>'
        )


class Masked(Clipped):
    def disc(self, cx, cy, r, fill=INK):
        name = self.define(
            lambda n: (
                f'<mask id="{n}" maskUnits="userSpaceOnUse" x="-999" y="-999" width="2999" '
                f'height="2999"><circle cx="{cx}" cy="{cy}" r="{r}" fill="white"/></mask>'
            )
        )
        self.add(
            f'<rect x="{cx - 1.5 * r}" y="{cy - 1.5 * r}" width="{3 * r}" height="{3 * r}" '
            f'fill="{fill}" mask="url(#{name})"/>'
        )


class Uses(Pen):
    """Every wheel is one and the same circle of radius 100."""

    def tyre(self, cx, cy, r, paint):
        if not self.defs:
            self.defs.append('<circle id="w" r="100" vector-effect="none"/>')
        scaled = STROKE_WIDTH.sub(lambda m: f'stroke-width="{float(m[1]) * 100 / r}"', paint)
        self.add(f'<use href="#w" transform="translate({cx} {cy}) scale({r / 100})" {scaled}/>')


class XlinkUses(Pen):
    """A whole wheel, spokes and all, defined once in place and used again by xlink:href."""

    def __init__(self):
        super().__init__()
        self.first: Point | None = None

    def ring(self, cx, cy, r, width=7):
        if self.first is None:
            self.first = (cx, cy)
            outer, self.parts = self.parts, []
            super().ring(cx, cy, r, width)
            super().spokes(cx, cy, r - width)
            wheel, self.parts = "".join(self.parts), outer
            self.add(f'<g id="wheel">{wheel}</g>')
        else:
            x, y = cx - self.first[0], cy - self.first[1]
            self.add(f'<use xlink:href="#wheel" x="{x}" y="{y}"/>')

    def spokes(self, cx, cy, r):
        pass


class Symbols(Pen):
    def tyre(self, cx, cy, r, paint):
        name = self.define(
            lambda n: (
                f'<symbol id="{n}" viewBox="0 0 {2 * r + 20} {2 * r + 20}">'
                f'<circle cx="{r + 10}" cy="{r + 10}" r="{r}" {paint}/></symbol>'
            )
        )
        self.add(
            f'<use href="#{name}" x="{cx - r - 10}" y="{cy - r - 10}" width="{2 * r + 20}" '
            f'height="{2 * r + 20}"/>'
        )


class NestedDocuments(Pen):
    def tyre(self, cx, cy, r, paint):
        s = 2 * r + 20
        self.add(
            f'<svg x="{cx - s / 2}" y="{cy - s / 2}" width="{s}" height="{s}" viewBox="0 0 '
            f'{s} {s}">'
            f'<circle cx="50%" cy="50%" r="{r}" {paint}/></svg>'
        )


class Scaled(Pen):
    """Wheels drawn at half size in a group scaled about the hub."""

    def tyre(self, cx, cy, r, paint):
        half = STROKE_WIDTH.sub(lambda m: f'stroke-width="{float(m[1]) / 2}"', paint)
        self.add(
            f'<g transform="scale(2)" transform-origin="{cx} {cy}">'
            f'<circle cx="{cx}" cy="{cy}" r="{r / 2}" {half}/></g>'
        )


class Transformed(Pen):
    """Every ellipse is a unit circle under a matrix, every wheel turned and skewed back."""

    def tyre(self, cx, cy, r, paint):
        self.add(
            f'<g transform="translate({cx},{cy}) rotate(30)"><g transform="skewX(20) skewX(-20)">'
            f'<circle r="{r}" {paint}/></g></g>'
        )

    def body(self, cx, cy, rx, ry, fill=BODY):
        self.add(f'<circle r="1" transform="matrix({rx} 0 0 {ry} {cx} {cy})" style="fill:{fill}"/>')
