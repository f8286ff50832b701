"""Eight scenes of the third blind set, each cut into backdrop, wheels, frame and rider."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from tests.boards.svg.structure_cases.case import box, disc, doc, egg, group, line, path, ring


@dataclass(frozen=True)
class Scene:
    """A drawing in four layers, painted in this order; ``size`` is the viewBox' width, height."""

    size: tuple[float, float]
    back: str
    wheels: str
    frame: str
    rider: str

    @property
    def ink(self) -> str:
        """The vehicle and its rider without the backdrop."""
        return self.wheels + self.frame + self.rider

    @property
    def all(self) -> str:
        return self.back + self.ink

    def doc(self, defs: str = "", **layers: str) -> str:
        """The document, with some layers replaced."""
        changed = replace(self, **layers) if layers else self  # type: ignore[arg-type]  # no size
        return doc(defs, changed.all, size=self.size)


def donut(cx: float, cy: float, outer: float, inner: float) -> str:
    """Path data of a ring whose hole turns the other way round, so that any fill rule keeps it."""
    return (
        f"M{cx - outer} {cy}a{outer} {outer} 0 1 0 {2 * outer} 0a{outer} {outer} 0 1 0 "
        f"{-2 * outer} 0ZM{cx - inner} {cy}a{inner} {inner} 0 1 1 {2 * inner} 0"
        f"a{inner} {inner} 0 1 1 {-2 * inner} 0Z"
    )


def star(cx: float, cy: float, outer: float, inner: float, points: int) -> str:
    """Points of a burst, for spines."""
    turns = [math.pi * k / points for k in range(2 * points)]
    radii = [outer if k % 2 == 0 else inner for k in range(2 * points)]
    return " ".join(
        f"{cx + r * math.cos(t):.1f},{cy + r * math.sin(t):.1f}"
        for r, t in zip(radii, turns, strict=True)
    )


# A town bicycle with a low step, 640 × 480, and a white pelican.
def city_wheel(x: float, y: float = 360, r: float = 80) -> str:
    return group(
        f'class="tyre" transform="translate({x} {y}) scale({r / 80})"',
        path("M0-80A80 80 0 1 1 0 80A80 80 0 1 1 0-80Z",
             'fill="none" stroke="#2b2b2b" stroke-width="11"'),
        path("M-75 0H75M0-75V75M-53-53L53 53M-53 53L53-53", 'stroke="#999" stroke-width="2"'),
        '<circle r="8" fill="#777"/>',
    )  # fmt: skip


CITY_BODY = (
    path(
        "M196 222C178 160 240 120 300 140C340 156 342 200 306 222C270 240 216 244 196 222Z",
        'fill="#f4efe4" stroke="#776" stroke-width="2"',
    )
    + path("M208 196C180 190 160 200 146 214L206 218Z", 'fill="#e6dfcf"')
    + path(
        "M312 160C350 150 330 110 344 84",
        'fill="none" stroke="#f4efe4" stroke-width="22" stroke-linecap="round"',
    )
    + disc(352, 76, 22, "#f4efe4")
    + disc(358, 70, 4, "#222")
    + path("M368 70L452 92L370 88Z", 'fill="#ee8a1d"')
    + path("M370 88C390 124 430 118 450 93Z", 'fill="#ffb84d"')
    + path("M230 180C250 150 300 160 310 190C290 214 250 214 230 180Z", 'fill="#d9d2c0"')
)
CITY_LEG = path("M270 232L296 300L300 372H320", 'fill="none" stroke="#e57a12" stroke-width="7"')
CITY = Scene(
    (640, 480),
    box(0, 0, 640, 480, "#cfe8f5") + box(0, 446, 640, 34, "#b9b2a3"),
    city_wheel(180) + city_wheel(450),
    path(
        "M180 360L300 372M180 360L262 262M300 372L250 236M300 372C340 330 390 300 412 262"
        "M400 232L412 262L450 360M400 232C396 214 380 210 364 216",
        'fill="none" stroke="#0a7d78" stroke-width="10" stroke-linecap="round"',
    )
    + egg(246, 230, 34, 9, "#5b3a21")
    + ring(300, 372, 17, 5, "#555"),
    CITY_BODY + CITY_LEG,
)

# A technical drawing, 1000 × 700: white lines on blue, nothing filled.
PLAN_PAINT = 'fill="none" stroke="#fff" stroke-width="5"'
PLAN_WHEELS = "".join(
    ring(x, 500, 120, 5, "#fff") + ring(x, 500, 108, 2, "#cde") + ring(x, 500, 12, 3, "#fff")
    for x in (290, 710)
)
PLAN_FRAME = (
    "M290 500L470 510L420 330M290 500L430 365L632 345L470 510M628 290L645 385L710 500"
    "M628 290L600 262L570 268M380 328H455"
)
PLAN_RIDER = (
    "M360 300C340 210 450 170 540 200C600 225 590 290 530 315C470 335 380 335 360 300Z"
    "M548 203C600 200 575 150 595 132M585 262C640 220 618 165 634 144"
    "M592 120a28 28 0 1 0 56 0a28 28 0 1 0 -56 0ZM645 105L770 135L643 138Z"
    "M470 325L500 420L470 510"
)
PLAN = Scene(
    (1000, 700),
    box(0, 0, 1000, 700, "#0b3d91")
    + path(
        "".join(f"M0 {y}H1000" for y in range(50, 700, 50)), 'stroke="#164aa3" stroke-width="1"'
    ),
    PLAN_WHEELS,
    path(PLAN_FRAME, PLAN_PAINT),
    path(PLAN_RIDER, PLAN_PAINT),
)


# A tandem at dusk, 960 × 480: two flamingos, all in black before a glow.
def dusk_rider(x: float) -> str:
    return (
        egg(x, 150, 52, 38, "#150d1c")
        + path(f"M{x - 40} 140L{x - 88} 152L{x - 40} 165Z", 'fill="#150d1c"')
        + path(
            f"M{x + 36} 140C{x + 80} 130 {x + 20} 80 {x + 56} 62",
            'fill="none" stroke="#150d1c" stroke-width="11"',
        )
        + path(f"M{x + 46} 52L{x + 74} 56L{x + 86} 84L{x + 70} 72L{x + 50} 72Z", 'fill="#150d1c"')
        + path(
            f"M{x} 180L{x + 40} 250L{x + 22} 335",
            'fill="none" stroke="#150d1c" stroke-width="6"',
        )
    )


DUSK_GLOW = (
    '<linearGradient id="glow" x2="0" y2="1"><stop stop-color="#f7b267"/>'
    '<stop offset="1" stop-color="#f4845f"/></linearGradient>'
)
DUSK_FRAME = (
    "M200 330L330 335L500 335M200 330L304 222L640 215M330 335L300 195M500 335L480 195"
    "M330 335L480 222M500 335L642 226M632 190L648 236L720 330M632 190L600 172L580 176"
    "M492 212L470 168M268 194H330M448 194H510"
)
DUSK = Scene(
    (960, 480),
    f"<defs>{DUSK_GLOW}</defs>" + box(0, 0, 960, 480, "url(#glow)")
    + box(0, 405, 960, 75, "#5b2a3c"),
    path(donut(200, 330, 74, 60), 'fill="#150d1c"')
    + path(donut(720, 330, 74, 60), 'fill="#150d1c"'),
    path(DUSK_FRAME, 'fill="none" stroke="#150d1c" stroke-width="9" stroke-linejoin="round"'),
    dusk_rider(305) + dusk_rider(485),
)  # fmt: skip

# An octopus on a unicycle in a ring, tall: 320 × 560.
CIRCUS_RIDER = (
    path(
        "M160 250C100 250 90 320 60 300M150 255C120 300 90 340 60 360M175 250C230 250 235 310 "
        "265 290M180 255C210 300 240 330 268 345M150 260C130 320 120 380 128 430"
        "M172 260C190 330 200 400 192 452",
        'fill="none" stroke="#a03fa8" stroke-width="15" stroke-linecap="round"',
    )
    + egg(160, 185, 68, 82, "#b84fc0")
    + "".join(disc(x, 190, 14, "#fff") + disc(x + 3, 193, 6, "#222") for x in (136, 186))
    + path("M140 228Q162 246 184 228", 'fill="none" stroke="#5a1a60" stroke-width="4"')
)
CIRCUS = Scene(
    (320, 560),
    box(0, 0, 320, 560, "#ffe9c7") + box(0, 520, 320, 40, "#c9503c"),
    ring(160, 435, 79, 12, "#333")
    + path("M85 435H235M160 360V510M107 382L213 488M107 488L213 382",
           'stroke="#888" stroke-width="2"'),
    line(160, 435, 160, 275, 11, "#1c6ea4")
    + box(124, 266, 72, 14, "#402", 'rx="7"')
    + line(128, 432, 192, 452, 6, "#555")
    + box(112, 426, 28, 8, "#222") + box(180, 448, 28, 8, "#222"),
    CIRCUS_RIDER,
)  # fmt: skip

# A hedgehog on a kick scooter in a park, 512 × 512.
PARK_RIDER = (
    f'<polygon points="{star(222, 290, 84, 64, 18)}" fill="#6b4a2f"/>'
    + egg(272, 282, 40, 34, "#e2c199")
    + path("M300 268L334 284L300 296Z", 'fill="#e2c199"')
    + disc(334, 284, 6, "#222")
    + disc(288, 272, 5, "#222")
    + box(196, 350, 18, 44, "#8a6440")
    + box(240, 350, 18, 44, "#8a6440")
    + path("M262 310Q320 290 344 226", 'fill="none" stroke="#8a6440" stroke-width="11"')
)
PARK_WHEELS = (
    disc(130, 414, 26, "#222")
    + disc(392, 414, 26, "#222")
    + "".join(disc(x, 414, 10, "#ddd") for x in (130, 392))
)
PARK = Scene(
    (512, 512),
    box(0, 0, 512, 512, "#e3f4ff") + box(0, 440, 512, 72, "#8fbf6a"),
    PARK_WHEELS,
    path("M130 414L152 397H350L392 414M392 414L354 218",
         'fill="none" stroke="#d22f2f" stroke-width="11" stroke-linejoin="round"')
    + line(326, 222, 382, 214, 9, "#222"),
    PARK_RIDER,
)  # fmt: skip

# A capybara on a skateboard, wide: 720 × 360.
RAMP_RIDER = (
    box(250, 140, 210, 110, "#9a6b3f", 'rx="52"')
    + box(420, 96, 104, 78, "#a5754a", 'rx="22"')
    + box(500, 118, 34, 48, "#6f4a2a", 'rx="10"')
    + disc(436, 96, 13, "#6f4a2a")
    + disc(476, 120, 5, "#111")
    + box(276, 225, 24, 62, "#85592f")
    + box(410, 225, 24, 62, "#85592f")
)
RAMP_DECK = path(
    "M170 268C190 290 210 291 230 291H490C510 291 530 290 550 268",
    'fill="none" stroke="#e0a028" stroke-width="12" stroke-linecap="round"',
)
RAMP = Scene(
    (720, 360),
    box(0, 0, 720, 360, "#f4f1ea") + box(0, 335, 720, 25, "#9aa3ad"),
    disc(250, 316, 19, "#7a3ff0") + disc(470, 316, 19, "#7a3ff0")
    + disc(250, 316, 7, "#fff") + disc(470, 316, 7, "#fff"),
    RAMP_DECK + box(240, 294, 20, 14, "#777") + box(460, 294, 20, 14, "#777"),
    RAMP_RIDER,
)  # fmt: skip

# A small icon, 64 × 64.
ICON = Scene(
    (64, 64),
    box(0, 0, 64, 64, "#ffd166", 'rx="8"'),
    ring(16, 46, 10.5, 2.4, "#073b4c") + ring(48, 46, 10.5, 2.4, "#073b4c"),
    path("M16 46L25 34H42L30 46ZM25 34L30 46M40 29L48 46M40 29L36 28M22 33H28",
         'fill="none" stroke="#ef476f" stroke-width="2"'),
    egg(28, 24, 11, 8, "#fff")
    + path("M36 21Q40 18 39 13", 'fill="none" stroke="#fff" stroke-width="4"')
    + disc(40, 12, 4, "#fff") + path("M43 10L57 14L43 15Z", 'fill="#f78c2b"'),
)  # fmt: skip

# Cut paper, 1200 × 900: filled paths alone, an axolotl.
PAPER_FRAME = (
    "M354 632L520 650L526 668L352 650ZM356 634L452 470L470 480L376 642ZM430 440L450 432L532 652"
    "L514 660ZM446 468L742 448L744 468L450 488ZM516 646L738 452L752 466L530 666Z"
    "M712 380L730 372L850 634L832 642ZM660 372L724 366L726 384L662 390ZM392 428H500V446H392Z"
)
PAPER_RIDER = (
    "M330 420C330 330 420 290 530 300C600 306 640 330 640 380C600 430 520 440 440 440"
    "C400 440 360 440 330 420ZM330 420C270 420 240 380 210 330C280 350 320 370 360 380Z"
    "M560 330C550 240 610 190 680 195C760 200 800 250 780 310C760 360 700 370 640 362Z"
    "M590 220L520 170L600 196L560 120L622 188L640 110L652 190Z"
    "M560 400L640 410L670 372L690 384L650 432L556 428Z"
    "M470 430L500 540L516 640L540 640L526 536L500 430Z"
)
PAPER = Scene(
    (1200, 900),
    box(0, 0, 1200, 900, "#f3e7d3") + path("M0 775H1200V900H0Z", 'fill="#7fa27a"'),
    path(donut(364, 640, 132, 106), 'fill="#27323f"')
    + path(donut(840, 640, 132, 106), 'fill="#27323f"'),
    path(PAPER_FRAME, 'fill="#c8553d"'),
    path(PAPER_RIDER, 'fill="#f2a7b5"') + disc(700, 260, 10, "#222")
    + path("M640 310Q700 350 770 300Q700 334 640 310Z", 'fill="#8d3f52"'),
)  # fmt: skip
