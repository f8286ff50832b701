"""The page of one variant."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client

from boards.models import Sample
from tests.factories.boards import (
    ConditionFactory,
    SampleFactory,
    SlotFactory,
    VariantFactory,
)
from tests.factories.judging import judge_sample
from tests.site.conftest import Colony
from tests.site.html import html_of

HERON = "/variants/heron-4-high/"


def test_it_shows_its_drawings_and_its_valid_rate(client: Client, colony: Colony):
    page = html_of(client.get(HERON))
    assert f"/samples/{colony.passed.pk}/" in page
    assert f"/samples/{colony.rejected.pk}/" in page
    assert "valid <b>1/2</b>" in page
    assert "Not enough votes yet" in page


def test_it_shows_its_rating_and_whom_it_met(client: Client, rated: Colony):
    page = html_of(client.get(HERON))
    assert '<span class="range">1–2</span>' in page
    assert "1060–1140" in page
    assert 'aria-label="1100, 95\u202f% interval 1060 to 1140"' in page
    assert 'href="/variants/gannet-3-default/" lang="en">Gannet 3</a>' in page
    assert "<b>65\u202f%</b>" in page  # 22 wins and 8 halves of 40
    assert "76\u202f%" in page  # 200 points ahead


def test_a_provisional_rating_has_no_rank(client: Client, rated: Colony):
    page = html_of(client.get("/variants/gannet-3-default/"))
    assert "range--none" in page
    assert "provisional" in page


def test_the_ranking_of_its_board_keeps_provisional_rows_apart(client: Client, rated: Colony):
    page = html_of(client.get("/boards/pelican_bicycle/"))
    ranked, _, provisional = page.partition("Provisional: fewer than 50 votes.")
    assert "heron-4-high" in ranked
    assert '<tr role="row" class="prov">' not in ranked
    assert '<tr role="row" class="prov">' in provisional
    assert "<b>80</b> valid votes" in page
    assert "No sign of a side preference (p = 1.00)." in page


@pytest.mark.parametrize(
    ("sort", "column", "direction", "following"),
    [
        ("", "rating", "descending", "rating"),
        ("rating", "rating", "ascending", "-rating"),
        ("name", "name", "ascending", "-name"),
        ("-votes", "votes", "descending", "votes"),
        ("nonsense", "rating", "descending", "rating"),
        ("--votes", "rating", "descending", "rating"),
    ],
)
def test_the_ranking_is_sorted_by_links(
    client: Client, rated: Colony, sort: str, column: str, direction: str, following: str
):
    ranking = client.get("/boards/pelican_bicycle/", {"sort": sort}).context["ranking"]
    (sorted_by,) = [one for one in ranking.columns if one.aria_sort]
    assert (sorted_by.key, sorted_by.aria_sort, sorted_by.next) == (column, direction, following)


def _judge_heron(colony: Colony, *marks: int) -> list[Sample]:
    """Marks for three drawings that passed, the colony's first among them."""
    slots = [
        SlotFactory.create(
            run=colony.passed.slot.run,
            condition=colony.condition,
            variant=colony.heron,
            index=index,
        )
        for index in (5, 6)
    ]
    samples = [colony.passed, *(SampleFactory.create(slot=slot) for slot in slots)]
    for sample, mark in zip(samples, marks, strict=False):
        judge_sample(sample, mark)
    return samples


def test_it_shows_its_reference_score(client: Client, colony: Colony):
    _judge_heron(colony, 7, 9, 8)
    page = html_of(client.get(HERON))
    section = page[page.index('id="reference"') :]
    assert '<span class="score">8.0</span>' in section
    assert "± 1.0, n = 3" in section
    assert "3 of 4 passed the gate" in section
    assert 'aria-label="Drawings: 7.0, 9.0, 8.0"' in section


def test_scores_stand_under_the_drawings_and_one_is_the_best(client: Client, colony: Colony):
    _judge_heron(colony, 7, 9, 8)
    page = html_of(client.get(HERON))
    for note in ("7.0", "9.0 · best", "8.0"):
        assert f'<b class="num">{note}</b>' in page
    assert page.count("· best") == 1


def test_the_best_drawing_is_so_on_every_page_of_drawings(
    client: Client, colony: Colony, monkeypatch: pytest.MonkeyPatch
):
    _judge_heron(colony, 7, 9, 8)
    monkeypatch.setattr("pelican.site.portrait.PLATES_PER_PAGE", 2)
    assert "best</b>" not in html_of(client.get(HERON))
    assert "9.0 · best</b>" in html_of(client.get(HERON, {"page": "2"}))


def test_what_is_not_scored_says_why(client: Client, colony: Colony):
    assert "Insufficient" in html_of(client.get(HERON))
    _judge_heron(colony, 7)
    assert "Not judged yet" in html_of(client.get(HERON))


def test_computed_figures_are_labelled(client: Client, colony: Colony):
    for sample in _judge_heron(colony):
        judge_sample(sample, 5, stand_in=True)
    page = html_of(client.get(HERON))
    assert "not a judge" in page
    assert '<span class="score">5.0</span>' in page


def test_each_board_of_a_variant_is_a_segment(client: Client, colony: Colony):
    other = ConditionFactory.create(task="octopus_unicycle")
    sample = SampleFactory.create(slot=SlotFactory.create(condition=other, variant=colony.heron))
    page = html_of(client.get(HERON))
    assert f"/samples/{sample.pk}/" not in page
    key = f"octopus_unicycle@{other.digest[:12]}"
    page = html_of(client.get(HERON, {"board": key}))
    assert f"/samples/{sample.pk}/" in page
    assert f"/samples/{colony.passed.pk}/" not in page
    assert client.get(HERON, {"board": "x@y"}).status_code == HTTPStatus.NOT_FOUND


def test_a_variant_without_drawings_says_so(client: Client, db):
    variant = VariantFactory.create()
    page = html_of(client.get(variant.get_absolute_url()))
    assert "This variant has no published drawing." in page


def test_withdrawn_drawings_are_not_shown(client: Client, colony: Colony):
    Sample.objects.update(state=Sample.State.WITHDRAWN)
    assert "/drawings/" not in html_of(client.get(HERON))


def test_many_drawings_come_in_pages(client: Client, colony: Colony):
    for index in range(3, 26):
        SampleFactory.create(
            slot=SlotFactory.create(
                run=colony.passed.slot.run,
                condition=colony.condition,
                variant=colony.heron,
                index=index,
            )
        )
    assert html_of(client.get(HERON)).count("<figure") == 20
    assert html_of(client.get(HERON, {"page": "2"})).count("<figure") == 5


def test_the_number_of_queries_is_fixed(
    client: Client, rated: Colony, django_assert_max_num_queries
):
    with django_assert_max_num_queries(18):
        client.get(HERON)
