"""The third blind set's right drawings of all that is no bicycle: legal spellings of a ride."""

from __future__ import annotations

from tests.boards.svg.structure_cases.blind_third_scenes import (
    CIRCUS,
    DUSK,
    DUSK_FRAME,
    DUSK_GLOW,
    PARK,
    PARK_RIDER,
    RAMP,
    donut,
    dusk_rider,
)
from tests.boards.svg.structure_cases.case import ALL, Case, box, disc, doc, group, line, path

DUSK_WHEEL = path(donut(0, 0, 74, 60), 'fill="#150d1c"')
DUSK_CASES = (
    Case("tandem at dusk", DUSK.doc(), vehicle="tandem bicycle"),
    Case(
        "tandem whose wheels are markers at a path's ends",
        DUSK.doc(
            '<marker id="w" markerUnits="userSpaceOnUse" markerWidth="160" markerHeight="160" '
            f'refX="0" refY="0" viewBox="-80 -80 160 160">{DUSK_WHEEL}</marker>',
            wheels=path("M200 330H720", 'fill="none" marker-start="url(#w)" marker-end="url(#w)"'),
        ),
        vehicle="tandem bicycle",
    ),
    Case(
        "tandem with wheels in per cent of a square canvas",
        doc(
            f"<defs>{DUSK_GLOW}</defs>",
            box(0, 0, "100%", "100%", "url(#glow)"),  # type: ignore[arg-type]  # per cent
            "".join(
                f'<circle cx="{x}%" cy="55%" r="7%" fill="none" stroke="#150d1c" '
                'stroke-width="1.4%"/>'
                for x in (20.833, 75)
            ),
            group('transform="translate(0 198)"', DUSK.frame, DUSK.rider),
            size=(960, 960),
        ),
        vehicle="tandem bicycle",
    ),
    Case(
        "tandem up a hill of twelve degrees",
        doc(
            box(0, 0, 960, 640, "#f7b267"),
            group('transform="rotate(-12 480 320) translate(0 110)"', DUSK.ink),
            size=(960, 640),
        ),
        vehicle="tandem bicycle",
    ),
    Case(
        "tandem, the second rider a use of the first",
        DUSK.doc(rider=f'<g id="one">{dusk_rider(305)}</g><use href="#one" x="180"/>'),
        vehicle="tandem bicycle",
    ),
    Case(
        "tandem in two paths, vehicle and riders",
        doc(
            path(DUSK_FRAME + donut(200, 330, 74, 60) + donut(720, 330, 74, 60),
                 'fill="none" stroke="#222" stroke-width="8"'),
            path("M250 150a52 38 0 1 0 104 0a52 38 0 1 0 -104 0M345 160L372 70L392 62L396 84L384 86"
                 "L358 166M430 150a52 38 0 1 0 104 0a52 38 0 1 0 -104 0M525 160L552 70L572 62"
                 "L576 84L564 86L538 166M290 184L330 250L318 330L326 330L340 250L300 184"
                 "M470 184L520 250L488 330L496 330L530 250L480 184", 'fill="#d64f7f"'),
            size=(960, 480),
        ),
        vehicle="tandem bicycle",
    ),
)  # fmt: skip

CIRCUS_CASES = (
    Case("octopus on a unicycle", CIRCUS.doc(), vehicle="unicycle"),
    Case(
        "unicycle wheel a box with a clip in its own units, its middle painted over",
        CIRCUS.doc(
            '<clipPath id="c" clipPathUnits="objectBoundingBox">'
            '<circle cx=".5" cy=".5" r=".5"/></clipPath>',
            wheels=box(75, 350, 170, 170, "#333", 'clip-path="url(#c)"')
            + box(90, 365, 140, 140, "#ffe9c7", 'clip-path="url(#c)"'),
        ),
        vehicle="unicycle",
    ),
    Case(
        "unicycle wheel a ring in a radial gradient with hard stops",
        CIRCUS.doc(
            '<radialGradient id="r"><stop offset=".84" stop-color="#333" stop-opacity="0"/>'
            '<stop offset=".84" stop-color="#333"/></radialGradient>',
            wheels=disc(160, 435, 85, "url(#r)"),
        ),
        vehicle="unicycle",
    ),
    Case(
        "unicycle in a document within the document, placed in per cent",
        doc(
            box(0, 0, 900, 900, "#eef"),
            '<svg x="20%" y="5%" width="60%" height="90%" viewBox="0 0 320 560" '
            f'preserveAspectRatio="xMaxYMid meet">{CIRCUS.all}</svg>',
            size=(900, 900),
        ),
        vehicle="unicycle",
    ),
    Case(
        "unicycle whose wheel comes by a set",
        CIRCUS.doc(
            wheels=group(
                'visibility="hidden"',
                CIRCUS.wheels,
                '<set attributeName="visibility" to="visible" begin="0.5s" fill="freeze"/>',
            ),
        ),
        vehicle="unicycle",
    ),
    Case(
        "unicycle mirrored twice on its way to the canvas, defined after its use",
        doc(
            CIRCUS.back,
            group(
                'transform="translate(0 560) scale(1 -1)"',
                "<use href='#way-up' transform='matrix(1 0 0 -1 0 560)'/>",
            ),
            f"<defs><g id='way-up'>{CIRCUS.ink}</g></defs>",
            size=CIRCUS.size,
        ),
        vehicle="unicycle",
    ),
    Case(
        "capybara on a unicycle far left of a banner",
        doc(
            box(0, 0, 1400, 600, "#dff"),
            group(
                'transform="translate(60 20)"',
                CIRCUS.wheels,
                CIRCUS.frame,
                box(90, 150, 150, 120, "#9a6b3f", 'rx="50"'),
                box(196, 100, 76, 70, "#a5754a", 'rx="18"'),
                line(140, 266, 134, 426, 14, "#85592f"),
                line(180, 266, 190, 446, 14, "#85592f"),
            ),
            size=(1400, 600),
        ),
        vehicle="unicycle",
    ),
)

PARK_CASES = (
    Case("hedgehog on a scooter", PARK.doc(), vehicle="scooter"),
    Case(
        "scooter wheels with places and sizes from a style sheet",
        PARK.doc(
            "<style>.w{cy:414px;r:26px;fill:#222}#a{cx:130px}#b{cx:392px}</style>",
            wheels='<circle id="a" class="w"/><circle id="b" class="w"/>',
        ),
        vehicle="scooter",
        # Open: the renderer does not follow such a style, so the sanitiser takes it from both.
        free=ALL,
    ),
    Case(
        "scooter wheels as round ends of lines without length",
        PARK.doc(
            wheels=path(
                "M130 414h0M392 414h0", 'stroke="#222" stroke-width="52" stroke-linecap="round"'
            ),
        ),
        vehicle="scooter",
    ),
    Case(
        "scooter wheels grown about their own middle by a style",
        PARK.doc(
            "<style>.w{transform-box:fill-box;transform-origin:center;transform:scale(2)}</style>",
            wheels=disc(130, 414, 13, "#222", 'class="w"')
            + disc(392, 414, 13, "#222", 'class="w"'),
        ),
        vehicle="scooter",
        # Open: the renderer knows no fill-box, and turns and grows about the canvas' origin.
        free=ALL,
    ),
    Case(
        "scooter whose rider is one outline without a fill",
        PARK.doc(
            rider=PARK_RIDER.replace(
                'fill="#6b4a2f"', 'fill="none" stroke="#6b4a2f" stroke-width="5"'
            )
        ),
        vehicle="scooter",
    ),
)

RAMP_CASES = (
    Case("capybara on a skateboard", RAMP.doc(), vehicle="skateboard"),
    Case(
        "skateboard with all four wheels in sight",
        RAMP.doc(wheels="".join(disc(x, 316, 17, "#7a3ff0") for x in (230, 270, 450, 490))),
        vehicle="skateboard",
    ),
    Case(
        "skateboard wheels filled with a pattern",
        RAMP.doc(
            '<pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse">'
            '<rect width="6" height="6" fill="#7a3ff0"/><path d="M0 0L6 6" stroke="#fff"/>'
            "</pattern>",
            wheels=disc(250, 316, 19, "url(#p)") + disc(470, 316, 19, "url(#p)"),
        ),
        vehicle="skateboard",
    ),
    Case(
        "skateboard scene small in a corner of a large empty sheet",
        doc(
            box(0, 0, 1440, 900, "#fafafa"),
            group('transform="translate(40 420) scale(.75)"', RAMP.ink),
            size=(1440, 900),
        ),
        vehicle="skateboard",
    ),
    Case(
        "skateboard wheels as corner radii of boxes, deck a polygon",
        RAMP.doc(
            wheels=box(231, 297, 38, 38, "#222", 'rx="50%"')
            + box(451, 297, 38, 38, "#222", 'rx="19"'),
            frame='<polygon points="160,268 200,285 520,285 560,268 520,298 200,298" fill="#c33"/>',
        ),
        vehicle="skateboard",
    ),
)

THIRD_RIGHT_VEHICLES = (*DUSK_CASES, *CIRCUS_CASES, *PARK_CASES, *RAMP_CASES)
