"""The grid of tasks, and one board."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.core.cache import cache
from django.test import Client

from boards.models import Sample
from tests.factories.boards import (
    ConditionFactory,
    RunFactory,
    SampleFactory,
    SlotFactory,
    VariantFactory,
)
from tests.site.conftest import Colony
from tests.site.html import html_of

BOARD = "/boards/pelican_bicycle/"


def test_the_grid_shows_all_thirty_tasks(client: Client, colony: Colony):
    page = html_of(client.get("/boards/"))
    assert page.split("In other words")[0].count('class="taskcell"') == 30
    assert page.count("held out") >= 29
    assert "3 drawings" in page


def test_demo_drawings_are_counted_only_where_there_are_no_others(client: Client, colony: Colony):
    for task in ("pelican_bicycle", "octopus_unicycle"):
        condition = ConditionFactory.create(task=task, demo=True)
        SampleFactory.create(slot__condition=condition, slot__run__demo=True)
    page = html_of(client.get("/boards/"))
    assert page.count("chip--info") == 1
    assert "3 drawings" in page


def test_a_board_shows_every_drawing_and_why_it_failed(client: Client, colony: Colony):
    page = html_of(client.get(BOARD))
    assert "Heron 4" in page
    assert f'href="/samples/{colony.passed.pk}/"' in page
    assert f'src="/drawings/{colony.passed.pk}.svg"' in page
    assert "truncated" in page
    assert "no_answer" in page
    assert page.count("valid <b>1/2</b>") == 2


def test_withdrawn_drawings_and_canaries_are_not_shown(client: Client, colony: Colony):
    canary = SampleFactory.create(
        slot=SlotFactory.create(
            condition=colony.condition, run=RunFactory.create(kind="canary", feeds_board=False)
        )
    )
    Sample.objects.filter(pk=colony.passed.pk).update(state=Sample.State.WITHDRAWN)
    page = html_of(client.get(BOARD))
    assert f"/samples/{canary.pk}/" not in page
    assert f"/samples/{colony.passed.pk}/" not in page
    assert f"/samples/{colony.rejected.pk}/" in page


def test_a_board_shows_one_condition_and_links_to_the_others(client: Client, colony: Colony):
    imported = ConditionFactory.create(source="a folder", harness="import")
    other = [
        SampleFactory.create(slot__condition=imported, slot__run__source="a folder")
        for _ in range(9)
    ]
    page = html_of(client.get(BOARD))
    assert f"/samples/{colony.passed.pk}/" in page
    assert f"/samples/{other[0].pk}/" not in page
    assert f"?condition={imported.digest[:12]}" in page
    page = html_of(client.get(BOARD, {"condition": imported.digest[:12]}))
    assert f"/samples/{other[0].pk}/" in page
    assert f"/samples/{colony.passed.pk}/" not in page
    assert "imported" in page


def test_a_prompt_that_nobody_stated_is_not_translated_either(client: Client, db):
    unstated = ConditionFactory.create(source="a folder", harness="import", prompt="")
    SampleFactory.create(slot__condition=unstated)
    assert "生成一张鹈鹕骑自行车的 SVG 图" not in html_of(client.get(f"/zh{BOARD}"))


@pytest.mark.parametrize(
    ("kinds", "shown"),
    [
        (["demo", "import", "run"], "run"),
        (["demo", "import"], "import"),
        (["demo"], "demo"),
    ],
)
def test_own_runs_are_shown_before_imports_and_these_before_demo_data(
    db, client: Client, kinds: list[str], shown: str
):
    digests = {}
    for kind in kinds:
        condition = ConditionFactory.create(
            demo=kind == "demo", source="x" if kind != "run" else "", harness=kind
        )
        for _ in range(3 if kind == "demo" else 1):
            SampleFactory.create(slot__condition=condition)
        digests[kind] = condition.digest
    assert client.get(BOARD).context["tab"].condition.digest == digests[shown]


def test_a_board_is_filtered_by_vendor_family_and_effort(client: Client, colony: Colony):
    vendor = colony.heron.version.family.vendor.slug
    family = colony.gannet.version.family.slug
    for query, seen, hidden in (
        ({"vendor": vendor}, "heron-4-high", "gannet-3-default"),
        ({"family": family}, "gannet-3-default", "heron-4-high"),
        ({"effort": "high"}, "heron-4-high", "gannet-3-default"),
    ):
        page = html_of(client.get(BOARD, query))
        assert f'href="/variants/{seen}/"' in page
        assert f'href="/variants/{hidden}/"' not in page


def test_a_filter_that_nothing_passes_is_an_empty_page(client: Client, colony: Colony):
    response = client.get(BOARD, {"vendor": "nobody"})
    assert response.status_code == HTTPStatus.OK
    assert "/samples/" not in html_of(response)


@pytest.mark.parametrize("page", ["0", "-1", "x", "999", "1e9"])
def test_an_unusable_page_number_gives_the_nearest_page(client: Client, colony: Colony, page):
    assert client.get(BOARD, {"page": page}).status_code == HTTPStatus.OK


def test_one_drawing_a_variant_makes_a_grid(db, client: Client):
    condition, run = ConditionFactory.create(), RunFactory.create()
    for _ in range(3):
        SampleFactory.create(slot=SlotFactory.create(run=run, condition=condition, index=1))
    assert "plates--tight" in html_of(client.get(BOARD))


def test_a_task_that_was_never_drawn_says_so(client: Client, db):
    page = html_of(client.get("/boards/hedgehog_tandem-bicycle/"))
    assert "Nothing has hatched here yet" in page
    assert "Generate an SVG of a hedgehog riding a tandem bicycle" in page


def test_markup_in_a_name_is_shown_as_text(db, client: Client):
    name = "<script>alert(1)</script>"
    variant = VariantFactory.create(version__name=name, version__family__vendor__name=name)
    SampleFactory.create(slot__variant=variant, gate_passed=False)
    page = html_of(client.get(BOARD))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def _grow(colony: Colony, variants: int) -> None:
    run = RunFactory.create()
    for _ in range(variants):
        variant = VariantFactory.create()
        for index in (1, 2):
            slot = SlotFactory.create(
                run=run, condition=colony.condition, variant=variant, index=index
            )
            SampleFactory.create(slot=slot)


@pytest.mark.parametrize("path", [BOARD, "/boards/"])
@pytest.mark.parametrize("counted", [True, False])
def test_the_number_of_queries_does_not_grow(
    client: Client, colony: Colony, path: str, counted: bool, django_assert_num_queries
):
    def ask() -> None:
        if not counted:
            cache.clear()
        client.get(path)

    client.get(path)
    with django_assert_num_queries(20, exact=False) as few:
        ask()
    number = len(few.captured_queries)
    _grow(colony, 40)
    client.get(path)
    with django_assert_num_queries(number):
        ask()


def test_many_variants_come_in_pages(client: Client, colony: Colony):
    _grow(colony, 58)
    response = client.get(BOARD)
    assert response.context["page"].paginator.num_pages == 3
    assert html_of(response).count('class="drawrow"') == 24
    last = client.get(BOARD, {"page": "3", "effort": ""})
    assert html_of(last).count('class="drawrow"') == 12
