"""Whole correct drawings, drawn by any pen: each must pass every check of its vehicle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.boards.svg.structure_cases.pen import INK, Pen

SKY = '<rect data-scenery="" width="{w}" height="{h}" fill="#bfe3ff"/>'
GROUND = '<rect data-scenery="" y="{y}" width="{w}" height="{h}" fill="#7cb860"/>'
SUN = '<circle data-scenery="" cx="350" cy="50" r="30" fill="#ffd23f"/>'
CLOUD = (
    '<g data-scenery="" fill="white"><circle cx="60" cy="50" r="18"/>'
    '<circle cx="85" cy="45" r="22"/><circle cx="110" cy="52" r="16"/></g>'
)


def bicycle(pen: Pen, x: float = 0, y: float = 0, k: float = 1) -> None:
    """A bicycle with a rider in a 400 × 300 box, moved and scaled."""

    def at(px: float, py: float) -> tuple[float, float]:
        return x + px * k, y + py * k

    for hub in (110, 290):
        pen.ring(*at(hub, 232), 52 * k, 7 * k)
        pen.spokes(*at(hub, 232), 45 * k)
    pen.tube([at(110, 232), at(170, 160), at(260, 160), at(290, 232)], 6 * k)
    pen.tube([at(170, 160), at(195, 232), at(110, 232)], 6 * k)
    pen.tube([at(195, 232), at(260, 160)], 6 * k)
    pen.tube([at(260, 160), at(252, 135), at(275, 128)], 5 * k)
    pen.tube([at(155, 156), at(188, 156)], 8 * k)
    pen.body(*at(185, 112), 55 * k, 38 * k)
    pen.body(*at(245, 70), 22 * k, 18 * k)
    pen.tube([at(220, 95), at(240, 75)], 16 * k, "#e8b04a")
    pen.shape([at(262, 62), at(320, 78), at(260, 82)], "#f08030")
    pen.tube([at(185, 148), at(205, 195), at(198, 236)], 5 * k, "#f08030")


def bicycle_plain(pen: Pen) -> None:
    bicycle(pen)


def bicycle_in_landscape(pen: Pen) -> None:
    pen.scenery(SKY.format(w=400, h=300))
    pen.scenery(GROUND.format(y=270, w=400, h=30))
    pen.scenery(SUN)
    pen.scenery(CLOUD)
    bicycle(pen)


def bicycle_small(pen: Pen) -> None:
    """At 40 % of the canvas."""
    bicycle(pen, 140, 100, 0.4)


def bicycle_on_banner(pen: Pen) -> None:
    bicycle(pen, 400, 0, 1)


def tandem(pen: Pen) -> None:
    for hub in (80, 420):
        pen.ring(hub, 230, 50, 7)
        pen.spokes(hub, 230, 43)
    pen.tube([(80, 230), (140, 160), (370, 160), (420, 230)], 6)
    pen.tube([(140, 160), (165, 232), (80, 230)], 6)
    pen.tube([(165, 232), (300, 232), (370, 160)], 6)
    pen.tube([(255, 160), (300, 232)], 6)
    pen.tube([(125, 155), (158, 155)], 8)
    pen.tube([(240, 155), (273, 155)], 8)
    pen.tube([(370, 160), (362, 130), (385, 124)], 5)
    pen.body(155, 110, 55, 40)
    pen.body(205, 68, 20, 18)
    pen.body(275, 112, 50, 38)
    pen.body(325, 72, 19, 17)


def scooter(pen: Pen) -> None:
    for hub in (110, 280):
        pen.ring(hub, 270, 17, 6)
    pen.tube([(95, 252), (250, 252), (280, 270)], 8)
    pen.tube([(280, 268), (255, 110)], 7)
    pen.tube([(235, 112), (275, 106)], 6)
    pen.body(180, 160, 38, 60)
    pen.body(190, 85, 26, 24)
    pen.tube([(168, 215), (166, 248)], 9, "#e8b04a")
    pen.tube([(195, 215), (200, 248)], 9, "#e8b04a")
    pen.tube([(205, 140), (245, 115)], 9, "#e8b04a")


def skateboard(pen: Pen) -> None:
    for hub in (140, 270):
        pen.disc(hub, 270, 10)
    pen.tube([(95, 244), (115, 256), (295, 256), (315, 244)], 8)
    pen.body(205, 180, 62, 58)
    pen.body(255, 150, 28, 24)
    pen.tube([(185, 230), (183, 254)], 12, "#e8b04a")
    pen.tube([(225, 230), (228, 254)], 12, "#e8b04a")


def skateboard_tiny_wheels(pen: Pen) -> None:
    """Wheels of five units on a canvas of 400."""
    for hub in (150, 250):
        pen.disc(hub, 275, 5)
    pen.tube([(125, 266), (275, 266)], 7)
    pen.body(200, 210, 50, 46)
    pen.body(235, 160, 24, 22)
    pen.tube([(188, 250), (186, 266)], 10, "#e8b04a")
    pen.tube([(212, 250), (214, 266)], 10, "#e8b04a")


def unicycle(pen: Pen) -> None:
    pen.ring(200, 300, 60, 8)
    pen.spokes(200, 300, 52)
    pen.tube([(200, 300), (200, 200)], 7)
    pen.tube([(178, 196), (222, 196)], 10)
    pen.tube([(185, 318), (215, 282)], 6, INK)
    pen.body(200, 140, 50, 55)
    pen.body(210, 65, 28, 26)
    pen.tube([(185, 185), (190, 250), (214, 284)], 7, "#e8b04a")


@dataclass(frozen=True)
class SceneCase:
    """A drawing function, the vehicle that it shows and the canvas."""

    draw: Callable[[Pen], None]
    vehicle: str
    width: float = 400
    height: float = 300


SCENES: dict[str, SceneCase] = {
    "bicycle": SceneCase(bicycle_plain, "bicycle"),
    "bicycle in a landscape": SceneCase(bicycle_in_landscape, "bicycle"),
    "bicycle at 40 %": SceneCase(bicycle_small, "bicycle"),
    "bicycle on a banner": SceneCase(bicycle_on_banner, "bicycle", 1200),
    "tandem": SceneCase(tandem, "tandem bicycle", 500),
    "scooter": SceneCase(scooter, "scooter"),
    "skateboard": SceneCase(skateboard, "skateboard"),
    "skateboard with tiny wheels": SceneCase(skateboard_tiny_wheels, "skateboard"),
    "unicycle": SceneCase(unicycle, "unicycle", 400, 380),
}
"""Every scene by name."""
