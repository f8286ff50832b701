"""The front page."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories.boards import ConditionFactory, SampleFactory, SlotFactory
from tests.site.conftest import Colony
from tests.site.html import html_of
from voting.models import Pair


def test_an_empty_site_says_what_it_is(client: Client, db):
    page = html_of(client.get("/"))
    assert "machine‑drawn pelican" in page
    assert "See the boards" in page
    assert "What visitors prefer" not in page
    assert "Fresh from the colony" not in page


def test_a_pair_can_be_voted_on_at_once(client: Client, colony: Colony):
    page = html_of(client.get("/"))
    pair = Pair.objects.get()
    assert f'name="pair" value="{pair.nonce}"' in page
    assert 'action="/vote/cast/"' in page
    for outcome in ("left", "tie", "both_bad", "right"):
        assert f'name="choice" value="{outcome}"' in page


def test_the_pair_does_not_say_who_drew_it(client: Client, colony: Colony):
    page = html_of(client.get("/"))
    hero = page[page.index("hero__vote") : page.index("</form>", page.index("hero__vote"))]
    for secret in ("heron", "gannet", "Heron", "Gannet", "/drawings/"):
        assert secret not in hero


def test_the_page_with_a_pair_is_not_kept(client: Client, colony: Colony):
    assert "no-store" in client.get("/")["Cache-Control"]


def test_the_newest_drawings_are_shown_failures_included(client: Client, colony: Colony):
    page = html_of(client.get("/"))
    newest = page[page.index("Fresh from the colony") :]
    assert f"/samples/{colony.rejected.pk}/" in newest
    assert "truncated" in newest


@pytest.mark.parametrize(("real", "shown"), [(True, False), (False, True)])
def test_demo_drawings_are_shown_only_where_there_are_no_others(client: Client, db, real, shown):
    demo = SampleFactory.create(slot__condition=ConditionFactory.create(demo=True))
    if real:
        SampleFactory.create()
    page = html_of(client.get("/"))
    assert (f"/samples/{demo.pk}/" in page) is shown
    assert ("1 drawing · demo" in page) is shown


def test_the_number_of_queries_does_not_grow(
    client: Client, colony: Colony, django_assert_num_queries
):
    client.get("/")
    cache.clear()
    with django_assert_num_queries(40, exact=False) as few:
        client.get("/")
    number = len(few.captured_queries)
    for _ in range(20):
        SampleFactory.create(slot=SlotFactory.create(condition=colony.condition))
    cache.clear()
    with django_assert_num_queries(number):
        client.get("/")
