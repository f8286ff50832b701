"""Rounds on the map, and which of them are wheels."""

from __future__ import annotations

import math

import numpy as np
import pytest

from boards.svg.circles import fit_circles
from boards.svg.identity import Identity
from boards.svg.rims import Round
from boards.svg.rounds import find_embedded_rounds, find_rounds, merge_concentric
from boards.svg.scene import Scene, build_scene
from boards.svg.wheels import find_wheels
from pelican.rules import RULES
from tests.boards.svg.drawings import BY_NAME, parse, picture_of
from tests.boards.svg.structure_cases.case import (
    BICYCLE,
    GRASS,
    PELICAN,
    SKY,
    box,
    disc,
    doc,
    egg,
    group,
    line,
    path,
    ring,
)


def scene_of(svg: str) -> Scene:
    root, view = parse(svg)
    identity = Identity(root, view)
    labels = identity.labels(RULES.render.identity_pixels)
    return build_scene(identity, labels, picture_of(root, view), view)


def rounds(svg: str) -> list[tuple[float, float, float]]:
    """Centres and radii in root units, the largest first."""
    scene = scene_of(svg)
    return [(*scene.to_root(one.cx, one.cy), one.r / scene.scale) for one in find_rounds(scene)]


ROUND = {
    "disc": disc(200, 150, 60),
    "ring": ring(200, 150, 57),
    "thin ring": ring(200, 150, 59.5, 1),
    "ellipse, nearly round": egg(200, 150, 63, 57),
    "half of it hidden": disc(200, 150, 60) + box(200, 0, 200, 300, "#444"),
    "behind bars": disc(200, 150, 60) + "".join(line(x, 0, x, 300, 8) for x in range(150, 260, 24)),
    "a hole in it": ring(200, 150, 50, 20),
    "light on light": disc(200, 150, 60, "#f2f2f2"),
    "on a sky": SKY + disc(200, 150, 60, "#9cf"),
    "half off the canvas": group('transform="translate(-200 0)"', disc(200, 150, 60)),
}


@pytest.mark.parametrize("way", ROUND)
def test_round(way: str):
    found = rounds(doc(ROUND[way]))
    assert found
    cx, cy, r = found[0]
    expected = 0 if "off the canvas" in way else 200
    assert (cx, cy, r) == pytest.approx((expected, 150, 60), abs=4)


NOT_ROUND = {
    "square": box(140, 90, 120, 120, "#222"),
    "outline of a square": box(140, 90, 120, 120, "none", 'stroke="#222"'),
    "triangle": path("M140 210L200 90L260 210Z", 'fill="#222"'),
    "egg": egg(200, 150, 70, 50),
    "half a disc": path("M140 150A60 60 0 0 1 260 150Z", 'fill="#222"'),
    "three quarters of a ring": path(
        "M260 150A60 60 0 1 1 200 90", 'fill="none" stroke="#222" stroke-width="6"'
    ),
    "star": path(
        "M" + "L".join(
            f"{200 + r * math.cos(i * math.pi / 5):.1f} {150 + r * math.sin(i * math.pi / 5):.1f}"
            for i, r in enumerate((60, 25) * 5)
        ) + "Z",
        'fill="#222"',
    ),
    "white on white": disc(200, 150, 60, "#fff"),
    "a letter": '<text x="150" y="200" font-size="150">O</text>',
    "sky": disc(200, 150, 400, "#bdf"),
    "a few units": disc(200, 150, 1.5),
}  # fmt: skip


@pytest.mark.parametrize("way", NOT_ROUND)
def test_not_round(way: str):
    assert rounds(doc(NOT_ROUND[way])) == []


def test_rim_and_frame_in_one_leaf_are_taken_apart():
    svg = doc(
        path(
            "M59 232a49 49 0 1 0 98 0a49 49 0 1 0 -98 0M241 232a49 49 0 1 0 98 0a49 49 0 1 0 -98 0"
            "M108 232L290 232L200 150Z",
            'fill="none" stroke="#222" stroke-width="6"',
        )
    )
    scene = scene_of(svg)
    assert find_rounds(scene) == []
    found = sorted(scene.to_root(one.cx, one.cy)[0] for one in find_embedded_rounds(scene, []))
    assert found == pytest.approx([108, 290], abs=3)


def a_round(cx: float, cy: float, r: float) -> Round:
    return Round(cx, cy, r, frozenset((0,)), 1.0, 0.0, 1.0)


def test_concentric_rounds_are_the_largest():
    tyre, hub, other = a_round(50, 50, 20), a_round(51, 50, 5), a_round(90, 50, 19)
    assert merge_concentric([hub, other, tyre]) == [tyre, other]


WHEELS = {
    "plain": doc(BICYCLE, PELICAN),
    "over pebbles": doc(BICYCLE, PELICAN, *(disc(x, 284, 10, "#888") for x in (40, 200, 360))),
    "under a bigger rider": doc(BICYCLE, disc(190, 90, 80, "#e0a040")),
    "under eyes": doc(
        BICYCLE, egg(185, 105, 80, 56), disc(160, 90, 24, "#fff"), disc(210, 90, 24, "#fff")
    ),
    "on grass, under a sun": doc(SKY, GRASS, disc(60, 50, 45, "#fd3"), BICYCLE, PELICAN),
    "beside a chainring": doc(BICYCLE, ring(190, 232, 27, 3), PELICAN),
    "with a trailing ball": doc(BICYCLE, PELICAN, disc(20, 270, 18, "#c33")),
}  # fmt: skip


@pytest.mark.parametrize("way", WHEELS)
def test_the_wheels_are_the_bicycle_s(way: str):
    scene = scene_of(WHEELS[way])
    row = find_wheels(scene, BY_NAME["bicycle"])
    hubs = [scene.to_root(wheel.cx, wheel.cy) for wheel in row.wheels]
    assert hubs == [pytest.approx((110, 232), abs=3), pytest.approx((290, 232), abs=3)]


def test_no_wheels_among_eyes_alone():
    svg = doc(egg(200, 160, 90, 70), disc(170, 130, 20, "#fff"), disc(230, 130, 20, "#fff"))
    assert find_wheels(scene_of(svg), BY_NAME["bicycle"]).wheels == ()


def test_fit_of_points_on_a_circle_with_one_far_off():
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    x = np.append(10 + 50 * np.cos(angles), 75)[None]
    y = np.append(20 + 50 * np.sin(angles), 20)[None]
    cx, cy, r = fit_circles(x, y, np.ones_like(x, bool))
    assert (cx[0], cy[0], r[0]) == pytest.approx((10, 20, 50), abs=0.5)


def test_fit_of_points_on_a_line_has_no_circle():
    x = np.arange(6.0)[None]
    circles = fit_circles(x, 2 * x, np.ones_like(x, bool))
    assert circles.r[0] == 0
