"""Wrong drawings: hidden vehicles, no frame, wrong wheels, no vehicle at all."""

from __future__ import annotations

from tests.boards.svg.structure_cases.case import (
    ALL,
    APART,
    BICYCLE,
    COUNT,
    EGG,
    FRAME,
    FRAME_LINES,
    LEVEL,
    NO_RIDER,
    PAIR,
    PELICAN,
    SADDLE,
    SIMILAR,
    TRIANGLE,
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
from tests.boards.svg.structure_cases.right_plain import SKATEBOARD, UNICYCLE, UNICYCLIST

NO_FRAME = frozenset({FRAME})
ONE_WHEEL = PAIR | {COUNT}

INVISIBLE_BICYCLE = tuple(
    Case(f"bicycle hidden: {name}", doc(TRIANGLE, svg), ALL)
    for name, svg in (
        ("fill-opacity 0", group('fill-opacity="0" stroke-opacity="0"', BICYCLE, EGG)),
        (
            "stroke-width 0",
            BICYCLE.replace('stroke-width="6"', 'stroke-width="0"')
            .replace('stroke-width="5"', 'stroke-width="0"')
            .replace('stroke-width="7"', 'stroke-width="0"'),
        ),
        (
            "white on white",
            BICYCLE.replace("#222", "#fff").replace("#b22", "#fff").replace("#333", "#fff"),
        ),
        ("behind a white rectangle", BICYCLE + EGG + box(0, 0, 400, 300, "#fff") + TRIANGLE),
        (
            "a class with display none",
            "<style>.x{display:none}</style>" + group('class="x"', BICYCLE, EGG),
        ),
        (
            "clipped away",
            '<clipPath id="c"><rect width="5" height="5"/></clipPath>'
            + group('clip-path="url(#c)"', BICYCLE, EGG),
        ),
        ("masked away", '<mask id="m"/>' + group('mask="url(#m)"', BICYCLE, EGG)),
        (
            "transparent",
            BICYCLE.replace("#222", "transparent")
            .replace("#b22", "transparent")
            .replace("#333", "transparent"),
        ),
        ("visibility collapse", group('visibility="collapse"', BICYCLE, EGG)),
        (
            "in a pattern that nobody uses",
            f'<pattern id="p" width="400" height="300">{BICYCLE}{EGG}</pattern>',
        ),
        ("scaled to nothing", group('transform="scale(0)"', BICYCLE, EGG)),
        ("an alpha of one in a hundred", group('opacity="0.01"', BICYCLE, EGG)),
    )
)

FRAMES = (
    Case("no frame", doc(WHEELS, PELICAN, line(110, 183, 150, 150, 5)), NO_FRAME),
    Case(
        "grass top is no frame",
        doc(box(0, 236, 400, 64, "#6a4"), WHEELS, egg(120, 140, 50, 45)),
        NO_FRAME,
    ),
    Case(
        "two discs and one egg",
        doc(disc(110, 232, 52), disc(290, 232, 52), egg(200, 175, 110, 60)),
        NO_FRAME,
    ),
    Case("two rings and one egg", doc(WHEELS, egg(200, 170, 100, 62)), NO_FRAME),
    Case(
        "frame without a stroke",
        doc(WHEELS, FRAME_LINES.replace('stroke="#b22"', ""), PELICAN, line(110, 183, 150, 150, 5)),
        NO_FRAME,
    ),
    Case(
        "frame in white",
        doc(WHEELS, FRAME_LINES.replace("#b22", "#fff"), PELICAN, line(110, 183, 150, 150, 5)),
        NO_FRAME,
    ),
    Case(
        "half a frame",
        doc(
            WHEELS,
            line(110, 232, 165, 165),
            line(165, 165, 175, 232),
            line(110, 232, 175, 232),
            SADDLE,
            egg(150, 120, 50, 40),
        ),
        NO_FRAME,
    ),
    Case(
        "line of the road is no frame",
        doc(line(0, 240, 400, 240, 4, "#888"), WHEELS, egg(120, 140, 50, 45)),
        NO_FRAME,
    ),
    Case(
        "ground shadow is no frame",
        doc(egg(200, 284, 150, 9, "#999"), WHEELS, egg(120, 140, 50, 45)),
        NO_FRAME,
    ),
    Case(
        "text between the wheels is no frame",
        doc(
            WHEELS,
            '<text x="112" y="235" font-size="36" textLength="176">bicycle frame</text>',
            egg(120, 140, 50, 45),
        ),
        NO_FRAME,
    ),
)

WHEEL_FAULTS = (
    Case(
        "one wheel", doc(ring(110, 232, 49), FRAME_LINES, SADDLE, PELICAN), ONE_WHEEL, free=NO_RIDER
    ),
    Case(
        "three wheels in a row",
        doc(
            ring(80, 240, 42),
            ring(200, 240, 42),
            ring(320, 240, 42),
            line(80, 240, 320, 240),
            line(80, 240, 150, 170),
            line(150, 170, 320, 240),
            egg(170, 130, 60, 42),
        ),
        frozenset({COUNT}),
    ),
    Case(
        "bicycle when a unicycle was asked for",
        doc(BICYCLE, PELICAN),
        frozenset({COUNT}),
        "unicycle",
    ),
    Case(
        "unicycle when a bicycle was asked for",
        doc(ring(200, 300, 57), UNICYCLE, UNICYCLIST, size=(400, 370)),
        ONE_WHEEL,
        free=NO_RIDER,
    ),
    Case(
        "wheels of 0.58 the radius of one another",
        doc(ring(110, 232, 49), ring(290, 254, 27), FRAME_LINES, PELICAN),
        frozenset({SIMILAR}),
        free=frozenset({LEVEL}),
    ),
    Case(
        "one wheel in the air",
        doc(ring(110, 232, 49), ring(290, 186, 49), FRAME_LINES, PELICAN),
        frozenset({LEVEL}),
    ),
    Case(
        "slope of 25 degrees",
        doc(group('transform="rotate(25 200 170) translate(40 30) scale(.8)"', BICYCLE, PELICAN)),
        frozenset({LEVEL}),
    ),
    Case(
        "wheels that overlap",
        doc(
            ring(165, 232, 49),
            ring(235, 232, 49),
            line(165, 232, 235, 232),
            line(165, 232, 200, 170),
            line(200, 170, 235, 232),
            egg(200, 130, 50, 42),
        ),
        frozenset({APART}),
    ),
    Case(
        "wheels ten radii apart",
        doc(
            ring(50, 260, 26),
            ring(350, 260, 26),
            line(50, 260, 350, 260),
            line(50, 260, 150, 190),
            line(150, 190, 350, 260),
            egg(160, 150, 60, 42),
        ),
        frozenset({APART}),
    ),
    Case(
        "square wheels",
        doc(
            *(
                f'<rect x="{x - 47}" y="185" width="94" height="94" fill="none" stroke="#222" '
                'stroke-width="6"/>'
                for x in (110, 290)
            ),
            FRAME_LINES,
            PELICAN,
        ),
        ALL,
    ),
    Case(
        "triangular wheels",
        doc(
            *(
                path(
                    f"M{x - 52} 280L{x} 185L{x + 52} 280Z",
                    'fill="none" stroke="#222" stroke-width="6"',
                )
                for x in (110, 290)
            ),
            FRAME_LINES,
            PELICAN,
        ),
        ALL,
    ),
    Case(
        "half wheels",
        doc(
            *(
                path(
                    f"M{x - 49} 232A49 49 0 0 1 {x + 49} 232",
                    'fill="none" stroke="#222" stroke-width="6"',
                )
                for x in (110, 290)
            ),
            FRAME_LINES,
            PELICAN,
        ),
        ALL,
    ),
    Case(
        "wheels are letters",
        doc(
            '<text x="60" y="282" font-size="130">O</text><text x="240" y="282" font-si'
            'ze="130">O</text>',
            FRAME_LINES,
            PELICAN,
        ),
        ALL,
    ),
    Case(
        "wheels hidden: behind a sheet",
        doc(WHEELS, box(0, 170, 400, 130, "#fff"), FRAME_LINES, PELICAN),
        ALL,
    ),
    Case(
        "wheels hidden: white",
        doc(ring(110, 232, 49, 6, "#fff"), ring(290, 232, 49, 6, "#fff"), FRAME_LINES, PELICAN),
        ALL,
    ),
    Case(
        "wheels hidden: stroke none by class",
        doc(
            "<style>.w{stroke:none}</style>",
            group(
                'class="w"',
                '<circle class="w" cx="110" cy="232" r="49" fill="none" '
                'stroke="#222"/><circle class="w" cx="290" cy="232" r="49" fill="none" '
                'stroke="#222"/>',
            ),
            FRAME_LINES,
            PELICAN,
        ),
        ALL,
    ),
    Case(
        "front wheel hidden: opacity 0",
        doc(ring(110, 232, 49), group('opacity="0"', ring(290, 232, 49)), FRAME_LINES, PELICAN),
        ONE_WHEEL,
        free=NO_RIDER,
    ),
    Case(
        "front wheel defined and never used",
        doc(ring(110, 232, 49), f"<defs>{ring(290, 232, 49)}</defs>", FRAME_LINES, PELICAN),
        ONE_WHEEL,
        free=NO_RIDER,
    ),
    Case(
        "skateboard wheels hidden",
        doc(SKATEBOARD, group('display="none"', disc(140, 270, 10), disc(270, 270, 10))),
        ALL,
        "skateboard",
    ),
)

NO_VEHICLE = (
    Case("bird alone", doc(PELICAN, disc(258, 70, 4)), ALL),
    Case(
        "bird with two round eyes",
        doc(
            egg(200, 160, 90, 70),
            disc(170, 130, 16, "#fff"),
            disc(230, 130, 16, "#fff"),
            disc(170, 130, 7),
            disc(230, 130, 7),
        ),
        ALL,
    ),
    Case(
        "scribble",
        doc(
            path(
                "M20 150C80 20 120 280 180 150S280 20 380 200",
                'fill="none" stroke="#222" stroke-width="4"',
            )
        ),
        ALL,
    ),
    Case("blank", doc(box(0, 0, 400, 300, "#fff")), ALL),
    Case("nothing at all", doc(), ALL),
    Case(
        "two street lamps over a bench",
        doc(
            disc(60, 60, 20, "#fd3"),
            disc(340, 60, 20, "#fd3"),
            box(100, 220, 200, 14, "#842"),
            box(115, 234, 10, 50, "#842"),
            box(275, 234, 10, 50, "#842"),
        ),
        ALL,
    ),
    Case(
        "house with two round windows",
        doc(
            box(100, 120, 200, 160, "#c96"),
            path("M80 120L200 40L320 120Z", 'fill="#933"'),
            disc(150, 180, 22, "#9cf"),
            disc(250, 180, 22, "#9cf"),
        ),
        ALL,
    ),
)
