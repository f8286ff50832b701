"""Pens: each draws rings, discs, tubes and bodies in one of many spellings of the same pixels.

A scene (see ``scenes``) is drawn by calling a pen's methods; :meth:`Pen.document` returns the SVG.
A subclass changes how one or several of the shapes, or the whole document, are written down.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import pairwise

INK = "#223344"
FRAME = "#c0392b"
BODY = "#e8b04a"
STROKE_WIDTH = re.compile(r'stroke-width="([\d.]+)"')

Point = tuple[float, float]


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def points(pairs: list[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in pairs)


def line_path(pairs: list[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in pairs)


def circle_path(cx: float, cy: float, r: float) -> str:
    return f"M{_n(cx - r)} {_n(cy)}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


def regular(cx: float, cy: float, radii: list[float]) -> list[Point]:
    step = 2 * math.pi / len(radii)
    return [(cx + r * math.cos(i * step), cy + r * math.sin(i * step)) for i, r in enumerate(radii)]


class Pen:
    """The plain spelling: circle, polyline, ellipse, attributes."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.defs: list[str] = []
        self.count = 0

    def add(self, markup: str) -> None:
        self.parts.append(markup)

    def define(self, markup: Callable[[str], str]) -> str:
        self.count += 1
        name = f"d{self.count}"
        self.defs.append(markup(name))
        return name

    def ring(self, cx: float, cy: float, r: float, width: float = 7) -> None:
        """A tyre: ``r`` is its outer radius."""
        self.tyre(cx, cy, r - width / 2, f'fill="none" stroke="{INK}" stroke-width="{width}"')

    def disc(self, cx: float, cy: float, r: float, fill: str = INK) -> None:
        self.tyre(cx, cy, r, f'fill="{fill}"')

    def tyre(self, cx: float, cy: float, r: float, paint: str) -> None:
        self.add(f'<circle cx="{_n(cx)}" cy="{_n(cy)}" r="{_n(r)}" {paint}/>')

    def spokes(self, cx: float, cy: float, r: float) -> None:
        for i in range(4):
            x, y = r * math.cos(i * math.pi / 4), r * math.sin(i * math.pi / 4)
            ends = [(cx - x, cy - y), (cx + x, cy + y)]
            self.add(f'<polyline points="{points(ends)}" stroke="#778899" stroke-width="1.5"/>')

    def tube(self, pairs: list[Point], width: float = 6, stroke: str = FRAME) -> None:
        self.add(
            f'<polyline points="{points(pairs)}" fill="none" stroke="{stroke}" '
            f'stroke-width="{width}"/>'
        )

    def body(self, cx: float, cy: float, rx: float, ry: float, fill: str = BODY) -> None:
        self.add(
            f'<ellipse cx="{_n(cx)}" cy="{_n(cy)}" rx="{_n(rx)}" ry="{_n(ry)}" fill="{fill}"/>'
        )

    def shape(self, pairs: list[Point], fill: str = BODY) -> None:
        self.add(f'<polygon points="{points(pairs)}" fill="{fill}"/>')

    def scenery(self, markup: str) -> None:
        """Sky, ground and what stands in it: written the same by every pen."""
        self.add(markup)

    def wrap(self, inner: str, x: float, y: float, width: float, height: float) -> str:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="{_n(x)} {_n(y)} {_n(width)} {_n(height)}">{inner}</svg>'
        )

    def inner(self) -> str:
        defs = f"<defs>{''.join(self.defs)}</defs>" if self.defs else ""
        return defs + "".join(self.parts)

    def behind(self, markup: str) -> None:
        """Insert a part after the scenery and before all else."""
        first = next((i for i, part in enumerate(self.parts) if "data-scenery" not in part), 0)
        self.parts.insert(first, markup)

    def document(self, width: float, height: float) -> str:
        return self.wrap(self.inner(), 0, 0, width, height)


class RoundedRects(Pen):
    def tyre(self, cx, cy, r, paint):
        self.add(
            f'<rect x="{_n(cx - r)}" y="{_n(cy - r)}" width="{2 * r}" height="{2 * r}" '
            f'rx="{r}" {paint}/>'
        )


class Ellipses(Pen):
    def tyre(self, cx, cy, r, paint):
        self.add(f'<ellipse cx="{_n(cx)}" cy="{_n(cy)}" rx="{r}" ry="{r}" {paint}/>')


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

    def ring(self, cx, cy, r, width=7):
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

    def tyre(self, cx, cy, r, paint):
        self.add(
            f'<path d="M{cx} {cy}h.01" stroke="{INK}" stroke-width="{2 * r}" '
            'stroke-linecap="round"/>'
        )


class DotsInOnePath(Pen):
    """All wheels as the dots of one stroke."""

    def __init__(self):
        super().__init__()
        self.wheels: list[tuple[float, float, float]] = []

    def tyre(self, cx, cy, r, paint):
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
            f"M{_n(cx)} {_n(cy)}l{_n(s * math.cos(a))} {_n(s * math.sin(a))}"
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
            f"M{_n(cx)} {_n(cy)}l{_n(r * math.cos(a))} {_n(r * math.sin(a))}"
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
        d = line_path([(x, y) for x, y, *_ in self.hubs])
        ends = (
            'marker-start="url(#w)" marker-end="url(#w)"'
            if len(self.hubs) > 1
            else ('marker-start="url(#w)"')
        )
        self.behind(f'{defs}<path d="{d}" fill="none" {ends}/>')
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
            f'<svg x="{cx - s / 2}" y="{cy - s / 2}" width="{s}" height="{s}" viewBox="0 0 {s} {s}">'
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


class StyleSheet(Pen):
    """Paint in classes of a style sheet, with an attribute that it overrules."""

    def inner(self):
        css = (
            f".t{{stroke:{INK};stroke-width:7px}} #x .f{{stroke:{FRAME}}} "
            f"g > .b {{fill:{BODY} !important}} .b{{fill:none}} .never:hover{{fill:red}}"
        )
        return f"<style>{css}</style><g id='x'>{super().inner()}</g>"

    def ring(self, cx, cy, r, width=7):
        s = r - width / 2
        self.add(
            f'<circle class="t" cx="{cx}" cy="{cy}" r="{s}" fill="none" stroke="none" '
            f'style="stroke-width:{width}px"/>'
        )

    def tube(self, pairs, width=6, stroke=FRAME):
        self.add(f'<path class="f" d="{line_path(pairs)}" fill="none" stroke-width="{width}"/>')

    def body(self, cx, cy, rx, ry, fill=BODY):
        self.add(f'<ellipse class="b" cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="none"/>')


class InlineStyles(Pen):
    """Paint in style attributes that overrule the attributes; paint inherited from groups."""

    def ring(self, cx, cy, r, width=7):
        self.add(
            f'<g stroke="{INK}" fill="none"><circle cx="{cx}" cy="{cy}" r="{r - width / 2}" '
            f'style="stroke-width: {width}; fill: inherit" fill="red"/></g>'
        )

    def body(self, cx, cy, rx, ry, fill=BODY):
        self.add(
            f'<g color="{fill}"><ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="none" '
            f"style='fill: currentColor; opacity: .9'/></g>"
        )


class VisibleInHidden(Pen):
    """Shown children of a hidden group."""

    def inner(self):
        return f'<g visibility="hidden"><g visibility="visible">{super().inner()}</g></g>'


class Gradients(Pen):
    def body(self, cx, cy, rx, ry, fill=BODY):
        base = self.define(
            lambda n: (
                f'<linearGradient id="{n}"><stop stop-color="{fill}"/>'
                f'<stop offset="1" stop-color="#a05000" stop-opacity="0.8"/></linearGradient>'
            )
        )
        name = self.define(lambda n: f'<radialGradient id="{n}" href="#{base}"/>')
        super().body(cx, cy, rx, ry, f"url(#{name})")


class Shadows(Pen):
    """Everything under a drop shadow, in a group with opacity."""

    def inner(self):
        return (
            '<defs><filter id="s"><feDropShadow dx="2" dy="2" stdDeviation="2"/></filter></defs>'
            f'<g filter="url(#s)" opacity="0.85">{super().inner()}</g>'
        )


class Millimetres(Pen):
    def wrap(self, inner, x, y, width, height):
        return (
            super()
            .wrap(inner, x, y, width, height)
            .replace("viewBox", f'width="{width / 4}mm" height="{height / 4}mm" viewBox', 1)
        )


class NoViewBox(Pen):
    def wrap(self, inner, x, y, width, height):
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{width}" height="{height}">{inner}</svg>'
        )


class FarOrigin(Pen):
    """A viewBox that starts elsewhere and counts in thousands."""

    def document(self, width, height):
        inner = f'<g transform="translate(-5000 7000) scale(10)">{self.inner()}</g>'
        return self.wrap(inner, -5000, 7000, width * 10, height * 10)


class Letterboxed(Pen):
    """A declared size of another shape than the viewBox."""

    def wrap(self, inner, x, y, width, height):
        return (
            super()
            .wrap(inner, x, y, width, height)
            .replace("viewBox", f'width="{width}" height="{height * 1.4}" viewBox', 1)
        )


class PrefixedNames(Pen):
    def document(self, width, height):
        text = super().document(width, height)
        for name in ("svg", "g", "circle", "polyline", "ellipse", "polygon", "rect", "path"):
            text = text.replace(f"<{name} ", f"<s:{name} ").replace(f"</{name}>", f"</s:{name}>")
        return text.replace("<g>", "<s:g>").replace("xmlns=", "xmlns:s=")


class Links(Pen):
    """Everything in links, switches and nested groups."""

    def inner(self):
        return f"<a><switch><g><g>{super().inner()}</g></g></switch></a>"


class WholeInUse(Pen):
    """The whole scene defined once and used."""

    def inner(self):
        return f'<defs><g id="scene">{super().inner()}</g></defs><use href="#scene"/>'


class OneFramePath(Pen):
    """All tubes in one path."""

    def __init__(self):
        super().__init__()
        self.d = ""
        self.width = 0.0

    def tube(self, pairs, width=6, stroke=FRAME):
        self.d += line_path(pairs)
        self.width = self.width or width

    def inner(self):
        d = self.d or "M0 0"
        self.add(f'<path d="{d}" fill="none" stroke="{FRAME}" stroke-width="{self.width}"/>')
        return super().inner()


class FrameFirst(Pen):
    """Body under frame under wheels: the reverse order of painting."""

    def inner(self):
        scenery = [part for part in self.parts if "data-scenery" in part]
        others = [part for part in self.parts if "data-scenery" not in part]
        self.parts = scenery + others[::-1]
        return super().inner()


class StrokedTubesAsShapes(Pen):
    """Tubes as thin filled quadrangles."""

    def tube(self, pairs, width=6, stroke=FRAME):
        for (x1, y1), (x2, y2) in pairwise(pairs):
            length = math.hypot(x2 - x1, y2 - y1) or 1
            dx, dy = -(y2 - y1) / length * width / 2, (x2 - x1) / length * width / 2
            corners = [
                (x1 + dx, y1 + dy),
                (x2 + dx, y2 + dy),
                (x2 - dx, y2 - dy),
                (x1 - dx, y1 - dy),
            ]
            self.add(f'<polygon points="{points(corners)}" fill="{stroke}"/>')


class ThickStrokeBodies(Pen):
    """A body as one round-capped stroke, its length along the longer axis."""

    def body(self, cx, cy, rx, ry, fill=BODY):
        long, short = max(rx, ry), min(rx, ry)
        d = (long - short) or 0.01
        ends = [(cx - d, cy), (cx + d, cy)] if rx >= ry else [(cx, cy - d), (cx, cy + d)]
        self.add(
            f'<path d="{line_path(ends)}" stroke="{fill}" stroke-width="{2 * short * 0.95}" '
            'stroke-linecap="round"/>'
        )


class FeatheredBodies(Pen):
    """A body of many small feathers."""

    def body(self, cx, cy, rx, ry, fill=BODY):
        step_x, step_y = rx / 4, ry / 4
        for i in range(-4, 5):
            for j in range(-4, 5):
                if (i / 4.2) ** 2 + (j / 4.2) ** 2 <= 1:
                    super().body(
                        cx + i * step_x, cy + j * step_y, step_x * 0.75, step_y * 0.75, fill
                    )


class UnclosedBodies(Pen):
    """A body as a filled path that never closes."""

    def body(self, cx, cy, rx, ry, fill=BODY):
        ring = [
            (cx + rx * math.cos(a), cy + ry * math.sin(a))
            for a in (i * math.pi / 20 for i in range(40))
        ]
        self.add(f'<path d="{line_path(ring)}" fill="{fill}"/>')


class OutlinedBodies(Pen):
    """White bodies with a dark outline."""

    def body(self, cx, cy, rx, ry, fill=BODY):
        self.add(
            f'<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="white" stroke="#333" '
            'stroke-width="2"/>'
        )


class OutlineAlone(Pen):
    """Bodies as outlines alone, without fill."""

    def body(self, cx, cy, rx, ry, fill=BODY):
        self.add(
            f'<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="none" stroke="#333" '
            'stroke-width="3"/>'
        )


class InvisibleJunk(Pen):
    """Invisible circles and shapes of every kind around the real ones."""

    def inner(self):
        junk = (
            '<circle cx="60" cy="280" r="60" fill="none"/>'
            '<circle cx="350" cy="280" r="60" opacity="0"/>'
            '<circle cx="200" cy="290" r="50" display="none"/>'
            '<circle cx="200" cy="200" r="55" visibility="hidden"/>'
            '<circle cx="200" cy="200" r="50" fill="transparent" stroke="none"/>'
            '<circle cx="100" cy="100" r="40" fill="#000" fill-opacity="0.01"/>'
            '<circle cx="130" cy="220" r="30" fill="none" stroke="red" stroke-width="0"/>'
            '<defs><circle cx="130" cy="220" r="90" fill="red"/></defs>'
            '<g clip-path="url(#none-of-it)"><circle cx="130" cy="220" r="90" fill="red"/></g>'
            '<clipPath id="none-of-it"><rect width="0" height="0"/></clipPath>'
        )
        return junk + super().inner()


PENS: dict[str, type[Pen]] = {
    pen.__name__: pen
    for pen in list(globals().values())
    if isinstance(pen, type) and issubclass(pen, Pen)
}
"""Every spelling by name."""
