"""The geometry of the small charts."""

from __future__ import annotations

import math

import pytest

from pelican.site.charts import (
    CI_WIDTH,
    check_scale,
    dot_strip,
    interval_bar,
    rating_axis,
    spark,
)


@pytest.mark.parametrize(
    ("bounds", "low", "high"),
    [
        ((), 950, 1050),
        ((1000,), 950, 1050),
        ((990, 1174), 800, 1200),
        ((640, 1100), 600, 1400),
        ((math.inf, 1020), 950, 1050),
    ],
)
def test_the_axis_ends_on_a_round_number_with_the_centre_half_way(bounds, low, high):
    axis = rating_axis(bounds, 1000)
    assert (axis.low, axis.middle, axis.high) == (low, 1000, high)
    assert axis.place(1000, CI_WIDTH) == CI_WIDTH / 2


def test_an_interval_is_drawn_to_scale():
    bar = interval_bar(rating_axis((900, 1100), 1000), 1050, 1000, 1100, label="1050")
    assert (bar.low, bar.point, bar.high, bar.width) == (120, 180, 240, 120)


def test_what_lies_beyond_the_axis_stays_in_the_picture():
    bar = interval_bar(rating_axis((950, 1050), 1000), 1000, -math.inf, 5000, label="")
    assert (bar.low, bar.high) == (0, CI_WIDTH)


def test_dots_lie_to_scale_with_their_mean_between():
    strip = dot_strip([1, 10], 1, 10, label="two")
    assert strip.dots == (strip.start, strip.end)
    assert strip.mean == strip.centre


def test_no_drawing_has_no_dot_and_no_mean():
    strip = dot_strip([], 1, 10, label="none")
    assert strip.dots == ()
    assert strip.mean is None


@pytest.mark.parametrize(
    ("value", "low", "high", "band", "bounds", "dot"),
    [
        (0.55, 0.65, None, (193.8, 296.0), (193.8,), 164.6),
        (0.3, None, 0.5, (4.0, 150.0), (150.0,), 91.6),
        (0.5, 0.25, 0.75, (77.0, 223.0), (77.0, 223.0), 150.0),
        (7, 0, 1, (4.0, 296.0), (4.0, 296.0), 296.0),
        (None, 0.65, None, (193.8, 296.0), (193.8,), None),
        (math.nan, 0.65, None, (193.8, 296.0), (193.8,), None),
    ],
)
def test_a_check_shows_where_its_value_must_lie(value, low, high, band, bounds, dot):
    scale = check_scale(value, low, high, top=1)
    assert (scale.band_start, scale.band_end) == band
    assert scale.bounds == bounds
    assert scale.value == dot


def test_a_trend_needs_two_points():
    assert spark([]) is None
    assert spark([1000]) is None


def test_a_trend_goes_from_left_to_right_and_up_with_the_rating():
    trend = spark([900, 1000, 1100])
    assert trend is not None
    assert trend.points == ((2, 19), (42, 11), (82, 3))
    assert trend.last == (82, 3)


def test_a_flat_trend_lies_in_the_middle():
    trend = spark([1000, 1000])
    assert trend is not None
    assert {y for _x, y in trend.points} == {11}
