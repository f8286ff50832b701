"""The third blind set's right bicycles: legal spellings of what a person sees as a ride."""

from __future__ import annotations

from tests.boards.svg.structure_cases.blind_third_scenes import (
    CITY,
    CITY_BODY,
    CITY_LEG,
    ICON,
    PAPER,
    PAPER_FRAME,
    PAPER_RIDER,
    PLAN,
    PLAN_FRAME,
    PLAN_RIDER,
    city_wheel,
    donut,
    star,
)
from tests.boards.svg.structure_cases.case import Case, box, doc, egg, group, path

SVG = "http://www.w3.org/2000/svg"

CITY_CASES = (
    Case("town bicycle as it is", CITY.doc()),
    Case(
        "town bicycle as the second choice of a switch",
        doc(
            "<switch>",
            group('systemLanguage="tlh"', box(0, 0, 640, 480, "#000")),
            group("", CITY.all),
            "</switch>",
            size=CITY.size,
        ),
    ),
    Case(
        "town bicycle turned round by a negative scale",
        doc(CITY.back, group('transform="translate(640) scale(-1 1)"', CITY.ink), size=CITY.size),
    ),
    Case(
        "town bicycle far from the origin",
        doc(
            group('transform="translate(-90000 41000)"', CITY.all),
            root='viewBox="-90000 41000 640 480"',
        ),
    ),
    Case(
        "town bicycle as a symbol with a viewBox, used at half the size",
        doc(
            f'<symbol id="scene" viewBox="0 0 640 480">{CITY.all}</symbol>',
            '<use href="#scene" x="10%" y="60" width="320" height="240"/>',
            size=(400, 360),
        ),
    ),
    Case(
        "town bicycle painted by custom properties",
        CITY.doc(
            "<style>:root{--tyre:#222;--steel:#0a7d78;--down:#f4efe4}"
            ".t{fill:none;stroke:var(--tyre)}.s{fill:none;stroke:var(--steel)}"
            ".d{fill:var(--down,#fff)}</style>",
            wheels="".join(
                f'<circle class="t" cx="{x}" cy="360" r="80" stroke-width="11"/>'
                for x in (180, 450)
            ),
            frame=path(
                "M180 360L300 372L412 262L250 250L180 360M250 250L300 372M400 232L450 360"
                "M400 232L364 216M228 232H280",
                'class="s" stroke-width="10"',
            ),
            rider='<ellipse class="d" cx="250" cy="180" rx="62" ry="48"/>'
            '<circle class="d" cx="330" cy="110" r="24"/>'
            '<path class="d" d="M285 170L318 110L340 125L306 190Z"/>'
            + path("M345 100L430 122L346 122Z", 'fill="#e80"'),
        ),
    ),
    Case(
        "town bicycle with turning wheels and a rider that bobs",
        CITY.doc(
            wheels="".join(
                group(
                    f'transform="translate({x} 0)"',
                    group(
                        "",
                        city_wheel(0),
                        '<animateTransform attributeName="transform" type="rotate" '
                        'from="0 0 360" to="360 0 360" dur="2s" repeatCount="indefinite"/>',
                    ),
                )
                for x in (180, 450)
            ),
            rider=group(
                "",
                CITY.rider,
                '<animateTransform attributeName="transform" type="translate" '
                'values="0 0;0 -5;0 0" dur="1s" repeatCount="indefinite"/>',
            ),
        ),
    ),
    Case(
        "town bicycle whose rider fades in and stays",
        CITY.doc(
            rider=group(
                'opacity="0"',
                CITY.rider,
                '<animate attributeName="opacity" from="0" to="1" dur="1s" fill="freeze"/>',
            ),
        ),
    ),
    Case(
        "town bicycle with a soft shadow by a filter",
        CITY.doc(
            '<filter id="soft"><feDropShadow dx="4" dy="6" stdDeviation="3"/></filter>',
            wheels=group('filter="url(#soft)"', CITY.ink),
            frame="",
            rider="",
        ),
    ),
    Case(
        "town bicycle leaning by a skew",
        doc(CITY.back, group('transform="translate(50) skewX(-8)"', CITY.ink), size=CITY.size),
    ),
    Case(
        "town bicycle in a document whose names have a prefix",
        f'<s:svg xmlns:s="{SVG}" viewBox="0 0 640 480">'
        + CITY.all.replace("</", "\0").replace("<", "<s:").replace("\0", "</s:")
        + "</s:svg>",
    ),
    Case(
        "town bicycle, front wheel a use of a use",
        CITY.doc(
            wheels=f'<g id="rear">{city_wheel(180)}</g>'
            '<defs><use id="again" href="#rear" x="100"/></defs>'
            '<use xlink:href="#again" transform="translate(170 0)"/>',
        ),
    ),
    Case(
        "town bicycle's rider painted before the bicycle",
        CITY.doc(wheels=CITY_BODY + CITY.wheels, rider=CITY_LEG),
    ),
    Case(
        "town bicycle placed by motion along a path",
        CITY.doc(
            wheels=group(
                "",
                CITY.ink,
                '<animateMotion path="M-6 0H6" dur="3s" repeatCount="indefinite"/>',
            ),
            frame="",
            rider="",
        ),
    ),
)

PLAN_CASES = (
    Case("drawing in white lines on blue", PLAN.doc()),
    Case(
        "white lines, tyres dashed by a path length",
        PLAN.doc(
            wheels="".join(
                f'<circle cx="{x}" cy="500" r="120" pathLength="60" stroke-dasharray="1.4 .6" '
                'fill="none" stroke="#fff" stroke-width="9"/>'
                for x in (290, 710)
            ),
        ),
    ),
    Case(
        "white lines of one width on the screen, whatever the scale",
        f'<svg xmlns="{SVG}" width="1000" height="700" viewBox="0 0 100 70">'
        + box(0, 0, 100, 70, "#0b3d91")
        + group(
            'fill="none" stroke="#fff"',
            "".join(
                f'<circle cx="{x}" cy="50" r="12" stroke-width="5" '
                'vector-effect="non-scaling-stroke"/>'
                for x in (29, 71)
            )
            + f'<path transform="scale(.1)" d="{PLAN_FRAME}{PLAN_RIDER}" stroke-width="5" '
            'style="vector-effect:non-scaling-stroke"/>',
        )
        + "</svg>",
    ),
    Case(
        "lines in the current colour of the root",
        doc(
            "".join(f'<circle cx="{x}" cy="500" r="120"/>' for x in (290, 710)),
            f'<path d="{PLAN_FRAME}"/><path d="{PLAN_RIDER}"/>',
            root='viewBox="0 0 1000 700" color="#134" stroke="currentColor" fill="none" '
            'stroke-width="6" stroke-linecap="round"',
        ),
    ),
    Case(
        "white lines, the make written along the rims",
        PLAN.doc(
            wheels=PLAN.wheels
            + "".join(
                f'<path id="rim{x}" d="M{x - 90} 500a90 90 0 0 1 180 0" fill="none"/>'
                f'<text font-size="14" fill="#fff"><textPath href="#rim{x}" startOffset="20%">'
                "ROLLWELL 28</textPath></text>"
                for x in (290, 710)
            ),
        ),
    ),
)

OTHER_CASES = (
    Case("icon of a bicycle", ICON.doc()),
    Case(
        "icon of a bicycle in inches",
        doc(ICON.all, root='width="1in" height="1in" viewBox="0 0 64 64"'),
    ),
    Case("bicycle cut from paper", PAPER.doc()),
    Case(
        "bicycle cut from paper, wheels boxes behind a mask",
        PAPER.doc(
            '<mask id="m"><circle cx="364" cy="640" r="132" fill="#fff"/>'
            '<circle cx="364" cy="640" r="106"/><circle cx="840" cy="640" r="132" fill="#fff"/>'
            '<circle cx="840" cy="640" r="106"/></mask>',
            wheels=group('mask="url(#m)"', box(200, 480, 800, 320, "#27323f")),
        ),
    ),
    Case(
        "bicycle cut from paper, tyres with twenty-four corners",
        PAPER.doc(
            wheels="".join(
                f'<polygon points="{star(x, 640, 132, 132, 12)}" fill="#27323f"/>'
                f'<polygon points="{star(x, 640, 104, 104, 12)}" fill="#f3e7d3"/>'
                for x in (364, 840)
            ),
        ),
    ),
    Case(
        "bicycle cut from paper, all in one colour by inheritance",
        doc(
            group(
                'fill="#222" fill-rule="nonzero"',
                f'<path d="{donut(364, 640, 132, 106)}{donut(840, 640, 132, 106)}"/>',
                f'<path d="{PAPER_FRAME}"/><path d="{PAPER_RIDER}"/>',
            ),
            size=PAPER.size,
        ),
    ),
    Case(
        "bicycle cut from paper, seen through a window",
        PAPER.doc(
            '<clipPath id="oval"><ellipse cx="600" cy="470" rx="560" ry="420"/></clipPath>',
            wheels=group('clip-path="url(#oval)"', PAPER.ink),
            frame="",
            rider="",
        ),
    ),
    Case(
        "octopus' arms over the handlebars of an icon's bicycle",
        ICON.doc(
            rider=egg(28, 20, 9, 11, "#7b2d8b")
            + path(
                "M24 30C20 36 22 42 28 46M30 30C34 36 30 42 30 47M34 28C38 32 38 28 38 29"
                "M22 28C14 32 12 26 10 28",
                'fill="none" stroke="#7b2d8b" stroke-width="2.6" stroke-linecap="round"',
            )
        ),
    ),
)

THIRD_RIGHT_BICYCLES = (*CITY_CASES, *PLAN_CASES, *OTHER_CASES)
