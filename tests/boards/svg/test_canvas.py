"""The canvas of drawings that declare none."""

from __future__ import annotations

import pytest
from lxml import etree

from boards.svg.canvas import settle_view
from boards.svg.view import View, declared_view


def root(inside, attributes=""):
    return etree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg"{attributes}>{inside}</svg>')


@pytest.mark.parametrize(
    ("inside", "box"),
    [
        ('<rect x="100" y="200" width="300" height="150"/>', (100, 200, 300, 150)),
        ('<rect x="-500" y="-20" width="40" height="30"/>', (-500, -20, 40, 30)),
        ('<rect x="9000" y="0" width="6000" height="3000"/>', (9000, 0, 6000, 3000)),
        ('<rect x="1" y="2" width="3" height="4"/>', (1, 2, 3, 4)),
        ('<circle cx="50" cy="50" r="40" stroke="red" stroke-width="20"/>', (0, 0, 100, 100)),
        (
            '<rect width="100%" height="100%"/><rect x="40" y="50" width="60" height="70"/>',
            (40, 50, 60, 70),
        ),
    ],
)
def test_the_content_sets_the_canvas(inside, box):
    tree = root(inside)

    view, given = settle_view(tree)

    assert given
    for found, wanted in zip((view.x, view.y, view.width, view.height), box, strict=True):
        assert found == pytest.approx(wanted, abs=max(box[2:]) * 0.02)
    declared = declared_view(tree)
    assert declared is not None
    assert declared.width == pytest.approx(view.width, rel=1e-4)


@pytest.mark.parametrize(
    "inside", ["", '<rect width="100%" height="100%"/>', '<rect width="1e8" height="1e8"/>']
)
def test_without_bounds_the_canvas_is_that_of_an_image_without_size(inside):
    assert settle_view(root(inside)) == (View(0, 0, 300, 150), True)


@pytest.mark.parametrize(
    "attributes", [' viewBox="0 0 9 9"', ' width="5" height="5"', ' viewBox="0 0 0 0"']
)
def test_a_declared_canvas_stays(attributes):
    tree = root('<rect width="99" height="99"/>', attributes)
    before = etree.tostring(tree)

    _, given = settle_view(tree)

    assert not given
    assert etree.tostring(tree) == before
