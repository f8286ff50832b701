"""What stands around the rider: one scene for each style."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from boards.generation.sketch.geometry import Point, number, polar, smooth
from boards.generation.sketch.pen import Pen
from boards.generation.sketch.pose import GROUND
from boards.generation.sketch.styles import Scene

_SCENE_SKILL = 0.3
_RICH_SKILL = 0.6


def draw_scenery(pen: Pen, random: Random) -> None:
    """The page, then as much of the style's scene as the hand has the skill for."""
    x, y, width, height = pen.style.view
    _rect(pen, x, y, width, height, pen.style.paper)
    if pen.hand.can(_SCENE_SKILL):
        _SCENES[pen.style.scene](pen, random)


def _rect(pen: Pen, x: float, y: float, width: float, height: float, fill: str) -> None:
    sizes = f'width="{number(width)}" height="{number(height)}"'
    pen.emit(f'<rect x="{number(x)}" y="{number(y)}" {sizes} fill="{fill}"/>')


def _path(pen: Pen, data: str, fill: str, extra: str = "") -> None:
    pen.emit(f'<path d="{data}" fill="{fill}"{extra}/>')


def _stroke(pen: Pen, data: str, colour: str, width: float, extra: str = "") -> None:
    pen.emit(
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{number(width)}"{extra}/>'
    )


def _disc(pen: Pen, centre: Point, radius: float, fill: str, extra: str = "") -> None:
    x, y, r = number(centre.x), number(centre.y), number(radius)
    pen.emit(f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"{extra}/>')


def _dots(pen: Pen, places: list[Point], size: float, colour: str) -> None:
    """Round dots of the scene's own colour, all in one path."""
    data = "".join(f"M{number(place.x)} {number(place.y)}h.1" for place in places)
    _stroke(pen, data, colour, size, ' stroke-linecap="round"')


def _scattered(random: Random, count: int, top: float, bottom: float) -> list[Point]:
    """Random places over the width of the page, between two heights."""
    return [Point(random.uniform(6, 394), random.uniform(top, bottom)) for _ in range(count)]


def _hill(pen: Pen, heights: list[float], foot: float, fill: str) -> None:
    """A skyline over the width of the page, filled down to ``foot``."""
    x, _, width, _ = pen.style.view
    step = (width + 40) / (len(heights) - 1)
    nodes = [Point(x - 20 + step * index, height) for index, height in enumerate(heights)]
    data = f"{smooth(nodes)}V{number(foot)}H{number(x - 20)}z"
    _path(pen, data, fill)


def _cloud(pen: Pen, centre: Point, size: float, fill: str) -> None:
    nodes = [
        Point(-1.5, 0.3),
        Point(-1.25, -0.25),
        Point(-0.75, -0.3),
        Point(-0.3, -0.75),
        Point(0.35, -0.6),
        Point(0.75, -0.25),
        Point(1.2, -0.2),
        Point(1.5, 0.3),
        Point(0, 0.36),
    ]
    _path(pen, smooth([centre + node * size for node in nodes], closed=True), fill)


def _waves(pen: Pen, level: float, pitch: float, height: float, colour: str) -> None:
    x, _, width, _ = pen.style.view
    count = int(width / pitch) + 1
    data = f"M{number(x)} {number(level)}q{number(pitch / 4)} {number(-height)} "
    data += f"{number(pitch / 2)} 0" + f"t{number(pitch / 2)} 0" * (2 * count)
    _stroke(pen, data, colour, 2)


def _keyline(pen: Pen, inset: float, colour: str, width: float) -> None:
    """The thin frame that a printer sets just inside the edge of the page."""
    x, y, across, down = pen.style.view
    left, right = number(x + inset), number(x + across - inset)
    top, bottom = number(y + inset), number(y + down - inset)
    for line in (
        f"M{left} {top}H{right}",
        f"M{left} {bottom}H{right}",
        f"M{left} {top}V{bottom}M{right} {top}V{bottom}",
    ):
        _stroke(pen, line, colour, width, ' stroke-linecap="square"')


def _shadow(pen: Pen, fill: str, opacity: float = 1.0) -> None:
    pen.emit(
        f'<ellipse cx="200" cy="{number(GROUND + 5)}" rx="138" ry="5.5" fill="{fill}" '
        f'opacity="{number(opacity)}"/>'
    )


def _shore(pen: Pen, random: Random) -> None:
    sun = Point(random.uniform(40, 90), random.uniform(42, 64))
    _disc(pen, sun, 21, "#f8e6a8")
    if pen.hand.can(_RICH_SKILL):
        _cloud(pen, Point(random.uniform(300, 350), random.uniform(30, 60)), 20, "#eef6f7")
        _cloud(pen, Point(random.uniform(120, 170), random.uniform(70, 90)), 13, "#eef6f7")
    _path(pen, "M0 152h400v70H0z", "#8fbccb")
    _waves(pen, 165, 40, 5, "#b6d6df")
    _waves(pen, 186, 52, 6, "#b6d6df")
    if pen.hand.can(_RICH_SKILL):
        _sail(pen, Point(random.uniform(20, 60), 152))
    _path(pen, "M0 210h400v90H0z", "#ead9b0")
    _path(pen, "M0 210h400v5H0z", "#d6c28f")
    _shadow(pen, "#c9b47f")


def _sail(pen: Pen, foot: Point) -> None:
    x, y = number(foot.x), number(foot.y + 5)
    _path(pen, f"M{x} {y}l-9-6h22l-5 6z", "#6b5a4b")
    _path(pen, f"M{x} {number(foot.y - 3)}v-24q12 12 12 24z", "#fbf8f0")


def _desk(pen: Pen, random: Random) -> None:
    """Pen and wash: a wash of ground, grass in quick strokes, two gulls."""
    nodes = [
        Point(14, GROUND - 3),
        Point(120, GROUND - 8),
        Point(260, GROUND - 5),
        Point(388, GROUND - 9),
        Point(382, GROUND + 17),
        Point(230, GROUND + 13),
        Point(80, GROUND + 20),
    ]
    _path(pen, smooth(nodes, closed=True), "#d9ddbf")
    wash = [
        Point(30, 40),
        Point(150, 18),
        Point(300, 34),
        Point(380, 70),
        Point(300, 110),
        Point(180, 92),
        Point(60, 120),
    ]
    _path(pen, smooth(wash, closed=True), "#dfe8ea")
    ink = pen.style.line or "#27231f"
    tufts = ""
    for _ in range(14 if pen.hand.can(_RICH_SKILL) else 5):
        x, y = random.uniform(16, 384), GROUND + random.uniform(0, 14)
        tufts += f"M{number(x)} {number(y)}l-2-6M{number(x + 2)} {number(y)}v-8"
        tufts += f"M{number(x + 4)} {number(y)}l2-5"
    _stroke(pen, tufts, ink, 0.8)
    _stroke(pen, f"M10 {GROUND + 1}q190 -3 380 0", ink, 1)
    if pen.hand.can(_RICH_SKILL):
        gulls = ""
        for _ in range(3):
            x, y = random.uniform(24, 110), random.uniform(26, 80)
            gulls += f"M{number(x)} {number(y)}q4-5 8 0q4-5 8 0"
        _stroke(pen, gulls, ink, 1.1)


def _hills(pen: Pen, random: Random) -> None:
    """A travel poster: a sky in bands that warm towards the ridges, a road, a keyline."""
    x, _, width, _ = pen.style.view
    for level, colour in ((30, "#f6d596"), (66, "#f5ca85"), (100, "#f3be77"), (134, "#f1b06d")):
        swing = random.uniform(-9, 9)
        heights = [level + swing, level - 7, level - swing, level + 7, level + swing]
        _hill(pen, heights, 300, colour)
    _disc(pen, Point(random.choice((58, 342)), random.uniform(78, 96)), 36, "#fff4dc")
    _hill(pen, [190, 168, 186, 158, 182, 172, 196], 300, "#ec9c6a")
    _hill(pen, [214, 206, 190, 206, 196, 214, 200], 300, "#d97b62")
    _hill(pen, [232, 222, 232, 224, 234, 226, 230], 310, "#b95d63")
    _path(pen, f"M{number(x)} 250h{number(width)}v70H{number(x)}z", "#8c4a63")
    _stroke(pen, f"M{number(x)} 286h{number(width)}", "#f7e3b5", 3, ' stroke-dasharray="26 18"')
    _shadow(pen, "#6b3552")
    _keyline(pen, 8, "#fff4dc", 2)


def _meadow(pen: Pen, random: Random) -> None:
    _disc(pen, Point(336, 58), 26, "#fff3c4")
    for place in (Point(84, 52), Point(226, 36), Point(360, 104)):
        offset = Point(random.uniform(-18, 18), random.uniform(-8, 8))
        _cloud(pen, place + offset, random.uniform(14, 21), "#ffffff")
    _hill(pen, [206, 190, 204, 186, 208, 196], 300, "#d3ecd8")
    _hill(pen, [238, 226, 238, 230, 240, 228], 300, "#bfe3c4")
    _path(pen, f"M0 {GROUND - 6}h400v60H0z", "#f3e2c9")
    _path(pen, f"M0 {GROUND - 6}h400v4H0z", "#a9d6b1")
    _shadow(pen, "#e0c8a8")
    if not pen.hand.can(_RICH_SKILL):
        return
    flowers = _scattered(random, 30, 236, 255)
    stems = "".join(f"M{number(p.x)} {number(p.y)}v4" for p in flowers)
    _stroke(pen, stems, "#8cc59a", 1.3)
    for start, petal in enumerate(("#f391b2", "#fbc65c", "#b28ff0")):
        _dots(pen, flowers[start::3], 3.4, petal)


def _print(pen: Pen, random: Random) -> None:
    """A wood engraving: a lined sky around a bare sun, furrows, a heavy border."""
    x, _, width, _ = pen.style.view
    ink = pen.style.line or "#000000"
    sun = Point(random.uniform(60, 110), random.uniform(56, 70))
    if pen.hand.can(_RICH_SKILL):
        _lined_sky(pen, random)
    _disc(pen, sun, 27, "#d98a3d", f' stroke="{pen.style.paper}" stroke-width="7"')
    if pen.hand.can(_RICH_SKILL):
        rays = ""
        for index in range(20):
            start, end = polar(sun, 33, index * 18), polar(sun, 41 + 5 * (index % 2), index * 18)
            rays += f"M{number(start.x)} {number(start.y)}L{number(end.x)} {number(end.y)}"
        _stroke(pen, rays, "#d98a3d", 2.4)
    half = number(width / 2)
    turf = f"M{number(x)} {GROUND + 1}q{number(width / 4)} -3 {half} -1t{half} 0v60H{number(x)}z"
    _path(pen, turf, ink)
    furrows = "".join(
        f"M{number(x + 12)} {level}q90 {bend} {number(width - 24)} 0"
        for level, bend in ((GROUND + 9, -3), (GROUND + 16, -4), (GROUND + 23, -4))
    )
    _stroke(pen, furrows, pen.style.paper, 1.6, ' stroke-dasharray="34 6 12 5"')
    _keyline(pen, 6, ink, 3)


def _lined_sky(pen: Pen, random: Random) -> None:
    """Graver's lines from edge to edge, each broken where the tool was lifted."""
    x, _, width, _ = pen.style.view
    for level in range(16, 208, 8):
        strokes = [random.randint(*bounds) for bounds in ((70, 150), (12, 40), (50, 120), (10, 30))]
        dashes = f' stroke-dasharray="{" ".join(str(length) for length in strokes)}"'
        weight = 1.2 + level / 200
        _stroke(pen, f"M{number(x)} {level}h{number(width)}", "#c9b795", weight, dashes)


def _moonlight(pen: Pen, random: Random) -> None:
    moon = Point(random.uniform(320, 356), random.uniform(44, 60))
    _disc(pen, moon, 38, "#212f68")
    _disc(pen, moon, 25, "#f6ebc4")
    _disc(pen, moon + Point(-7, -4), 4.5, "#e6d8a6")
    _disc(pen, moon + Point(8, 7), 3, "#e6d8a6")
    for size, count in ((1.6, 18), (2.3, 12), (3.4, 7)):
        shown = count if pen.hand.can(_RICH_SKILL) else 3
        _dots(pen, _scattered(random, shown, 4, 170), size, "#dfe6ff")
    _hill(pen, [212, 190, 204, 182, 206, 194, 214], 300, "#1b2a5e")
    _hill(pen, [236, 226, 238, 222, 234, 228, 238], 300, "#16224e")
    if pen.hand.can(_RICH_SKILL):
        _dots(pen, _scattered(random, 9, 226, 250), 3.2, "#ffd98a")
    _path(pen, f"M0 {GROUND - 8}h400v60H0z", "#0f183b")
    _stroke(pen, f"M0 {GROUND - 8}h400", "#33447f", 2)
    _shadow(pen, "#0a1029")


def _drafting(pen: Pen, random: Random) -> None:
    """A drawing office: a grid, a datum line with ticks, a sheet border with a title block."""
    fine = "".join(f"M{x} 0v300" for x in range(20, 400, 20))
    fine += "".join(f"M0 {y}h400" for y in range(20, 300, 20))
    _stroke(pen, fine, "#24508f", 0.6)
    coarse = "M100 0v300M200 0v300M300 0v300M0 100h400M0 200h400"
    _stroke(pen, coarse, "#2f5d9f", 1)
    _keyline(pen, 8, "#cfe1f7", 1.2)
    _stroke(pen, f"M8 {GROUND + 2}h384", "#eaf3ff", 1.2)
    ticks = "".join(f"M{x} {GROUND + 2}l-5 7" for x in range(16, 396, 9))
    _stroke(pen, ticks, "#9fc3ea", 0.7)
    if pen.hand.can(_RICH_SKILL):
        _stroke(pen, "M312 8v34h80M312 25h80M352 25v17", "#cfe1f7", 0.9)
        x = random.uniform(24, 40)
        centre = f"M{number(x)} 40a14 14 0 1 0 28 0a14 14 0 1 0-28 0"
        _stroke(pen, centre + f"M{number(x - 6)} 40h40M{number(x + 14)} 20v40", "#9fc3ea", 0.8)


def _paper(pen: Pen, random: Random) -> None:
    """Cut paper: layered sheets with torn edges, each throwing a shadow."""
    sun = Point(random.uniform(300, 345), 66)
    _disc(pen, sun + Point(3, 5), 38, "#c9a13f", ' opacity=".6"')
    _disc(pen, sun, 38, "#fbe7b2")
    layers = (
        ("#ee8f6e", [188, 166, 184, 160, 178, 190]),
        ("#7fb6a5", [216, 206, 192, 210, 200, 212]),
        ("#3f8577", [244, 232, 240, 228, 242, 236]),
    )
    for colour, heights in layers:
        ridge = [height + random.uniform(-5, 5) for height in heights]
        _hill(pen, [height - 4 for height in ridge], 300, "#a98a3a")
        _hill(pen, ridge, 300, colour)
    _path(pen, f"M0 {GROUND - 7}h400v60H0z", "#b98c3c")
    _path(pen, f"M0 {GROUND - 3}h400v60H0z", "#f0dfbb")


_SCENES: Final[dict[Scene, Callable[[Pen, Random], None]]] = {
    "shore": _shore,
    "desk": _desk,
    "hills": _hills,
    "meadow": _meadow,
    "print": _print,
    "moonlight": _moonlight,
    "drafting": _drafting,
    "paper": _paper,
}
