"""The visitor ranking of artifacts, and its feed."""

from __future__ import annotations

import datetime as dt
import xml.etree.ElementTree as ET

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from benchmarks.models import Artifact, ArtifactCondition
from benchmarks.models.artifacts import check_slug
from tests.factories.benchmarks import (
    ArtifactConditionFactory,
    ArtifactFactory,
    ValidationFactory,
)
from tests.site.html import html_of
from voting.arenas import all_arenas, sync_arenas
from voting.models import Arena
from voting.simulate import simulate_ballots

PAGE = "/sdf/ranking/"
FEED = "/sdf/ranking.atom"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def arena(db: None) -> Arena:
    """Four artifacts of a demo collection, with 600 simulated votes over four days."""
    condition = ArtifactConditionFactory.create(demo=True)
    shown = [
        ValidationFactory.create(artifact__title=f"Ride {n}", artifact__condition=condition)
        for n in "ABCD"
    ]
    (row,) = sync_arenas()
    simulate_ballots(
        row,
        {one.artifact.slug: 900.0 + 80 * n for n, one in enumerate(shown)},
        {one.artifact.slug: [str(one.pk)] for one in shown},
        votes=600,
        voters=150,
        seed=3,
        start=timezone.now() - dt.timedelta(days=4),
        days=4,
    )
    return row


@pytest.mark.parametrize("prefix", ["", "/zh"])
def test_the_page_shows_table_matrix_history_and_method(
    client: Client, arena: Arena, prefix: str
) -> None:
    page = html_of(client.get(prefix + PAGE))
    assert page.count('class="range"') == 4
    assert page.count('class="matrix--self"') == 4
    assert page.count('class="matrix__sub"') == 12
    assert page.count('class="history"') == 4
    assert f"/vote/{arena.key}/" in page
    assert f"{FEED}?condition={arena.key.partition('@')[2]}" in page


def test_rows_are_sorted_as_asked(client: Client, arena: Arena) -> None:
    def order(sort: str) -> list[int]:
        page = html_of(client.get(PAGE, {"sort": sort}))
        return [page.index(f">Ride {letter}<") for letter in "ABCD"]

    assert order("name") == sorted(order("name"))
    assert order("rating") == sorted(order("rating"))
    assert order("-rating") == sorted(order("-rating"), reverse=True)


def test_what_is_withdrawn_leaves_the_page_but_not_the_feed(client: Client, arena: Arena) -> None:
    Artifact.objects.filter(title="Ride D").update(withdrawn=True)
    page = html_of(client.get(PAGE))
    assert "Ride D" not in page
    assert page.count('class="matrix--self"') == 3
    assert b"Ride D is ranked" in client.get(FEED).content


@pytest.mark.django_db
def test_without_artifacts_there_is_a_page_and_no_feed(client: Client) -> None:
    assert "No ranking yet" in html_of(client.get(PAGE))
    assert client.get(FEED).status_code == 404


@pytest.mark.django_db
def test_without_votes_it_says_how_one_is_listed(client: Client) -> None:
    ValidationFactory.create()
    assert "It takes two that are admitted" in html_of(client.get(PAGE))
    ValidationFactory.create()
    page = html_of(client.get(PAGE))
    assert "An artifact is listed once it has" in page
    assert all_arenas()[0].url in f"{PAGE}?condition={ArtifactCondition.objects.get().code}"


def test_each_condition_has_a_ranking_of_its_own(client: Client, arena: Arena) -> None:
    other = ArtifactConditionFactory.create(digest="f" * 64, source="Another collection")
    ArtifactFactory.create(condition=other)
    real = html_of(client.get(PAGE))
    assert "Another collection" in real
    assert "No ranking yet" in real
    assert "Ride A" not in real
    demo = html_of(client.get(PAGE, {"condition": arena.key.partition("@")[2]}))
    assert "Ride A" in demo


@pytest.mark.parametrize("path", [PAGE, FEED])
def test_a_condition_that_does_not_exist_is_not_found(
    client: Client, arena: Arena, path: str
) -> None:
    assert client.get(path, {"condition": "000000000000"}).status_code == 404


def test_the_feed_has_an_entry_for_each_day_of_changes(client: Client, arena: Arena) -> None:
    response = client.get(FEED)
    assert response["Content-Type"].startswith("application/atom+xml")
    feed = ET.fromstring(response.content)
    found = feed.findall(f"{ATOM}entry")
    assert 1 <= len(found) <= 4
    assert "Ride A is ranked" in (found[-1].findtext(f"{ATOM}summary") or "")
    link = found[0].find(f"{ATOM}link")
    assert link is not None
    assert link.get("href", "").endswith(f"{PAGE}?condition={arena.key.partition('@')[2]}")
    assert client.get(FEED, headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_the_page_takes_the_same_number_of_queries_however_many_there_are(
    client: Client, arena: Arena, django_assert_max_num_queries: object
) -> None:
    for _number in range(12):
        ValidationFactory.create()
    with django_assert_max_num_queries(24):  # type: ignore[operator]  # pytest-django's
        client.get(PAGE)


def test_no_artifact_may_take_the_address() -> None:
    with pytest.raises(ValidationError, match="ranking"):
        check_slug("ranking")
