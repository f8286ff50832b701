"""Pens: each draws rings, discs, tubes and bodies in one of many spellings of the same pixels.

A scene (see ``scenes``) is drawn by calling a pen's methods; :meth:`Pen.document` returns the SVG.
A subclass changes how one or several of the shapes, or the whole document, are written down.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

INK = "#223344"
FRAME = "#c0392b"
BODY = "#e8b04a"
STROKE_WIDTH = re.compile(r'stroke-width="([\d.]+)"')

Point = tuple[float, float]


def short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def points(pairs: list[Point]) -> str:
    return " ".join(f"{short(x)},{short(y)}" for x, y in pairs)


def line_path(pairs: list[Point]) -> str:
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in pairs)


def circle_path(cx: float, cy: float, r: float) -> str:
    return f"M{short(cx - r)} {short(cy)}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


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
        self.add(f'<circle cx="{short(cx)}" cy="{short(cy)}" r="{short(r)}" {paint}/>')

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
            f'<ellipse cx="{short(cx)}" cy="{short(cy)}" rx="{short(rx)}" ry="{short(ry)}" '
            f'fill="{fill}"/>'
        )

    def shape(self, pairs: list[Point], fill: str = BODY) -> None:
        self.add(f'<polygon points="{points(pairs)}" fill="{fill}"/>')

    def scenery(self, markup: str) -> None:
        """Sky, ground and what stands in it: written the same by every pen."""
        self.add(markup)

    def wrap(self, inner: str, x: float, y: float, width: float, height: float) -> str:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="{short(x)} {short(y)} {short(width)} {short(height)}">{inner}</svg>'
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
