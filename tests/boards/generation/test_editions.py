"""Prompt editions: another wording of a task, with an id and a board of its own."""

from __future__ import annotations

import pytest
from django.core import checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import IntegrityError
from django.test import Client
from django.utils.translation import override

from boards.catalogue import CANONICAL_TASK, EDITIONS, TASKS, get_task, read_editions
from boards.generation.planning import Order, plan_run
from boards.generation.runs import start_run
from boards.models import Condition, Sample
from judging.criteria import criteria_for
from pelican.rules import PromptEdition, RulesError
from pelican.site.conditions import arena_key
from pelican.site.tasks import prompt_gloss
from tests.factories.boards import ConditionFactory, SampleFactory
from tests.queue import run_queue
from tests.servers.models import ModelServer
from tests.site.html import html_of

EDITION = "pelican_bicycle~zh"
WORDING = PromptEdition("Zeichne einen Pelikan auf einem Fahrrad", "de", "German prompt", "德语")
BOTH = (CANONICAL_TASK, EDITION)


def test_an_edition_is_the_task_in_other_words() -> None:
    task, edition = TASKS[CANONICAL_TASK], EDITIONS[EDITION]
    assert (edition.animal, edition.vehicle) == (task.animal, task.vehicle)
    assert (edition.base_id, edition.held_out) == (task.id, False)
    assert edition.sent == "生成一张鹈鹕骑自行车的 SVG 图"
    assert task.sent == "Generate an SVG of a pelican riding a bicycle"
    assert edition.name.en == "Pelican on a bicycle · Chinese prompt"
    assert criteria_for(edition).items == criteria_for(task).items


def test_an_edition_of_a_held_out_task_is_held_out() -> None:
    edition = read_editions({"octopus_tandem-bicycle~de": WORDING})["octopus_tandem-bicycle~de"]
    assert edition.held_out
    assert edition.sent_language == "de"


@pytest.mark.parametrize("task_id", ["pelican_bicycle", "pelican_bicycle~", "pelican_bicycle~Z h"])
def test_an_edition_under_another_id_is_refused(task_id: str) -> None:
    with pytest.raises(RulesError, match="an edition is called"):
        read_editions({task_id: WORDING})
    with pytest.raises(RulesError, match="an edition is called"):
        read_editions({"stork_bicycle~de": WORDING})


def test_an_edition_without_words_is_refused() -> None:
    with pytest.raises(RulesError, match=r"pelican_bicycle~de.*empty"):
        read_editions({"pelican_bicycle~de": PromptEdition(" ", "de", "German", "德语")})


@pytest.mark.parametrize(
    ("task_id", "language", "gloss"),
    [
        (CANONICAL_TASK, "en", ""),
        (CANONICAL_TASK, "zh-hans", TASKS[CANONICAL_TASK].prompt.zh),
        (EDITION, "zh-hans", ""),
        (EDITION, "en", TASKS[CANONICAL_TASK].prompt.en),
    ],
)
def test_a_prompt_is_explained_to_who_cannot_read_it(
    task_id: str, language: str, gloss: str
) -> None:
    with override(language):
        assert prompt_gloss(get_task(task_id)) == gloss


@pytest.mark.django_db
@pytest.mark.parametrize("task_id", ["stork_bicycle", "stork_bicycle~zh", "pelican_bicyclezh"])
def test_the_database_refuses_what_is_of_no_task(task_id: str) -> None:
    with pytest.raises(IntegrityError):
        Condition.objects.create(digest="0" * 64, task=task_id, harness="direct API")


@pytest.mark.django_db
def test_an_edition_that_is_no_longer_declared_is_told_before_anything_runs() -> None:
    ConditionFactory.create(task=EDITION)
    call_command("check", databases=["default"])
    ConditionFactory.create(task=f"{CANONICAL_TASK}~gone", prompt="Pelikan, bitte")
    with pytest.raises(SystemCheckError, match=r"pelican_bicycle~gone.*\n.*Declare the edition"):
        call_command("check", databases=["default"])
    assert not checks.run_checks(databases=[])


@pytest.mark.django_db
def test_a_run_of_both_shares_no_condition_board_or_arena(
    catalogue: ModelServer, client: Client
) -> None:
    start_run(plan_run(Order(BOTH, ("gannet", "heron-low"), 1)))
    run_queue()
    asked = {call.body["messages"][-1]["content"] for call in catalogue.calls}
    assert asked == {get_task(task).sent for task in BOTH}
    samples = {task: Sample.objects.filter(slot__task=task) for task in BOTH}
    assert [each.count() for each in samples.values()] == [2, 2]
    conditions = {task: samples[task][0].slot.condition for task in BOTH}
    assert conditions[CANONICAL_TASK] != conditions[EDITION]
    for task, other in (BOTH, BOTH[::-1]):
        page = html_of(client.get(f"/boards/{task}/"))
        shown = {sample.pk for sample in Sample.objects.all() if f"/samples/{sample.pk}/" in page}
        assert shown == {sample.pk for sample in samples[task]}
        assert arena_key(conditions[other]) not in page


@pytest.mark.django_db
def test_the_boards_page_lists_editions_beside_the_thirty_tasks(client: Client) -> None:
    SampleFactory.create(slot__condition=ConditionFactory.create(task=EDITION))
    page = html_of(client.get("/boards/"))
    assert page.count('class="taskcell"') == 30 + len(EDITIONS)
    assert f'href="/boards/{EDITION}/"' in page
    assert "Pelican on a bicycle · Chinese prompt" in page
    assert "0 of 30" in page


@pytest.mark.django_db
def test_an_empty_board_of_an_edition_shows_what_is_sent(client: Client) -> None:
    page = html_of(client.get(f"/boards/{EDITION}/"))
    assert '<p class="prompt" lang="zh-Hans">生成一张鹈鹕骑自行车的 SVG 图</p>' in page
    assert "Generate an SVG of a pelican riding a bicycle" in page
    assert client.get("/boards/pelican_bicycle~xx/").status_code == 404
