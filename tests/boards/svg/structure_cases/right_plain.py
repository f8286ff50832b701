"""Correct drawings, spelled plainly, of all vehicles."""

from __future__ import annotations

from tests.boards.svg.structure_cases.case import (
    BARS,
    BICYCLE,
    EGG,
    FRAME_LINES,
    PELICAN,
    SADDLE,
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
            '<ellipse cx="110" cy="232" rx="52" ry="46" fill="none" stroke="#222" '
            'stroke-width="6"/>'
            '<ellipse cx="290" cy="232" rx="52" ry="46" fill="none" stroke="#222" '
            'stroke-width="6"/>',
            FRAME_LINES,
            SADDLE,
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
