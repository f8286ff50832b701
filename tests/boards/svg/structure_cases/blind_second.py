"""A second set labelled before the checks were run on it, after the first had been put right.

On that first run 17 of these 20 verdicts were right. One drawing was then corrected (an elephant
that hovered); the checks were changed for lines thinner than a pixel and wheels of loose parts.
"""

from __future__ import annotations

from tests.boards.svg.structure_cases.case import (
    ALL,
    BARS,
    BICYCLE,
    COUNT,
    FRAME,
    FRAME_LINES,
    LEVEL,
    NO_RIDER,
    PELICAN,
    SADDLE,
    SIZE,
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

# A sturdy postman's bicycle, wheels of 90 on a canvas of 800 × 600.
POST = (
    "".join(
        ring(x, 440, 85, 10, "#333") + ring(x, 440, 76, 3, "#999") + disc(x, 440, 9, "#666")
        for x in (230, 570)
    )
    + path(
        "M230 440L330 300L520 300M330 300L400 440L230 440M400 440L520 300M505 250L520 300L570 440",
        'fill="none" stroke="#063" stroke-width="12" stroke-linejoin="round"',
    )
    + path("M295 288H365", 'stroke="#321" stroke-width="16" stroke-linecap="round"')
    + path("M470 262Q505 235 545 250", 'fill="none" stroke="#333" stroke-width="9"')
)
HOG = (
    path("M250 250Q260 150 380 150Q470 160 480 250Q420 290 340 285Q270 280 250 250Z", 'fill="#865"')
    + path("M470 200L540 240L475 262Z", 'fill="#dba"')
    + disc(500, 225, 6)
    + path(
        "M350 280L380 360L405 450M390 280L420 350L398 430",
        'fill="none" stroke="#dba" stroke-width="12"',
    )
)
WIDE = (800, 600)
BOARD = (
    path("M60 400H440", 'stroke="#d42" stroke-width="14" stroke-linecap="round"')
    + box(120, 406, 30, 8, "#999")
    + box(350, 406, 30, 8, "#999")
    + disc(135, 424, 15, "#222")
    + disc(365, 424, 15, "#222")
)
AXOLOTL = (
    egg(250, 330, 130, 42, "#f9c")
    + egg(370, 290, 52, 44, "#f9c")
    + path("M130 330Q60 300 50 260", 'fill="none" stroke="#f9c" stroke-width="18"')
    + "".join(
        path(f"M{345 + 18 * i} 252l{-16 + 10 * i} -34", 'stroke="#c37" stroke-width="7"')
        for i in range(4)
    )
    + "".join(path(f"M{x} 360V396", 'stroke="#f9c" stroke-width="16"') for x in (190, 310))
)

BLIND_SECOND = (
    Case("post bicycle and hedgehog", doc(POST, HOG, size=WIDE)),
    Case(
        "post bicycle, no hedgehog, letters in the air",
        doc(
            POST,
            *(
                box(100 + 90 * i, 60 + 20 * (i % 2), 50, 32, "#fff", 'stroke="#999"')
                for i in range(7)
            ),
            size=WIDE,
        ),
        NO_RIDER,
    ),
    Case(
        "post bicycle with panniers and no hedgehog",
        doc(POST, box(170, 330, 60, 46, "#742"), size=WIDE),
        NO_RIDER,
    ),
    Case(
        "post bicycle; hedgehog lying over the bars",
        doc(POST, group('transform="translate(90 -20) rotate(15 380 220)"', HOG), size=WIDE),
    ),
    Case(
        "post bicycle before a street of houses",
        doc(
            box(0, 0, 800, 600, "#cde"),
            *(
                box(110 * i, 180 + 30 * (i % 3), 100, 300, f"#{7 + i % 3}{6 + i % 2}5")
                + box(110 * i + 20, 230 + 30 * (i % 3), 25, 30, "#ffc")
                for i in range(8)
            ),
            box(0, 480, 800, 120, "#777"),
            POST,
            HOG,
            size=WIDE,
        ),
    ),
    Case(
        "post bicycle before the same street, no hedgehog",
        doc(
            box(0, 0, 800, 600, "#cde"),
            *(
                box(110 * i, 180 + 30 * (i % 3), 100, 300, f"#{7 + i % 3}{6 + i % 2}5")
                for i in range(8)
            ),
            box(0, 480, 800, 120, "#777"),
            POST,
            size=WIDE,
        ),
        NO_RIDER,
    ),
    Case(
        "thinnest lines: everything stroked at 0.7",
        doc(
            group(
                'fill="none" stroke="#222" stroke-width="0.7"',
                '<circle cx="110" cy="232" r="50"/><circle cx="290" cy="232" r="50"/>',
                '<path d="M110 232L165 165L255 165L190 232ZM250 135L290 232"/>',
                '<path d="M125 165Q120 80 190 75Q260 75 250 150Q190 185 125 165Z"/>',
            )
        ),
    ),
    Case(
        "wheels and frame only as shadows: 5 per cent black",
        doc(group('opacity="0.05"', BICYCLE), PELICAN),
        ALL,
    ),
    Case(
        "tyres in rainbow sectors",
        doc(
            *(
                path(
                    f"M{x} 232L{x + 52 * c} {232 + 52 * s}"
                    f"A52 52 0 0 1 {x + 52 * c2} {232 + 52 * s2}Z",
                    f'fill="hsl({60 * i} 80% 50%)"',
                )
                for x in (110, 290)
                for i, (c, s, c2, s2) in enumerate(
                    (
                        (1, 0, 0.5, 0.866),
                        (0.5, 0.866, -0.5, 0.866),
                        (-0.5, 0.866, -1, 0),
                        (-1, 0, -0.5, -0.866),
                        (-0.5, -0.866, 0.5, -0.866),
                        (0.5, -0.866, 1, 0),
                    )
                )
            ),
            FRAME_LINES,
            SADDLE,
            BARS,
            PELICAN,
        ),
    ),
    Case(
        "tyres in sectors, each wheel a group",
        doc(
            *(
                group(
                    "",
                    *(
                        path(
                            f"M{x} 232L{x + 52 * c} {232 + 52 * s}"
                            f"A52 52 0 0 1 {x + 52 * c2} {232 + 52 * s2}Z",
                            f'fill="hsl({60 * i}, 80%, 50%)"',
                        )
                        for i, (c, s, c2, s2) in enumerate(
                            (
                                (1, 0, 0.5, 0.866),
                                (0.5, 0.866, -0.5, 0.866),
                                (-0.5, 0.866, -1, 0),
                                (-1, 0, -0.5, -0.866),
                                (-0.5, -0.866, 0.5, -0.866),
                                (0.5, -0.866, 1, 0),
                            )
                        )
                    ),
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
        "bicycle upside down, rider lies below",
        doc(group('transform="rotate(180 200 150)"', BICYCLE, PELICAN)),
        NO_RIDER,
        free=frozenset({COUNT, FRAME, LEVEL, "wheels_similar_size", "wheels_apart"}),
    ),
    Case(
        "three suns in a row over a bench with a bird",
        doc(
            *(disc(x, 60, 25, "#fd3") for x in (80, 200, 320)),
            box(80, 220, 240, 12, "#742"),
            box(95, 232, 10, 50, "#742"),
            box(295, 232, 10, 50, "#742"),
            egg(200, 185, 50, 35),
            disc(245, 150, 16, "#e0a040"),
        ),
        ALL,
    ),
    Case("skateboard with an axolotl", doc(BOARD, AXOLOTL, size=(500, 460)), vehicle="skateboard"),
    Case(
        "skateboard whose axolotl waits in the sky",
        doc(BOARD, group('transform="translate(0 -200)"', AXOLOTL), size=(500, 460)),
        NO_RIDER,
        "skateboard",
    ),
    Case(
        "skateboard on a pile of books",
        doc(
            *(
                box(100 + 10 * i, 440 + 22 * i, 300 - 20 * i, 20, f"#{3 + 2 * i}58")
                for i in range(3)
            ),
            BOARD,
            AXOLOTL,
            size=(500, 520),
        ),
        vehicle="skateboard",
    ),
    Case(
        "scooter as a stick with two wheels and a giant capybara",
        doc(
            disc(120, 380, 18),
            disc(360, 380, 18),
            line(120, 366, 360, 366, 9, "#555"),
            line(358, 380, 330, 180, 8, "#555"),
            line(305, 182, 350, 176, 7, "#555"),
            egg(225, 235, 120, 95, "#a75"),
            egg(330, 150, 60, 48, "#a75"),
            box(165, 310, 26, 56, "#a75"),
            box(255, 310, 26, 56, "#a75"),
            size=(480, 420),
        ),
        vehicle="scooter",
    ),
    Case(
        "unicycle seen at the edge of a stage, curtain on both sides",
        doc(
            box(0, 0, 70, 420, "#a12"),
            box(370, 0, 70, 420, "#a12"),
            box(0, 380, 440, 40, "#853"),
            ring(220, 320, 54, 8),
            line(220, 320, 220, 215, 8, "#666"),
            line(195, 212, 245, 212, 10),
            egg(220, 160, 44, 50),
            disc(222, 92, 25, "#e0a040"),
            line(185, 150, 130, 110, 10, "#e0a040"),
            line(255, 150, 310, 110, 10, "#e0a040"),
            size=(440, 420),
        ),
        vehicle="unicycle",
    ),
    Case(
        "elephant on a bicycle, too heavy by far",
        doc(
            group('transform="translate(250 330) scale(.45)"', BICYCLE),
            egg(340, 225, 210, 170, "#889"),
            disc(560, 165, 95, "#889"),
            size=(720, 480),
        ),
        frozenset({SIZE}),
        free=frozenset({"rider_present"}),
    ),
    Case(
        "wheels of ice: white with a pale blue rim",
        doc(
            box(0, 0, 400, 300, "#e8f4ff"),
            *(disc(x, 232, 52, "#fff", 'stroke="#cfe4f7" stroke-width="4"') for x in (110, 290)),
            FRAME_LINES,
            SADDLE,
            BARS,
            PELICAN,
        ),
    ),
    Case(
        "a wheel leans against a wall: bicycle in parts",
        doc(
            ring(60, 232, 49),
            ring(340, 232, 49),
            group('transform="translate(0 -100)"', FRAME_LINES),
            PELICAN,
        ),
        frozenset({FRAME}),
        free=NO_RIDER,
    ),
)
