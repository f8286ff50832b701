"""One labelled drawing, and the parts that many of them share.

The plain bicycle: canvas 400 × 300, tyres of radius 52 at (110, 232) and (290, 232), six tubes, a
saddle, one egg of a rider. Expectations are per check, so that a label says what is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from boards.svg.structure_report import PAIR_CHECKS

COUNT, SIMILAR, LEVEL, APART, FRAME, RIDER, SIZE = PAIR_CHECKS
PAIR = frozenset({SIMILAR, LEVEL, APART, FRAME})
NO_RIDER = frozenset({RIDER, SIZE})
ALL = frozenset(PAIR_CHECKS)


@dataclass(frozen=True)
class Case:
    """A drawing, what it is, and the checks that must fail; all others must pass.

    ``free`` names checks about which the label says nothing.
    """

    name: str
    svg: str
    fails: frozenset[str] = frozenset()
    vehicle: str = "bicycle"
    free: frozenset[str] = frozenset()


def doc(*parts: str, size: tuple[float, float] = (400, 300), root: str | None = None) -> str:
    """An SVG document of parts; ``root`` replaces the root's viewBox attribute."""
    view = f'viewBox="0 0 {size[0]} {size[1]}"' if root is None else root
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f"{view}>{''.join(parts)}</svg>"
    )


def ring(cx: float, cy: float, r: float, width: float = 6, stroke: str = "#222") -> str:
    """A stroked circle; ``r`` is the middle of the stroke."""
    return (
        f'<circle cx="{cx}" cy="{cy}" r="{r}" fill="none" stroke="{stroke}" '
        f'stroke-width="{width}"/>'
    )


def disc(cx: float, cy: float, r: float, fill: str = "#222", more: str = "") -> str:
    return f'<circle cx="{cx}" cy="{cy}" r="{r}" fill="{fill}" {more}/>'


def egg(cx: float, cy: float, rx: float, ry: float, fill: str = "#e0a040", more: str = "") -> str:
    return f'<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="{fill}" {more}/>'


def line(x1: float, y1: float, x2: float, y2: float, width: float = 5, stroke: str = "#b22") -> str:
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{stroke}" stroke-width="{width}"/>'
    )


def path(d: str, paint: str) -> str:
    return f'<path d="{d}" {paint}/>'


def box(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" {more}/>'


def group(attributes: str, *parts: str) -> str:
    return f"<g {attributes}>{''.join(parts)}</g>"


WHEELS = ring(110, 232, 49) + ring(290, 232, 49)
FRAME_LINES = (
    line(110, 232, 190, 232)
    + line(110, 232, 165, 165)
    + line(190, 232, 165, 165)
    + line(165, 165, 255, 165)
    + line(190, 232, 255, 165)
    + line(255, 150, 290, 232)
)
SADDLE = line(148, 160, 185, 160, 7, "#333") + line(165, 165, 165, 160)
BARS = line(255, 150, 250, 135) + line(238, 135, 266, 130, 5, "#333")
BICYCLE = WHEELS + FRAME_LINES + SADDLE + BARS
EGG = egg(185, 115, 62, 44)
HEAD = disc(252, 75, 22, "#e0a040") + path("M270 68L325 82L268 90Z", 'fill="#f60"')
PELICAN = EGG + path("M225 100L250 75", 'stroke="#e0a040" stroke-width="18"') + HEAD
GRASS = box(0, 270, 400, 30, "#6a4")
SKY = box(0, 0, 400, 300, "#bdf")
SUN = disc(345, 50, 28, "#fd3")
TRIANGLE = path("M150 40L250 40L200 120Z", 'fill="red"')
