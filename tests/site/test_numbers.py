"""Numbers as the pages write them."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils.translation import override

from pelican.site.templatetags import numbers


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        (numbers.count, 8412, "8,412"),
        (numbers.count, 0, "0"),
        (numbers.whole, 1140.6, "1141"),
        (numbers.score, 8.649, "8.6"),
        (numbers.share, 5 / 7, "0.71"),
        (numbers.percent, 0.684, "68\u202f%"),
        (numbers.measure, 2.0, "2"),
        (numbers.measure, 10.0, "10"),
        (numbers.measure, 3.6, "3.6"),
        (numbers.measure, 0.555, "0.56"),
        (numbers.measure, 0.003, "0.003"),
        (numbers.measure, 0.0, "0"),
        (numbers.byte_size, 1, "1 byte"),
        (numbers.byte_size, 5812, "5,812 bytes"),
        (numbers.duration, 850, "0.8 s"),
        (numbers.duration, 12_400, "12 s"),
        (numbers.duration, 102_000, "1 m 42 s"),
        (numbers.duration, 59_700, "1 m 00 s"),
        (numbers.moment, dt.datetime(2026, 11, 12, 14, 2, tzinfo=dt.UTC), "12 Nov 2026, 14:02"),
        (numbers.recent, dt.datetime(2026, 11, 2, 4, 10, tzinfo=dt.UTC), "2 Nov, 04:10"),
        (numbers.day, dt.datetime(2026, 11, 12, tzinfo=dt.UTC), "12 Nov 2026"),
        (numbers.digest, "9f2c81d055ab7e13ffff", "9f2c 81d0 55ab 7e13 …"),
        (numbers.digest, "9f2c81", "9f2c 81"),
    ],
)
def test_numbers_are_written_as_the_design_says(form, value, text):
    assert form(value) == text


@pytest.mark.parametrize("form", [numbers.count, numbers.percent, numbers.duration, numbers.moment])
def test_unknown_is_never_zero(form):
    assert form(None) == "unavailable"


def test_chinese_sets_no_space_before_percent():
    with override("zh-hans"):
        assert numbers.percent(0.71) == "71%"


def test_a_time_of_another_zone_is_shown_in_utc():
    shanghai = dt.timezone(dt.timedelta(hours=8))
    assert numbers.moment(dt.datetime(2026, 1, 1, 2, tzinfo=shanghai)) == "31 Dec 2025, 18:00"
