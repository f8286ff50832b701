"""Wrong drawings: no rider, a hidden one, or one of the wrong size or place."""

from __future__ import annotations

from tests.boards.svg.structure_cases.case import (
    BARS,
    BICYCLE,
    FRAME_LINES,
    GRASS,
    NO_RIDER,
    PELICAN,
    RIDER,
    SADDLE,
    SIZE,
    SUN,
    WHEELS,
    Case,
    box,
    disc,
    doc,
    egg,
    group,
    line,
    path,
    ring,
)
from tests.boards.svg.structure_cases.right_plain import UNICYCLE

NO_ANIMAL = (
    Case("bicycle alone", doc(BICYCLE), NO_RIDER),
    Case("bicycle and a sun", doc(BICYCLE, disc(200, 60, 30, "#fd3")), NO_RIDER),
    Case(
        "bicycle, sun, sky and grass",
        doc(box(0, 0, 400, 300, "#bdf"), GRASS, SUN, BICYCLE),
        NO_RIDER,
    ),
    Case(
        "bicycle and a cloud",
        doc(
            BICYCLE, disc(150, 50, 25, "#bcd"), disc(185, 45, 32, "#bcd"), disc(220, 52, 24, "#bcd")
        ),
        NO_RIDER,
    ),
    Case(
        "bicycle with a big saddle",
        doc(
            WHEELS,
            FRAME_LINES,
            BARS,
            path("M140 150Q165 145 195 156L190 164Q160 168 140 162Z", 'fill="#333"'),
        ),
        NO_RIDER,
    ),
    Case(
        "bicycle with a closed diamond for a frame",
        doc(
            WHEELS,
            path("M110 232L165 165L255 165L190 232Z", 'fill="none" stroke="#b22" stroke-width="5"'),
            line(255, 165, 290, 232),
            SADDLE,
            BARS,
        ),
        NO_RIDER,
    ),
    Case(
        "bicycle with closed triangles for a frame",
        doc(
            WHEELS,
            path("M110 232L165 165L190 232Z", 'fill="none" stroke="#b22" stroke-width="5"'),
            path("M165 165L255 165L190 232Z", 'fill="none" stroke="#b22" stroke-width="5"'),
            line(255, 150, 290, 232),
            SADDLE,
            BARS,
        ),
        NO_RIDER,
    ),
    Case(
        "bicycle with thick tubes",
        doc(WHEELS, FRAME_LINES.replace('stroke-width="5"', 'stroke-width="11"'), SADDLE, BARS),
        NO_RIDER,
    ),
    Case(
        "bicycle with a headlamp and a bell",
        doc(BICYCLE, disc(275, 150, 10, "#fd3"), disc(245, 128, 6, "#999")),
        NO_RIDER,
    ),
    Case(
        "bicycle with a flag",
        doc(BICYCLE, line(110, 232, 90, 60, 3), path("M90 60L62 68L92 78Z", 'fill="#d22"')),
        NO_RIDER,
    ),
    Case(
        "skateboard alone",
        doc(line(100, 256, 310, 256, 8, "#555"), disc(140, 270, 10), disc(270, 270, 10)),
        NO_RIDER,
        "skateboard",
    ),
    Case(
        "thick skateboard alone",
        doc(box(90, 238, 230, 20, "#555", 'rx="10"'), disc(140, 268, 12), disc(270, 268, 12)),
        NO_RIDER,
        "skateboard",
    ),
    Case(
        "scooter alone",
        doc(
            ring(110, 268, 12),
            ring(280, 268, 12),
            line(110, 258, 280, 258, 9),
            line(280, 265, 262, 120, 7),
            line(240, 122, 280, 116, 6),
        ),
        NO_RIDER,
        "scooter",
    ),
    Case(
        "unicycle alone", doc(ring(200, 300, 57), UNICYCLE, size=(400, 370)), NO_RIDER, "unicycle"
    ),
    Case(
        "tandem alone",
        doc(
            ring(80, 232, 47),
            ring(420, 232, 47),
            line(80, 232, 420, 232),
            line(80, 232, 150, 165),
            line(150, 165, 360, 165),
            line(360, 140, 420, 232),
            line(250, 232, 260, 165),
            line(135, 158, 170, 158, 7),
            line(240, 158, 280, 158, 7),
            size=(500, 300),
        ),
        NO_RIDER,
        "tandem bicycle",
    ),
    Case("rider hidden: fill none", doc(BICYCLE, egg(185, 115, 62, 44, "none")), NO_RIDER),
    Case("rider hidden: white on white", doc(BICYCLE, egg(185, 115, 62, 44, "#fff")), NO_RIDER),
    Case(
        "rider hidden: opacity 0 on a group", doc(BICYCLE, group('opacity="0"', PELICAN)), NO_RIDER
    ),
    Case(
        "rider hidden: sky on sky",
        doc(box(0, 0, 400, 300, "#bdf"), BICYCLE, egg(185, 105, 62, 44, "#bdf")),
        NO_RIDER,
    ),
    Case(
        "rider hidden: behind a sheet", doc(PELICAN, box(0, 0, 400, 300, "#fff"), BICYCLE), NO_RIDER
    ),
    Case(
        "rider hidden: clipped away",
        doc(
            '<clipPath id="c"><rect width="1" height="1"/></clipPath>',
            BICYCLE,
            group('clip-path="url(#c)"', PELICAN),
        ),
        NO_RIDER,
    ),
    Case(
        "rider hidden: masked away",
        doc(
            '<mask id="c"><rect width="400" height="300" fill="#000"/></mask>',
            BICYCLE,
            group('mask="url(#c)"', PELICAN),
        ),
        NO_RIDER,
    ),
    Case("rider hidden: defined and not used", doc(f"<defs>{PELICAN}</defs>", BICYCLE), NO_RIDER),
    Case(
        "rider hidden: a gradient without colour",
        doc(
            '<linearGradient id="g"><stop stop-opacity="0"/></linearGradient>',
            BICYCLE,
            egg(185, 115, 62, 44, "url(#g)"),
        ),
        NO_RIDER,
    ),
    Case(
        "rider off the canvas",
        doc(BICYCLE, group('transform="translate(0 -400)"', PELICAN)),
        NO_RIDER,
    ),
    Case(
        "rider is the word",
        doc(BICYCLE, '<text x="110" y="150" font-size="50">pelican</text>'),
        NO_RIDER,
    ),
)

RIDERS = (
    Case(
        "rider far above",
        doc(group('transform="translate(0 200)"', BICYCLE), egg(185, 60, 62, 44), size=(400, 500)),
        NO_RIDER,
    ),
    Case(
        "rider beside the bicycle", doc(BICYCLE, egg(520, 130, 62, 44), size=(640, 300)), NO_RIDER
    ),
    Case("rider under the axle", doc(BICYCLE, egg(200, 285, 60, 30), size=(400, 330)), NO_RIDER),
    Case("rider of a few units", doc(BICYCLE, egg(168, 152, 7, 6)), NO_RIDER),
    Case(
        "rider ten times the bicycle",
        doc(
            group('transform="translate(270 420) scale(.3)"', BICYCLE),
            egg(320, 220, 260, 240),
            size=(640, 520),
        ),
        frozenset({SIZE}),
        free=frozenset({RIDER}),
    ),
    Case(
        "stick figure on a bicycle",
        doc(
            BICYCLE,
            line(165, 158, 185, 95, 3),
            line(185, 95, 245, 135, 3),
            line(165, 158, 195, 230, 3),
        ),
        NO_RIDER,
    ),
)
