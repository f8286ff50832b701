"""Correct drawings, many in a spelling or a setting that misleads: every check must pass."""

from __future__ import annotations

import math

from tests.boards.svg.structure_cases.case import (
    BARS,
    BICYCLE,
    EGG,
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
from tests.boards.svg.structure_cases.pens import circle_path, points, regular

FEATHERS = "".join(
    egg(185 + 13 * i, 115 + 11 * j, 9, 8)
    for i in range(-4, 5)
    for j in range(-3, 4)
    if (i / 4.4) ** 2 + (j / 3.6) ** 2 <= 1
)
SKATER = (
    egg(205, 180, 60, 50) + disc(250, 130, 26, "#e0a040") + line(190, 225, 188, 254, 10, "#e0a040")
)
SKATEBOARD = line(100, 256, 310, 256, 8, "#555") + SKATER
SCOOTER = (
    line(110, 258, 280, 258, 7)
    + line(280, 265, 262, 120, 6)
    + line(245, 122, 278, 116, 5)
    + line(180, 215, 180, 256, 10, "#e0a040")
    + egg(185, 165, 36, 55)
    + disc(195, 95, 24, "#e0a040")
    + line(210, 150, 255, 125, 8, "#e0a040")
)
UNICYCLE = line(200, 300, 200, 195, 6) + line(178, 195, 222, 195, 8, "#333")
UNICYCLIST = egg(200, 140, 48, 55) + disc(205, 65, 27, "#e0a040")


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


PLAIN = (
    Case("plain bicycle and egg", doc(BICYCLE, EGG)),
    Case("plain bicycle and pelican", doc(BICYCLE, PELICAN)),
    Case("rider behind the bicycle", doc(PELICAN, BICYCLE)),
    Case("facing left", doc(group('transform="translate(400) scale(-1 1)"', BICYCLE, PELICAN))),
    Case(
        "bicycle with six lines, rider touching the top tube",
        doc(WHEELS, FRAME_LINES, egg(200, 122, 60, 44)),
    ),
    Case("rider bigger than the wheels", doc(BICYCLE, egg(190, 95, 95, 70))),
    Case(
        "solid discs for wheels", doc(disc(110, 232, 52), disc(290, 232, 52), FRAME_LINES, PELICAN)
    ),
    Case(
        "discs under rims and hubs",
        doc(
            disc(110, 232, 52),
            disc(110, 232, 44, "#eee"),
            disc(110, 232, 8),
            disc(290, 232, 52),
            disc(290, 232, 44, "#eee"),
            disc(290, 232, 8),
            FRAME_LINES,
            SADDLE,
            BARS,
            PELICAN,
        ),
    ),
    Case(
        "wheels of 0.7 the radius of one another still count as similar",
        doc(ring(110, 232, 49), ring(290, 247, 34), FRAME_LINES, SADDLE, PELICAN),
    ),
    Case(
        "one hub 0.35 radius higher",
        doc(ring(110, 232, 49), ring(290, 214, 49), FRAME_LINES, PELICAN),
    ),
    Case(
        "wheels 7.5 radii apart",
        doc(
            ring(60, 250, 37),
            ring(360, 250, 37),
            line(60, 250, 360, 250),
            line(60, 250, 150, 170),
            line(150, 170, 360, 250),
            egg(165, 130, 60, 42),
        ),
    ),
    Case(
        "wheels that touch",
        doc(
            ring(145, 232, 47),
            ring(255, 232, 47),
            line(145, 232, 200, 170),
            line(200, 170, 255, 232),
            line(145, 232, 255, 232),
            egg(200, 130, 50, 42),
        ),
    ),
    Case(
        "slightly flattened wheels",
        doc(
            '<ellipse cx="110" cy="232" rx="52" ry="46" fill="none" stroke="#222" stroke-width="6"/>'
            '<ellipse cx="290" cy="232" rx="52" ry="46" fill="none" stroke="#222" stroke-width="6"/>',
            FRAME_LINES,
            SADDLE,
            PELICAN,
        ),
    ),
)

SPELLINGS = (
    Case(
        "wheels as squares with round corners",
        doc(
            *(
                f'<rect x="{x - 49}" y="183" width="98" height="98" rx="49" fill="none" '
                f'stroke="#222" stroke-width="6"/>'
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "each wheel two half circles in two paths",
        doc(
            *(
                path(
                    f"M{x - 49} 232A49 49 0 0 {s} {x + 49} 232",
                    'fill="none" stroke="#222" stroke-width="6"',
                )
                for x in (110, 290)
                for s in (0, 1)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "each wheel four quarter arcs in four paths",
        doc(
            *(
                group(
                    'fill="none" stroke="#222" stroke-width="6"',
                    *(
                        path(
                            f"M{x + 49 * math.cos(a)} {232 + 49 * math.sin(a)}A49 49 0 0 1 "
                            f"{x + 49 * math.cos(a + math.pi / 2)} {232 + 49 * math.sin(a + math.pi / 2)}",
                            "",
                        )
                        for a in (0, math.pi / 2, math.pi, 3 * math.pi / 2)
                    ),
                )
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "fill none as attribute, stroke colour from a class",
        doc(
            "<style>.w{stroke:#222} .f{stroke:#b22}</style>",
            *(
                f'<circle class="w" cx="{x}" cy="232" r="49" fill="none" stroke-width="6"/>'
                for x in (110, 290)
            ),
            path(
                "M110 232L190 232L165 165L110 232M165 165L255 165L190 232M255 150L290 232",
                'class="f" fill="none" stroke-width="5"',
            ),
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "rim and a spoke in one subpath",
        doc(
            *(
                path(
                    f"M{x + 49} 232A49 49 0 1 1 {x - 49} 232A49 49 0 1 1 {x + 49} 232L{x} 232",
                    'fill="none" stroke="#222" stroke-width="6"',
                )
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "wheels scaled about their hubs by transform-origin",
        doc(
            *(
                f'<g transform="scale(2)" transform-origin="{x} 232"><circle cx="{x}" cy="232" '
                f'r="24.5" fill="none" stroke="#222" stroke-width="3"/></g>'
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "wheels as markers of a line",
        doc(
            '<marker id="m" markerUnits="userSpaceOnUse" markerWidth="120" markerHeight="120" '
            'refX="60" refY="60"><circle cx="60" cy="60" r="49" fill="none" stroke="#222" '
            'stroke-width="6"/></marker>',
            path(
                "M110 232L290 232",
                'stroke="#b22" stroke-width="5" marker-start="url(#m)" marker-end="url(#m)"',
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "wheels as a pattern that repeats",
        doc(
            '<pattern id="p" patternUnits="userSpaceOnUse" x="20" y="142" width="180" height="180">'
            '<circle cx="90" cy="90" r="49" fill="none" stroke="#222" stroke-width="6"/></pattern>',
            box(20, 142, 360, 158, "url(#p)"),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "wheels as dots of a thick round stroke",
        doc(
            *(
                path(f"M{x} 232h0", 'stroke="#222" stroke-width="104" stroke-linecap="round"')
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "wheels as squares in a circular clip path",
        doc(
            *(
                f'<clipPath id="c{x}"><circle cx="{x}" cy="232" r="52"/></clipPath>'
                f'<rect x="{x - 80}" y="150" width="160" height="150" fill="#222" '
                f'clip-path="url(#c{x})"/>'
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "visible wheels in a hidden group",
        doc(
            group(
                'visibility="hidden"',
                *(
                    f'<circle visibility="visible" cx="{x}" cy="232" r="49" '
                    f'fill="none" stroke="#222" stroke-width="6"/>'
                    for x in (110, 290)
                ),
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "size in millimetres",
        doc(BICYCLE, PELICAN, root='width="100mm" height="75mm" viewBox="0 0 400 300"'),
    ),
    Case(
        "size in points, no viewBox",
        doc(
            group('transform="scale(1.3333)"', BICYCLE, PELICAN),
            root='width="400pt" height="300pt"',
        ),
    ),
    Case(
        "nested documents",
        doc(
            *(
                f'<svg x="{x - 60}" y="172" width="120" height="120" viewBox="-30 -30 60 60">'
                f'<circle r="24.5" fill="none" stroke="#222" stroke-width="3"/></svg>'
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "the whole scene in two rich paths",
        doc(
            path(
                circle_path(110, 232, 49)
                + circle_path(290, 232, 49)
                + "M110 232L190 232L165 165L110 232M165 165L255 165L190 232M255 150L290 232"
                "M148 160L185 160",
                'fill="none" stroke="#222" stroke-width="6"',
            ),
            path(
                "M123 115a62 44 0 1 0 124 0a62 44 0 1 0 -124 0zM230 75a22 22 0 1 0 44 0a22 22 0 1 0 "
                "-44 0z M215 95L235 70L250 90L230 105z",
                'fill="#e0a040"',
            ),
        ),
    ),
    Case(
        "the whole scene in one path",
        doc(
            path(
                circle_path(110, 232, 52)
                + circle_path(110, 232, 44)
                + circle_path(290, 232, 52)
                + circle_path(290, 232, 44)
                + "M108 229H190V235H108zM107 230L163 162L168 166L113 234zM188 233L163 164L168 163L"
                "193 232zM163 162H256V168H163zM188 230L253 163L257 167L193 234zM253 150L259 149L293 "
                "231L287 233zM148 156H186V163H148z"
                "M123 115a62 44 0 1 0 124 0a62 44 0 1 0 -124 0z",
                'fill="#222" fill-rule="evenodd"',
            )
        ),
    ),
    Case(
        "rider as a filled path without Z",
        doc(
            BICYCLE,
            path("M123 115C123 55 247 55 247 115C247 175 123 175 123 115", 'fill="#e0a040"'),
        ),
    ),
    Case(
        "rider as a filled polyline",
        doc(
            BICYCLE,
            f'<polyline points="{points(regular(185, 115, [55, 48] * 12))}" fill="#e0a040"/>',
        ),
    ),
    Case(
        "rider as one thick stroke",
        doc(
            BICYCLE,
            path(
                "M140 130L220 125L250 80",
                'fill="none" stroke="#e0a040" '
                'stroke-width="56" stroke-linecap="round" stroke-linejoin="round"',
            ),
        ),
    ),
    Case("rider of many small feathers", doc(BICYCLE, FEATHERS)),
    Case(
        "rider white with a dark outline",
        doc(BICYCLE, egg(185, 115, 62, 44, "white", 'stroke="#333" stroke-width="2"')),
    ),
    Case("rider nearly white on white", doc(BICYCLE, egg(185, 115, 62, 44, "#f0f0f0"))),
    Case(
        "rider with a gradient and a spot light",
        doc(
            '<radialGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#c80"/>'
            "</radialGradient>",
            BICYCLE,
            egg(185, 115, 62, 44, "url(#g)"),
        ),
    ),
    Case(
        "knobby tyres",
        doc(
            *(
                f'<polygon points="{points(regular(x, 232, [55, 50] * 24))}" fill="#222"/>'
                f"{disc(x, 232, 42, '#fff')}"
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "symbols with a viewBox placed by use",
        doc(
            '<symbol id="s" viewBox="0 0 60 60"><circle cx="30" cy="30" r="24.5" fill="none" '
            'stroke="#222" stroke-width="3"/></symbol>',
            *(
                f'<use href="#s" x="{x - 60}" y="172" width="120" height="120"/>'
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "dashed tyres",
        doc(
            *(
                f'<circle cx="{x}" cy="232" r="49" fill="none" stroke="#222" stroke-width="6" '
                f'stroke-dasharray="9 3"/>'
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "a style sheet with important rules against inline styles",
        doc(
            "<style>circle.w{stroke:#222 !important;fill:none!important}</style>",
            *(
                f'<circle class="w" cx="{x}" cy="232" r="49" style="fill:red;stroke:none" '
                f'stroke-width="6"/>'
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case(
        "wheels scaled by a CSS transform",
        doc(
            *(
                f'<circle cx="{2 * x}" cy="464" r="98" style="transform:scale(0.5)" fill="none" '
                f'stroke="#222" stroke-width="12"/>'
                for x in (110, 290)
            ),
            FRAME_LINES,
            SADDLE,
            EGG,
        ),
    ),
    Case("faint paint: everything at 30 % opacity", doc(group('opacity="0.3"', BICYCLE, PELICAN))),
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
            '<rect x="4" y="4" width="392" height="292" fill="#fff" stroke="#840" stroke-width="8"/>',
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

OTHER_VEHICLES = (
    Case(
        "skateboard with wheels of five",
        doc(
            line(135, 264, 265, 264, 7, "#555"),
            disc(155, 273, 5),
            disc(245, 273, 5),
            egg(200, 205, 48, 44),
            disc(235, 155, 22, "#e0a040"),
            line(190, 245, 190, 262, 9, "#e0a040"),
        ),
        vehicle="skateboard",
    ),
    Case(
        "skateboard with wheels of ten, 130 apart",
        doc(SKATEBOARD, disc(140, 270, 10), disc(270, 270, 10)),
        vehicle="skateboard",
    ),
    Case(
        "skateboard with four wheels",
        doc(SKATEBOARD, *(disc(x, 271, 10) for x in (130, 155, 255, 280))),
        vehicle="skateboard",
    ),
    Case(
        "skateboard with hubs and trucks",
        doc(
            SKATEBOARD,
            *(
                box(x - 9, 258, 18, 8, "#999") + disc(x, 271, 11) + disc(x, 271, 4, "#ddd")
                for x in (140, 270)
            ),
        ),
        vehicle="skateboard",
    ),
    Case(
        "hedgehog low on a skateboard",
        doc(
            line(110, 256, 300, 256, 8, "#555"),
            disc(145, 270, 11),
            disc(265, 270, 11),
            disc(205, 205, 52, "#864"),
            path("M250 215L290 232L245 240Z", 'fill="#ca8"'),
        ),
        vehicle="skateboard",
    ),
    Case(
        "skateboard on a slope of 15 degrees",
        doc(
            group(
                'transform="rotate(15 200 180)"', SKATEBOARD, disc(140, 270, 10), disc(270, 270, 10)
            )
        ),
        vehicle="skateboard",
    ),
    Case(
        "skateboard with curled ends on a ramp",
        doc(
            box(0, 281, 400, 19, "#ca8"),
            path(
                "M85 240Q95 256 115 256H295Q315 256 325 240",
                'fill="none" stroke="#555" stroke-width="8"',
            ),
            SKATER,
            disc(140, 270, 10),
            disc(270, 270, 10),
        ),
        vehicle="skateboard",
    ),
    Case(
        "scooter with wheels of fifteen, 170 apart",
        doc(ring(110, 268, 12), ring(280, 268, 12), SCOOTER),
        vehicle="scooter",
    ),
    Case(
        "scooter with solid wheels",
        doc(disc(110, 268, 15), disc(280, 268, 15), SCOOTER),
        vehicle="scooter",
    ),
    Case(
        "tandem with two riders",
        doc(
            ring(80, 232, 47),
            ring(420, 232, 47),
            line(80, 232, 420, 232),
            line(80, 232, 150, 165),
            line(150, 165, 360, 165),
            line(360, 150, 420, 232),
            line(250, 232, 260, 165),
            line(135, 158, 170, 158, 7),
            line(240, 158, 280, 158, 7),
            egg(155, 118, 48, 38),
            disc(195, 72, 20, "#e0a040"),
            egg(265, 118, 48, 38),
            disc(310, 75, 20, "#e0a040"),
            size=(500, 300),
        ),
        vehicle="tandem bicycle",
    ),
    Case(
        "tandem with one long rider",
        doc(
            ring(70, 240, 42),
            ring(430, 240, 42),
            line(70, 240, 430, 240),
            line(70, 240, 140, 170),
            line(140, 170, 380, 170),
            line(380, 160, 430, 240),
            egg(250, 130, 130, 42),
            size=(500, 300),
        ),
        vehicle="tandem bicycle",
    ),
    Case(
        "unicycle",
        doc(ring(200, 300, 57), UNICYCLE, UNICYCLIST, size=(400, 370)),
        vehicle="unicycle",
    ),
    Case(
        "unicycle with a pedal below the rim",
        doc(
            ring(200, 300, 57),
            UNICYCLE,
            line(200, 300, 214, 356, 5),
            disc(215, 358, 7, "#333"),
            UNICYCLIST,
            size=(400, 380),
        ),
        vehicle="unicycle",
    ),
    Case(
        "unicycle with a large octopus",
        doc(
            ring(200, 330, 47),
            line(200, 330, 200, 235, 6),
            disc(200, 150, 85, "#b5c"),
            *(
                path(
                    f"M{200 + 12 * i} 220Q{200 + 30 * i} 250 {200 + 26 * i} 290",
                    'fill="none" stroke="#b5c" stroke-width="12"',
                )
                for i in (-4, -3, -2, 2, 3, 4)
            ),
            size=(400, 400),
        ),
        vehicle="unicycle",
    ),
    Case(
        "unicycle with a body of the wheel's size",
        doc(
            ring(200, 300, 57),
            UNICYCLE,
            disc(200, 133, 60, "#e0a040"),
            disc(205, 55, 25, "#e0a040"),
            size=(400, 370),
        ),
        vehicle="unicycle",
    ),
    Case(
        "unicycle with a small wheel",
        doc(ring(200, 330, 27), line(200, 330, 200, 200, 6), UNICYCLIST, size=(400, 370)),
        vehicle="unicycle",
    ),
)

RIGHT = (*PLAIN, *SPELLINGS, *SETTINGS, *OTHER_VEHICLES)
