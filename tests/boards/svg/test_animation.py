"""What animated drawings come to show."""

from __future__ import annotations

import pytest
from lxml import etree

from boards.catalogue import get_task
from boards.svg.animation import is_animated, settled, still
from boards.svg.gate import gate
from boards.svg.measure import measure
from boards.svg.pictures import picture_png
from boards.svg.raster import rasterise
from tests.boards.svg.structure_cases.case import BICYCLE, PELICAN, doc

TASK = get_task("pelican_bicycle")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
FADE = "@keyframes in{from{opacity:0}to{opacity:1}}"


def parsed(inside):
    return etree.fromstring(SVG.format(inside))


def painted(root):
    return int((rasterise(etree.tostring(root, encoding="unicode"), 50, 50)[..., 3] > 128).sum())


DISC = '<circle cx="50" cy="50" r="40"/>'
PULSE = "@keyframes p{0%,30%{opacity:0}100%{opacity:1}}"
BLINK = "@keyframes b{50%{opacity:0}}"
HIDE = "@keyframes o{to{visibility:hidden}}"
ENDLESS = 'repeatCount="indefinite"'
TRANSFORM = '<animateTransform attributeName="transform" type="scale" to="1"/>'
RESOLVED = [
    f'<g opacity="0"><animate attributeName="opacity" from="0" to="1" fill="freeze"/>{DISC}</g>',
    f'<g opacity="0"><animate attributeName="opacity" values="0;1;0" repeatCount="2"/>{DISC}</g>',
    f'<g style="opacity:0"><animate attributeName="opacity" values="0; 1"/>{DISC}</g>',
    f'<g visibility="hidden"><set attributeName="visibility" to="visible"/>{DISC}</g>',
    f'<g display="none"><set attributeName="display" to="inline"/>{DISC}</g>',
    f'<g transform="scale(0)">{TRANSFORM}{DISC}</g>',
    f'<g id="a" opacity="0">{DISC}</g><animate href="#a" attributeName="opacity" to="1"/>',
    f"<style>{FADE}g{{opacity:0;animation:in 1s forwards}}</style><g>{DISC}</g>",
    f"<style>{FADE}.a{{animation-name:in}}</style><g class='a' style='opacity:0'>{DISC}</g>",
    f"<style>{FADE}</style><g style='opacity:0;animation:in 1s'>{DISC}</g>",
    f"<style>{PULSE}g{{opacity:0;animation:p 1s}}</style><g>{DISC}</g>",
]


@pytest.mark.parametrize("inside", RESOLVED)
def test_declared_ends_are_put_in(inside):
    root = parsed(inside)
    assert is_animated(root)
    assert painted(root) == 0

    frozen, complete = still(root)

    assert complete
    assert painted(frozen) > 500
    assert not is_animated(frozen)
    assert is_animated(root), "the tree that was passed in stays as it was"


@pytest.mark.parametrize(
    "inside",
    [
        '<g transform="translate(-900 0)"><animateMotion path="M0 0L900 0"/><circle r="9"/></g>',
        '<circle r="0"><animate attributeName="r" by="9"/></circle>',
        '<animate href="#nothing" attributeName="opacity" to="1"/>',
        '<g style="opacity:0;animation:elsewhere 1s"><circle r="9"/></g>',
    ],
)
def test_what_has_no_end_is_said_to_have_none(inside):
    _, complete = still(parsed(inside))

    assert not complete


@pytest.mark.parametrize(
    ("inside", "codes", "empty"),
    [
        (RESOLVED[0], (), True),
        ('<g transform="scale(0)"><animateMotion path="M0 0L9 0"/><circle r="9"/></g>', (), True),
        ('<g opacity="0"><animate attributeName="opacity" to="0"/><circle r="9"/></g>',
         ("blank",), True),
        ('<circle cx="50" cy="50" r="40"><animate attributeName="r" to="0"/></circle>', (), False),
    ],
)  # fmt: skip
def test_an_animated_drawing_is_blank_only_when_it_stays_so(inside, codes, empty):
    found = measure(SVG.format(inside), TASK)

    assert gate(found.measurements, "board", TASK).codes == codes
    assert found.flags == ("animated",)
    assert found.measurements.starts_empty is empty


def test_a_drawing_that_stands_still_is_not_animated():
    assert not is_animated(parsed("<style>g{fill:red}</style><g/>"))


@pytest.mark.parametrize(
    "inside",
    [
        f'<g opacity="0"><animate attributeName="opacity" to="1" fill="freeze"/>{DISC}</g>',
        f'<g opacity="0"><animate attributeName="opacity" values="0;1;0" {ENDLESS}/>{DISC}</g>',
        f'<g display="none"><set attributeName="display" to="inline" begin="2s"/>{DISC}</g>',
        f"<style>{FADE}g{{opacity:0;animation:in 1s forwards}}</style><g>{DISC}</g>",
        f"<style>{PULSE}g{{opacity:0;animation:p 1s infinite}}</style><g>{DISC}</g>",
    ],
)
def test_what_appears_for_good_is_there(inside):
    root = parsed(inside)
    assert painted(root) == 0

    shown = settled(root)

    assert shown is not None
    assert painted(shown) > 500
    assert painted(root) == 0, "the tree that was passed in stays as it was"


@pytest.mark.parametrize(
    "inside",
    [
        f'<g><set attributeName="display" to="none"/>{DISC}</g>',
        f'<g><animate attributeName="opacity" values="0;0" {ENDLESS}/>{DISC}</g>',
        f"<style>{HIDE}g{{animation:o 1s both}}</style><g>{DISC}</g>",
    ],
)
def test_what_disappears_for_good_is_gone(inside):
    shown = settled(parsed(inside))

    assert shown is not None
    assert painted(shown) == 0


@pytest.mark.parametrize(
    "inside",
    [
        f'<g><animate attributeName="opacity" values="1;0;1" {ENDLESS}/>{DISC}</g>',
        f'<g><animate attributeName="opacity" to="0" fill="freeze"/>{DISC}</g>',
        f'<g><set attributeName="display" to="none" begin="click"/>{DISC}</g>',
        f'<g><set attributeName="display" to="none" dur="1s"/>{DISC}</g>',
        f'<g opacity="0"><animate attributeName="opacity" from="0" to="1" dur="1s"/>{DISC}</g>',
        f"<style>{BLINK}g{{animation:b 1s infinite}}</style><g>{DISC}</g>",
        f"<style>{FADE}g{{animation:in 1s forwards}}</style><g>{DISC}</g>",
        f'<g><animateTransform attributeName="transform" type="scale" to="0"/>{DISC}</g>',
    ],
)
def test_what_blinks_waits_or_moves_stays_as_it_is(inside):
    assert settled(parsed(inside)) is None


def test_structure_and_picture_have_what_appears_for_good():
    hidden = '<g opacity="0">{}<animate attributeName="opacity" to="1" fill="freeze"/></g>'
    still_one = doc(BICYCLE, PELICAN)
    moving = doc(BICYCLE, hidden.format(PELICAN))

    found = measure(moving, TASK)

    assert found.structure is not None
    assert all(check["passed"] for check in found.structure["checks"].values())
    assert picture_png(moving, 64) == picture_png(still_one, 64)
