"""The ranking of a board in detail, and its feed."""

from __future__ import annotations

import datetime as dt
import xml.etree.ElementTree as ET

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from pelican.site.conditions import arena_key
from tests.factories.boards import ConditionFactory, RunFactory, SampleFactory, SlotFactory
from tests.site.conftest import Colony
from tests.site.html import html_of
from voting.arenas import sync_arenas
from voting.models import Arena, RatingSnapshot
from voting.simulate import simulate_ballots

PAGE = "/boards/pelican_bicycle/ranking/"
FEED = "/boards/pelican_bicycle/ranking.atom"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def arena(db: None) -> Arena:
    """Four variants of a demo board, with 600 simulated votes over four days."""
    condition, run = ConditionFactory.create(demo=True), RunFactory.create(demo=True)
    samples = [
        SampleFactory.create(slot=SlotFactory.create(run=run, condition=condition, index=1))
        for _ in range(4)
    ]
    (row,) = sync_arenas()
    assert row.key == arena_key(condition)
    simulate_ballots(
        row,
        {s.slot.variant.slug: 900.0 + 80 * n for n, s in enumerate(samples)},
        {s.slot.variant.slug: [str(s.pk)] for s in samples},
        votes=600,
        voters=150,
        seed=3,
        start=timezone.now() - dt.timedelta(days=4),
        days=4,
    )
    return row


@pytest.mark.parametrize("prefix", ["", "/zh"])
def test_the_page_shows_matrix_history_and_method(
    client: Client, arena: Arena, prefix: str
) -> None:
    page = html_of(client.get(prefix + PAGE))
    assert page.count('class="matrix--self"') == 4
    assert page.count('class="matrix__sub"') == 12
    assert page.count('class="history"') == 4
    snapshot = RatingSnapshot.objects.filter(arena=arena).order_by("-created_at")[0]
    assert snapshot.digest[:4] in page
    assert f"{FEED}?condition={arena.key.partition('@')[2]}" in page


def test_a_board_without_votes_says_so(client: Client, colony: Colony) -> None:
    page = html_of(client.get(PAGE))
    assert "No ranking yet" in page
    assert "matrix--self" not in page


@pytest.mark.parametrize("path", [PAGE, FEED])
def test_what_does_not_exist_is_not_found(client: Client, colony: Colony, path: str) -> None:
    assert client.get(path.replace("pelican_bicycle", "no_task")).status_code == 404
    assert client.get(path, {"condition": "000000000000"}).status_code == 404


def test_islands_are_shown_by_name(client: Client, arena: Arena, colony: Colony) -> None:
    slugs = sorted(
        arena.ballots.order_by().values_list("left", flat=True).distinct(), key=str.casefold
    )
    RatingSnapshot.objects.filter(arena=arena).update(islands=[slugs[:2], slugs[2:]])
    code = arena.key.partition("@")[2]
    assert "Islands" in html_of(client.get(PAGE, {"condition": code}))
    board = html_of(client.get("/boards/pelican_bicycle/", {"condition": code}))
    assert "2 groups of variants have no votes between them" in board


def entries(client: Client, path: str = FEED) -> list[ET.Element]:
    response = client.get(path)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/atom+xml")
    return ET.fromstring(response.content).findall(f"{ATOM}entry")


def ids(found: list[ET.Element]) -> list[str | None]:
    return [entry.findtext(f"{ATOM}id") for entry in found]


def test_the_feed_has_an_entry_for_each_day_of_changes(client: Client, arena: Arena) -> None:
    found = entries(client)
    assert 1 <= len(found) <= 4
    assert "is ranked" in (found[-1].findtext(f"{ATOM}summary") or "")
    assert len(set(ids(found))) == len(found)


def test_entries_keep_their_ids_and_a_day_that_is_over_its_text(
    client: Client, arena: Arena
) -> None:
    before = ids(entries(client))
    with time_machine.travel(timezone.now() + dt.timedelta(days=2), tick=False):
        after = ids(entries(client))
    assert after[-len(before) :] == before
    assert not set(before) & set(ids(entries(client, f"/zh{FEED}")))


def test_an_unchanged_feed_is_not_sent_again(client: Client, arena: Arena) -> None:
    etag = client.get(FEED)["ETag"]
    assert client.get(FEED, headers={"If-None-Match": etag}).status_code == 304
    RatingSnapshot.objects.filter(arena=arena).order_by("created_at").first().delete()  # type: ignore[union-attr]  # there is one
    latest = RatingSnapshot.objects.filter(arena=arena, created_at__date__lt=timezone.now().date())
    latest.order_by("created_at").last().delete()  # type: ignore[union-attr]  # there is one
    assert client.get(FEED, headers={"If-None-Match": etag}).status_code == 200


def test_the_matrix_is_limited_and_asks_the_same_number_of_queries(
    client: Client, arena: Arena, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(20):  # type: ignore[operator]  # pytest-django's
        client.get(PAGE)
