"""Coordinate systems and picture sizes."""

from __future__ import annotations

import pytest
from lxml import etree

from boards.svg.view import MAX_SIDE, View, declared_view, length_in_pixels, view_box


def root(attributes: str) -> etree._Element:
    return etree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}/>')


@pytest.mark.parametrize(
    ("attributes", "view"),
    [
        ('viewBox="0 0 100 50"', View(0, 0, 100, 50)),
        ('viewBox="-5,-6 , 100 50"', View(-5, -6, 100, 50)),
        ('viewBox="0 0 100 50" width="100%" height="auto"', View(0, 0, 100, 50)),
        ('viewBox="0 0 100 50" width="10"', View(0, 0, 100, 50)),
        ('width="96" height="1in"', View(0, 0, 96, 96)),
        ('width="25.4mm" height="2.54cm"', View(0, 0, 96, 96)),
        ('width="72pt" height="6pc"', View(0, 0, 96, 96)),
        ('viewBox="0 0 100 100" width="200" height="100"', View(-50, 0, 200, 100)),
        (
            'viewBox="0 0 100 100" width="200" height="100" preserveAspectRatio="xMinYMin"',
            View(0, 0, 200, 100),
        ),
        (
            'viewBox="0 0 100 100" width="200" height="100" preserveAspectRatio="xMaxYMid slice"',
            View(0, 25, 100, 50),
        ),
        (
            'viewBox="0 0 100 100" width="200" height="100" preserveAspectRatio="none"',
            View(0, 0, 100, 100, 2),
        ),
        ("", None),
        ('width="100%" height="100%"', None),
        ('width="400"', None),
        ('viewBox="0 0 9"', None),
        ('viewBox="0 0 -9 9"', None),
        ('viewBox="0 0 1e999 9"', None),
    ],
)
def test_what_a_root_declares(attributes, view):
    assert declared_view(root(attributes)) == view


@pytest.mark.parametrize(
    "attributes", ['viewBox="0 0 0 0"', 'viewBox="0 0 9 9" width="0" height="9"', 'width="-5"']
)
def test_a_side_of_zero_shows_nothing(attributes):
    view = declared_view(root(attributes))

    assert view is not None
    assert view.is_empty
    assert min(view.pixels(256)) >= 1


@pytest.mark.parametrize(
    ("view", "size"),
    [
        (View(0, 0, 400, 300), (256, 192)),
        (View(0, 0, 300, 400), (192, 256)),
        (View(0, 0, 1, 100_000), (1, 256)),
        (View(0, 0, 100, 100, 2), (256, 128)),
    ],
)
def test_pixels_keep_the_shape(view, size):
    assert view.pixels(256) == size


def test_sides_are_held_within_bounds():
    assert View(0, 0, 1, 1).pixels(10**6) == (MAX_SIDE, MAX_SIDE)
    assert View(0, 0, 1, 10**9).pixels_for_area(50_000) == (3, MAX_SIDE)


def test_an_area_is_met_about():
    width, height = View(0, 0, 400, 300).pixels_for_area(50_000)

    assert width * height == pytest.approx(50_000, rel=0.01)


def test_lengths_that_are_no_absolute_ones():
    assert [length_in_pixels(text) for text in (None, "", "50%", "auto", "1e999", "calc(1px)")] == [
        None
    ] * 6


def test_a_view_box_may_be_zero_but_not_negative():
    assert view_box("0 0 0 5") == (0, 0, 0, 5)
    assert view_box("0 0 -1 5") is None
