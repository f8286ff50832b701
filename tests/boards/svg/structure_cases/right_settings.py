"""Correct drawings in settings that mislead: scenery, debris, decoration, slopes, sizes."""

from __future__ import annotations

import math

from tests.boards.svg.structure_cases.case import (
    BARS,
    BICYCLE,
    FRAME_LINES,
    GRASS,
    HEAD,
    PELICAN,
    SADDLE,
    SKY,
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


def _slope(degrees: float) -> str:
    return doc(group(f'transform="rotate({degrees} 200 180)"', BICYCLE, PELICAN))


def _spots(count: int) -> str:
    return "".join(
        disc(
            185 + 40 * math.cos(i * 2.4) * (i / count) ** 0.5,
            115 + 28 * math.sin(i * 2.4) * (i / count) ** 0.5,
            4,
            "#a50",
        )
        for i in range(count)
    )


SETTINGS = (
    Case("sun in the sky", doc(SKY, GRASS, SUN, BICYCLE, PELICAN)),
    Case(
        "pebbles lower than the rims",
        doc(
            BICYCLE,
            PELICAN,
            disc(60, 282, 11, "#888"),
            disc(200, 285, 10, "#777"),
            disc(340, 283, 12, "#888"),
        ),
    ),
    Case(
        "two equal balls on the ground",
        doc(GRASS, BICYCLE, PELICAN, disc(30, 280, 12, "#c33"), disc(370, 280, 12, "#c33")),
    ),
    Case("chainring of just over half a wheel", doc(BICYCLE, ring(190, 232, 27, 3), PELICAN)),
    Case(
        "chainring, pedals and kickstand below the axle",
        doc(
            BICYCLE,
            ring(190, 232, 14, 4),
            line(190, 232, 200, 268, 4, "#333"),
            box(192, 266, 18, 5, "#333"),
            line(150, 235, 135, 286, 4, "#333"),
            PELICAN,
        ),
    ),
    Case("shadow under the wheels", doc(egg(200, 288, 150, 8, "#999"), BICYCLE, PELICAN)),
    Case(
        "faint shadow over the wheels' foot",
        doc(BICYCLE, PELICAN, egg(200, 284, 160, 9, "#000", 'opacity="0.2"')),
    ),
    Case(
        "fenders over the top of each wheel",
        doc(
            WHEELS,
            *(
                path(
                    f"M{x - 55} 222A56 56 0 0 1 {x + 55} 222",
                    'fill="none" stroke="#36c" stroke-width="12"',
                )
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            BARS,
            PELICAN,
        ),
    ),
    Case(
        "fenders hide half of each wheel",
        doc(
            WHEELS,
            *(path(f"M{x - 56} 236A56 56 0 0 1 {x + 56} 236Z", 'fill="#36c"') for x in (110, 290)),
            FRAME_LINES,
            SADDLE,
            BARS,
            PELICAN,
        ),
    ),
    Case(
        "legs across a wheel",
        doc(
            BICYCLE,
            PELICAN,
            line(170, 150, 140, 240, 14, "#f60"),
            line(190, 150, 205, 250, 14, "#f60"),
        ),
    ),
    Case(
        "grass blades before the wheels",
        doc(
            GRASS,
            BICYCLE,
            PELICAN,
            *(path(f"M{x} 300L{x + 4} 262L{x + 8} 300Z", 'fill="#385"') for x in range(0, 400, 14)),
        ),
    ),
    Case(
        "caption below",
        doc(BICYCLE, PELICAN, '<text x="110" y="298" font-size="14">Figure 1</text>'),
    ),
    Case("title above", doc('<text x="60" y="30" font-size="30">O O O</text>', BICYCLE, PELICAN)),
    Case(
        "road line",
        doc(
            box(0, 240, 400, 60, "#555"),
            *(box(x, 286, 30, 5, "#fff") for x in range(10, 400, 60)),
            BICYCLE,
            PELICAN,
        ),
    ),
    Case("ground line alone", doc(line(0, 284, 400, 284, 3, "#333"), BICYCLE, PELICAN)),
    Case("short ground line", doc(line(40, 284, 360, 284, 3, "#333"), BICYCLE, PELICAN)),
    Case("island of grass", doc(SKY, egg(200, 290, 190, 30, "#6a4"), BICYCLE, PELICAN)),
    Case(
        "hills behind",
        doc(SKY, path("M0 240Q100 150 200 240T400 240V300H0Z", 'fill="#6a4"'), BICYCLE, PELICAN),
    ),
    Case(
        "night with a moon and stars",
        doc(
            box(0, 0, 400, 300, "#113"),
            disc(60, 50, 25, "#eed"),
            *(disc(20 + 37 * i, 20 + (i * 53) % 90, 1.5, "#fff") for i in range(10)),
            ring(110, 232, 49, 6, "#ddd"),
            ring(290, 232, 49, 6, "#ddd"),
            FRAME_LINES,
            SADDLE,
            BARS,
            PELICAN,
        ),
    ),
    Case(
        "dark veil over everything",
        doc(SKY, BICYCLE, PELICAN, box(0, 0, 400, 300, "#003", 'opacity="0.3"')),
    ),
    Case(
        "cloud behind the rider",
        doc(
            SKY,
            group(
                'fill="#fff"',
                disc(120, 80, 45, "#fff"),
                disc(180, 60, 55, "#fff"),
                disc(250, 80, 45, "#fff"),
            ),
            BICYCLE,
            PELICAN,
        ),
    ),
    Case("sun behind the rider's head", doc(SKY, disc(270, 80, 45, "#fd3"), BICYCLE, PELICAN)),
    Case(
        "trees with round crowns",
        doc(
            SKY,
            GRASS,
            *(box(x - 5, 200, 10, 75, "#742") + disc(x, 180, 34, "#283") for x in (30, 370)),
            BICYCLE,
            PELICAN,
        ),
    ),
    Case(
        "two flowers at the foot",
        doc(
            BICYCLE,
            PELICAN,
            *(line(x, 299, x, 278, 2, "#283") + disc(x, 276, 7, "#c3c") for x in (25, 375)),
        ),
    ),
    Case(
        "badge behind everything",
        doc(
            disc(200, 160, 158, "#cde"),
            group('transform="translate(60 48) scale(.7)"', BICYCLE, PELICAN),
        ),
    ),
    Case(
        "framed picture",
        doc(
            '<rect x="4" y="4" width="392" height="292" fill="#fff" stroke="#840" '
            'stroke-width="8"/>',
            group('transform="translate(20 12) scale(.9)"', BICYCLE, PELICAN),
        ),
    ),
    Case(
        "speed lines",
        doc(BICYCLE, PELICAN, *(line(5, y, 50, y, 3, "#999") for y in (120, 150, 180))),
    ),
    Case(
        "bubbles everywhere",
        doc(
            BICYCLE,
            PELICAN,
            *(disc((i * 97) % 400, (i * 61) % 150, 5 + i % 4, "#7cf") for i in range(40)),
        ),
    ),
    Case("spotted rider", doc(BICYCLE, PELICAN, _spots(30))),
    Case(
        "rider's body a circle of the wheels' size",
        doc(BICYCLE, disc(180, 105, 52, "#e0a040"), HEAD, line(215, 85, 245, 75, 14, "#e0a040")),
    ),
    Case(
        "round body and round head alike",
        doc(BICYCLE, disc(175, 118, 42, "#e0a040"), disc(250, 85, 42, "#e0a040")),
    ),
    Case(
        "big eyes",
        doc(
            BICYCLE,
            egg(185, 105, 70, 52),
            disc(160, 90, 20, "#fff"),
            disc(205, 90, 20, "#fff"),
            disc(160, 90, 9),
            disc(205, 90, 9),
        ),
    ),
    Case(
        "basket and headlamp",
        doc(BICYCLE, box(262, 140, 34, 26, "#a73"), disc(292, 175, 8, "#fd3"), PELICAN),
    ),
    Case(
        "flag on a pole",
        doc(
            BICYCLE, PELICAN, line(110, 232, 90, 60, 3), path("M90 60L50 70L92 82Z", 'fill="#d22"')
        ),
    ),
    Case("a fish in the air", doc(BICYCLE, PELICAN, egg(360, 40, 18, 8, "#57a"))),
    Case(
        "recumbent rider low between the wheels",
        doc(
            ring(90, 240, 40),
            ring(310, 240, 40),
            line(90, 240, 310, 240),
            line(90, 240, 140, 200),
            line(230, 240, 310, 200),
            line(310, 200, 310, 240),
            egg(180, 213, 85, 22),
            disc(105, 195, 22, "#e0a040"),
        ),
    ),
    Case(
        "rider leans over the front wheel",
        doc(
            BICYCLE,
            group('transform="rotate(20 230 130)"', egg(225, 115, 75, 36)),
            disc(310, 125, 24, "#e0a040"),
            path("M330 118L390 140L325 140Z", 'fill="#f60"'),
        ),
    ),
    Case(
        "upright rider twice as tall as the bicycle",
        doc(
            group('transform="translate(0 200)"', BICYCLE),
            egg(180, 270, 45, 85),
            disc(190, 160, 30, "#e0a040"),
            size=(400, 500),
        ),
    ),
    Case(
        "thick tubes",
        doc(
            WHEELS,
            group("", FRAME_LINES.replace('stroke-width="5"', 'stroke-width="11"')),
            SADDLE,
            PELICAN,
        ),
    ),
    Case(
        "frame in the tyres' colour",
        doc(WHEELS, FRAME_LINES.replace("#b22", "#222"), SADDLE, BARS, PELICAN),
    ),
    Case("frame between wheels mostly hidden by the rider", doc(BICYCLE, egg(200, 160, 58, 62))),
    Case("slope of 12 degrees", _slope(12)),
    Case("slope of 19 degrees, downhill", _slope(-19)),
    Case(
        "on a slope, the front wheel cut off by the canvas",
        doc(group('transform="translate(4 -4) rotate(12)"', BICYCLE, PELICAN)),
    ),
    Case(
        "at 40 % of the canvas",
        doc(group('transform="translate(120 90) scale(.4)"', BICYCLE, PELICAN)),
    ),
    Case(
        "at a quarter of the canvas, in a corner",
        doc(group('transform="translate(290 10) scale(.25)"', BICYCLE, PELICAN)),
    ),
    Case(
        "on a banner",
        doc(group('transform="translate(400 0)"', BICYCLE, PELICAN), size=(1200, 300)),
    ),
    Case(
        "on a tower", doc(group('transform="translate(0 700)"', BICYCLE, PELICAN), size=(400, 1200))
    ),
    Case("cropped tightly", doc(BICYCLE, PELICAN, root='viewBox="55 30 288 254"')),
    Case(
        "in a scenery of three bands and a frame",
        doc(
            box(0, 0, 400, 120, "#bdf"),
            box(0, 120, 400, 100, "#9cf"),
            box(0, 220, 400, 80, "#eda"),
            BICYCLE,
            PELICAN,
        ),
    ),
)
