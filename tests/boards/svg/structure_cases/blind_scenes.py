"""Scenes that the blind cases vary."""

from __future__ import annotations

from tests.boards.svg.structure_cases.case import box, disc, egg, path, ring

# A city bicycle on a tall canvas, in one colour per thing, wheels of 70.
CITY = (
    ring(130, 420, 66, 8, "#444")
    + ring(370, 420, 66, 8, "#444")
    + path("M130 420L220 320L340 320L240 420Z", 'fill="none" stroke="#17a" stroke-width="9"')
    + path(
        "M340 320L330 280M310 282L352 272M370 420L340 320M220 320L210 300M185 298L240 298",
        'fill="none" stroke="#17a" stroke-width="9" stroke-linecap="round"',
    )
)
FLAMINGO = (
    egg(225, 215, 70, 42, "#f7a")
    + path("M280 200C330 170 250 120 300 90", 'fill="none" stroke="#f7a" stroke-width="14"')
    + disc(302, 84, 16, "#f7a")
    + path("M315 82L340 92L318 95Z", 'fill="#333"')
    + path(
        "M215 255L235 340L225 430M240 255L250 350L245 425",
        'fill="none" stroke="#e58" stroke-width="4"',
    )
)
TALL = (500, 520)
# A child's tricycle turned scooter: deck, stem, wheels of 22.
KICK = (
    disc(90, 350, 22, "#222")
    + disc(90, 350, 9, "#ccc")
    + disc(330, 350, 22, "#222")
    + disc(330, 350, 9, "#ccc")
    + path(
        "M90 340H270L318 350M325 340L290 150M265 155L318 140",
        'fill="none" stroke="#0a7" stroke-width="10" stroke-linejoin="round"',
    )
)
CAPYBARA = (
    path("M110 230Q110 170 190 170Q260 170 260 240Q260 300 190 300Q110 300 110 230Z", 'fill="#975"')
    + path("M215 190Q220 130 285 130Q300 130 300 160Q300 200 250 205Z", 'fill="#975"')
    + disc(270, 148, 5)
    + box(140, 285, 22, 50, "#864")
    + box(205, 285, 22, 50, "#864")
)
OCTOPUS = path(
    "M150 170A70 70 0 1 1 290 170Q290 215 260 235Q240 250 220 235Q200 250 180 235Q150 215 150 170Z",
    'fill="#94c"',
) + "".join(
    path(
        f"M{170 + 25 * i} 232q{-14 + 9 * i} 26 {-4 + 2 * i} 52",
        'fill="none" stroke="#94c" stroke-width="13" stroke-linecap="round"',
    )
    for i in range(5)
)
