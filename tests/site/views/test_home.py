"""The front page."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from pelican.rules import RULES
from tests.factories.boards import ConditionFactory, SampleFactory, SlotFactory
from tests.factories.judging import judge_sample
from tests.site.conftest import Colony
from tests.site.html import html_of
from voting.models import Pair


def test_an_empty_site_says_what_it_is(client: Client, db):
    page = html_of(client.get("/"))
    assert "machine‑drawn pelican" in page
    assert "See the boards" in page
    assert "At the top, twice" not in page
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


def test_before_anybody_judged_or_voted_both_tables_say_so(client: Client, colony: Colony):
    page = html_of(client.get("/"))
    assert "At the top, twice" not in page
    empty = page[page.index("emptybox--two") : page.index("How to read a plate")]
    assert "Not judged yet" in empty
    assert f"once it has {RULES.voting.ranked_votes} valid votes" in empty
    assert "<table" not in empty


def test_drawings_come_before_an_empty_table(client: Client, colony: Colony):
    page = html_of(client.get("/"))
    assert page.index("Fresh from the colony") < page.index("Not judged yet")


def test_a_table_comes_before_the_drawings(client: Client, rated: Colony):
    page = html_of(client.get("/"))
    assert page.index("At the top, twice") < page.index("Fresh from the colony")


def test_the_tops_of_both_tables_are_shown_apart(client: Client, rated: Colony):
    judge_sample(rated.passed, 8)
    for index, mark in ((5, 9), (6, 7)):
        slot = SlotFactory.create(
            run=rated.passed.slot.run,
            condition=rated.condition,
            variant=rated.heron,
            index=index,
        )
        judge_sample(SampleFactory.create(slot=slot), mark)
    page = html_of(client.get("/"))
    top = page[page.index("At the top, twice") : page.index("How to read a plate")]
    reference, visitors = top.split("kind kind--vis")
    assert "Heron 4" in reference
    assert '<span class="score">8.0</span>' in reference
    assert "range" not in reference
    assert '<span class="range">1–2</span>' in visitors
    assert "score" not in visitors
    for half in (reference, visitors):
        assert "Gannet 3" not in half, "It is neither judged nor ranked."


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
