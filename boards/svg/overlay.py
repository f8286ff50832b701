"""The overlay of a drawing: what the checks saw, as an SVG to lay over the picture.

Pure text from a stored report, without numpy. Strokes and letters get their sizes from the style
sheet's ``ov`` classes, which are meant for a canvas of about 300 units; the drawing's own units are
scaled to that, so that a drawing of 24 units and one of 4,000 wear the same overlay.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

from boards.svg.structure_report import FrameBins, Rider, StructureReport, Wheel

CANVAS: Final = 300.0
"""Longer side of the overlay's canvas, in units of the style sheet."""

LABELS: Final[Mapping[str, str]] = {
    "title": "What the checks saw",
    "radius": "r %(radius)s",
    "apart": "hubs %(distance)s apart",
    "off_level": "%(offset)s off level",
    "rider": "rider",
    "frame": "frame %(filled)s/%(bins)s",
}
"""The words of an overlay in English; a page passes its own, with the same placeholders."""

_CROSS: Final = 7.0
_ARROW: Final = 6.0
_BIN: Final = 4.0
_LINE: Final = 11.5
"""Height of a line of letters."""


def overlay_svg(report: Mapping[str, Any], labels: Mapping[str, str] = LABELS) -> str:
    """An ``<svg>`` element over the view of a report (as from ``StructureReport.as_dict``).

    ``labels`` are templates like :data:`LABELS`; their text is escaped here. Numbers in them are
    in the drawing's own units. Raises KeyError or TypeError when the report has another shape.
    """
    parsed = StructureReport.from_dict(report)
    x, y, width, height = parsed.view
    if not (width > 0 and height > 0):
        return ""
    pen = _Pen(CANVAS / max(width, height), x, y, width, height, labels)
    return (
        f'<svg viewBox="{_n(x)} {_n(y)} {_n(width)} {_n(height)}" role="img" '
        f'aria-label="{escape(labels["title"])}">'
        f'<g transform="translate({_n(x)} {_n(y)}) scale({1 / pen.scale:.6g})">'
        f"{''.join(_parts(pen, parsed))}</g></svg>"
    )


def _n(value: float) -> str:
    """A coordinate: finite, short, never in a spelling that a parser could trip over."""
    if not math.isfinite(value):
        return "0"
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _shown(value: float) -> str:
    """A measure for readers: whole from ten up, two places below."""
    return f"{value:.0f}" if abs(value) >= 10 else f"{value:.2g}"


class _Pen:
    """From the drawing's units to the overlay's."""

    def __init__(
        self,
        scale: float,
        x: float,
        y: float,
        width: float,
        height: float,
        labels: Mapping[str, str],
    ) -> None:
        self.scale = scale
        self._x, self._y = x, y
        self.width, self.height = width * scale, height * scale
        self._labels = labels

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self._x) * self.scale, (y - self._y) * self.scale

    def label(self, name: str, x: float, y: float, anchor: str = "start", **values: str) -> str:
        """A label whose end or start stays on the canvas."""
        x = min(max(x, 4.0), self.width - 4.0)
        y = min(max(y, _LINE), self.height - 4.0)
        side = "" if anchor == "start" else f' text-anchor="{anchor}"'
        text = escape(self._labels[name] % values)
        return f'<text class="ov-lab" x="{_n(x)}" y="{_n(y)}"{side}>{text}</text>'


def _parts(pen: _Pen, report: StructureReport) -> Iterator[str]:
    wheels = [(*pen.at(wheel.cx, wheel.cy), wheel.r * pen.scale) for wheel in report.wheels]
    if wheels:
        halo = "".join(_circle(*wheel) for wheel in wheels)
        yield f'<g class="ov-halo">{halo}</g>'
    if report.rider:
        yield from _rider(pen, report.rider)
    for wheel in wheels:
        yield _circle(*wheel, css="ov")
        yield _cross(*wheel)
    if report.frame:
        yield from _bins(pen, report.frame)
    if len(wheels) > 1:
        yield from _distance(pen, wheels, report.wheels)
        yield from _level(pen, wheels, report.wheels)
    for index, (wheel, measured) in enumerate(zip(wheels, report.wheels, strict=True)):
        yield from _radius(pen, wheel, measured, leftwards=index == 0)


def _circle(cx: float, cy: float, r: float, css: str = "") -> str:
    name = f' class="{css}"' if css else ""
    return f'<circle{name} cx="{_n(cx)}" cy="{_n(cy)}" r="{_n(r)}"/>'


def _thin(d: str, *, dashed: bool = False) -> str:
    return f'<path class="ov ov-thin{" ov-dash" if dashed else ""}" d="{d}"/>'


def _cross(cx: float, cy: float, r: float) -> str:
    arm = min(_CROSS, r / 2)
    return _thin(f"M{_n(cx - arm)} {_n(cy)}h{_n(2 * arm)}M{_n(cx)} {_n(cy - arm)}v{_n(2 * arm)}")


def _radius(
    pen: _Pen, wheel: tuple[float, float, float], measured: Wheel, *, leftwards: bool
) -> Iterator[str]:
    """A line from hub to rim, outwards; with the radius on it if there is room."""
    cx, cy, r = wheel
    yield _thin(f"M{_n(cx)} {_n(cy)}h{_n(-r if leftwards else r)}")
    if r < _LINE:
        return
    middle = cx + (-r if leftwards else r) / 2
    yield pen.label("radius", middle, cy - 6, "middle", radius=_shown(measured.r))


def _distance(
    pen: _Pen, wheels: list[tuple[float, float, float]], measured: tuple[Wheel, ...]
) -> Iterator[str]:
    """A dimension line under the wheels, from first to last hub."""
    first, last = wheels[0], wheels[-1]
    y = min(max(cy + r for _, cy, r in wheels) + 10, pen.height - _LINE / 2)
    yield _thin(f"M{_n(first[0])} {_n(y - 4)}v8M{_n(last[0])} {_n(y - 4)}v8")
    yield _thin(
        f"M{_n(first[0])} {_n(y)}H{_n(last[0])}"
        f"M{_n(first[0] + _ARROW)} {_n(y - 4)}l{-_ARROW:g} 4 {_ARROW:g} 4"
        f"M{_n(last[0] - _ARROW)} {_n(y - 4)}l{_ARROW:g} 4 {-_ARROW:g} 4"
    )
    distance = math.hypot(measured[-1].cx - measured[0].cx, measured[-1].cy - measured[0].cy)
    middle = (first[0] + last[0]) / 2
    yield pen.label("apart", middle, y - 6, "middle", distance=_shown(distance))


def _level(
    pen: _Pen, wheels: list[tuple[float, float, float]], measured: tuple[Wheel, ...]
) -> Iterator[str]:
    """Lines through the highest and the lowest hub and what lies between; only if that shows."""
    high, low = min(cy for _, cy, _ in wheels), max(cy for _, cy, _ in wheels)
    if low - high < 2 * _ARROW:
        return
    right = min(max(cx + r for cx, _, r in wheels) + 14, pen.width - 4)
    for cx, cy, _ in wheels:
        yield _thin(f"M{_n(cx)} {_n(cy)}H{_n(right)}", dashed=True)
    x = right - 6
    yield _thin(
        f"M{_n(x)} {_n(high)}V{_n(low)}M{_n(x - 4)} {_n(high + _ARROW)}l4 {-_ARROW:g} 4 {_ARROW:g}"
        f"M{_n(x - 4)} {_n(low - _ARROW)}l4 {_ARROW:g} 4 {-_ARROW:g}"
    )
    offset = max(wheel.cy for wheel in measured) - min(wheel.cy for wheel in measured)
    yield pen.label("off_level", right, low + _LINE + 2, "end", offset=_shown(offset))


def _rider(pen: _Pen, rider: Rider) -> Iterator[str]:
    x, y = pen.at(rider.x, rider.y)
    box = (
        f'x="{_n(x)}" y="{_n(y)}" width="{_n(max(rider.width * pen.scale, 0))}" '
        f'height="{_n(max(rider.height * pen.scale, 0))}"'
    )
    yield f'<rect class="ov-wash" {box}/><rect class="ov ov-thin ov-dash" {box}/>'
    yield pen.label("rider", x + 4, y - 5)


def _bins(pen: _Pen, frame: FrameBins) -> Iterator[str]:
    """The parts from hub to hub, a little above the axle: solid where frame shows."""
    (x1, y1), (x2, y2) = pen.at(frame.x1, frame.y1), pen.at(frame.x2, frame.y2)
    span = math.hypot(x2 - x1, y2 - y1)
    if not frame.filled or span == 0:
        return
    each = span / len(frame.filled)
    turn = math.degrees(math.atan2(y2 - y1, x2 - x1))
    up = 3.5 * _BIN
    yield f'<g transform="translate({_n(x1)} {_n(y1)}) rotate({_n(turn)})">'
    for index, filled in enumerate(frame.filled):
        css = "ov-bin" if filled else "ov ov-thin"
        yield (
            f'<rect class="{css}" x="{_n(index * each + 1)}" y="{_n(-up)}" '
            f'width="{_n(max(each - 2, 0.5))}" height="{_n(_BIN)}"/>'
        )
    yield "</g>"
    count = sum(frame.filled)
    yield pen.label(
        "frame",
        (x1 + x2) / 2,
        (y1 + y2) / 2 - up - 5,
        "middle",
        filled=str(count),
        bins=str(len(frame.filled)),
    )
