"""Wrong drawings, many of which look right to arithmetic on the source; each says what fails."""

from __future__ import annotations

from tests.boards.svg.structure_cases.case import (
    ALL,
    APART,
    BARS,
    BICYCLE,
    COUNT,
    EGG,
    FRAME,
    FRAME_LINES,
    GRASS,
    LEVEL,
    NO_RIDER,
    PAIR,
    PELICAN,
    RIDER,
    SADDLE,
    SIMILAR,
    SIZE,
    SUN,
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
from tests.boards.svg.structure_cases.right import SKATEBOARD, UNICYCLE, UNICYCLIST

NO_FRAME = frozenset({FRAME})
ONE_WHEEL = PAIR | {COUNT}

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
                f'<rect x="{x - 47}" y="185" width="94" height="94" fill="none" stroke="#222" stroke-width="6"/>'
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
            '<text x="60" y="282" font-size="130">O</text><text x="240" y="282" font-size="130">O</text>',
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
                '<circle class="w" cx="110" cy="232" r="49" fill="none" stroke="#222"/><circle class="w" cx="290" cy="232" r="49" fill="none" stroke="#222"/>',
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

WRONG = (*NO_ANIMAL, *INVISIBLE_BICYCLE, *FRAMES, *WHEEL_FAULTS, *RIDERS, *NO_VEHICLE)
