"""Counts are kept, and never longer than they are true."""

from __future__ import annotations

import datetime as dt

import pytest
import time_machine

from boards.models import Sample
from pelican.site.remembered import KEPT_SECONDS, remembered
from tests.factories.boards import SampleFactory

pytestmark = pytest.mark.django_db


def _number() -> int:
    return remembered("published", lambda: Sample.objects.published().count())


def test_a_count_is_kept(django_assert_num_queries):
    SampleFactory.create()
    assert _number() == 1
    with django_assert_num_queries(1):
        assert _number() == 1


def test_zero_is_kept_too(django_assert_num_queries):
    assert _number() == 0
    with django_assert_num_queries(1):
        assert _number() == 0


def test_a_new_drawing_counts_at_once():
    SampleFactory.create()
    assert _number() == 1
    SampleFactory.create()
    assert _number() == 2


def test_a_withdrawn_drawing_stops_counting_at_once_and_counts_again_when_published():
    sample = SampleFactory.create()
    SampleFactory.create()
    assert _number() == 2
    for state, number in ((Sample.State.WITHDRAWN, 1), (Sample.State.PUBLISHED, 2)):
        Sample.objects.filter(pk=sample.pk).update(state=state)
        assert _number() == number


def test_what_the_stamp_cannot_see_counts_within_a_minute():
    first = SampleFactory.create()
    SampleFactory.create()
    with time_machine.travel(dt.datetime(2026, 11, 30, tzinfo=dt.UTC), tick=False) as clock:
        assert _number() == 2
        first.delete()
        assert _number() == 2
        clock.shift(KEPT_SECONDS + 1)
        assert _number() == 1


def test_names_are_kept_apart():
    assert remembered("one", lambda: "a") == "a"
    assert remembered("two", lambda: "b") == "b"
