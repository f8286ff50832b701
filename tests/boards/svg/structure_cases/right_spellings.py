"""Correct drawings in unusual spellings: every check must pass."""

from __future__ import annotations

import math

from tests.boards.svg.structure_cases.case import (
    BICYCLE,
    EGG,
    FRAME_LINES,
    PELICAN,
    SADDLE,
    Case,
    box,
    disc,
    doc,
    egg,
    group,
    path,
)
from tests.boards.svg.structure_cases.pen import circle_path, points, regular

FEATHERS = "".join(
    egg(185 + 13 * i, 115 + 11 * j, 9, 8)
    for i in range(-4, 5)
    for j in range(-3, 4)
    if (i / 4.4) ** 2 + (j / 3.6) ** 2 <= 1
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
                            f"{x + 49 * math.cos(a + math.pi / 2)} "
                            f"{232 + 49 * math.sin(a + math.pi / 2)}",
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
                "M123 115a62 44 0 1 0 124 0a62 44 0 1 0 -124 0zM230 75a22 22 0 1 0 44 0a22 "
                "22 0 1 0 "
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
                "193 232zM163 162H256V168H163zM188 230L253 163L257 167L193 234zM253 150L259 "
                "149L293 "
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
