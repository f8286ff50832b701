"""Pens that spell paint, documents, frames and bodies in other ways."""

from __future__ import annotations

import math
from itertools import pairwise

from tests.boards.svg.structure_cases.pen import BODY, FRAME, INK, Pen, line_path, points


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

    def tube(self, pairs, width=6, _stroke=FRAME):
        self.add(f'<path class="f" d="{line_path(pairs)}" fill="none" stroke-width="{width}"/>')

    def body(self, cx, cy, rx, ry, _fill=BODY):
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
    def wrap(self, inner, _x, _y, width, height):
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

    def tube(self, pairs, width=6, _stroke=FRAME):
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

    def body(self, cx, cy, rx, ry, _fill=BODY):
        self.add(
            f'<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="white" stroke="#333" '
            'stroke-width="2"/>'
        )


class OutlineAlone(Pen):
    """Bodies as outlines alone, without fill."""

    def body(self, cx, cy, rx, ry, _fill=BODY):
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
