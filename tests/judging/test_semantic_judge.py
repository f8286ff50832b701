"""The semantic judge over real HTTP: what is sent, what fails, what is stored."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from boards.catalogue import TASKS
from boards.generation.configuration import ConfigurationError
from boards.models import Run, Sample
from judging import claims, control, jobs
from judging.models import BlindDescription, Judge, JudgingPass, JudgingRun, SemanticReport
from judging.panel import Order, plan_judging, start_judging
from judging.semantic import checklist_items
from judging.semantic_judge import DEFAULT_MODEL, HOSTED_URL, JudgeEndpoint, look
from pelican.rules import RULES
from tests.queue import run_queue
from tests.servers import models as server
from tests.servers.models import Behaviour, Call, Handler, ModelServer, says

PELICAN = TASKS["pelican_bicycle"]
PNG = b"\x89PNG\r\n\x1a\nIEND\xaeB`\x82"
YES = json.dumps(dict.fromkeys(checklist_items(PELICAN), True))


def both(caption: str, checklist: str = YES) -> Behaviour:
    """Answers the caption's call and the checklist's."""

    def behave(handler: Handler, call: Call) -> None:
        says(checklist if "line by line" in call.prompt else caption)(handler, call)

    return behave


@pytest.fixture
def endpoint(models: ModelServer) -> JudgeEndpoint:
    return JudgeEndpoint("owl", models.base_url, "", own_server=True)


def test_it_works(models: ModelServer, endpoint: JudgeEndpoint) -> None:
    models.script("owl", both("A pelican on a bicycle."))
    seen = look(endpoint, PELICAN, PNG)
    assert seen.score is not None
    assert (seen.score.score, seen.error) == (1.0, "")
    caption, checklist = sorted(models.calls, key=lambda call: "line by line" in call.prompt)
    assert "pelican" not in caption.prompt.lower()
    assert "bicycle" not in caption.prompt.lower()
    assert all(call.body["temperature"] == 0 for call in models.calls)
    assert all(len(call.pictures) == 1 for call in models.calls)
    assert (caption.body["max_tokens"], checklist.body["max_tokens"]) == (120, 400)
    schema = checklist.body["response_format"]["json_schema"]["schema"]
    assert schema["required"] == list(checklist_items(PELICAN))


def test_a_server_that_repeats_a_key_puts_it_into_no_score(
    models: ModelServer, endpoint: JudgeEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PELICAN_KEY_JUDGE", "sk-planted-0123456789")
    models.script("owl", both("A pelican for sk-planted-0123456789 on a bicycle."))
    score = look(endpoint, PELICAN, PNG).score
    assert score is not None
    assert score.caption == "A pelican for [key] on a bicycle."
    models.script("owl", server.fails(401, "invalid_api_key", "No sk-planted-0123456789 here."))
    assert look(endpoint, PELICAN, PNG).error == "access: HTTP 401: No [key] here."


def test_a_server_without_schemas_is_asked_without_one(
    models: ModelServer, endpoint: JudgeEndpoint
) -> None:
    def behave(handler: Handler, call: Call) -> None:
        if "response_format" in call.body:
            server.fails(400, "invalid_request", "response_format is not supported")(handler, call)
        else:
            both("A pelican on a bicycle.")(handler, call)

    models.script("owl", behave)
    seen = look(endpoint, PELICAN, PNG)
    assert seen.score is not None
    assert seen.score.checklist_share == 1.0
    assert len(models.calls) == 3


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (server.fails(500), "server"),
        (server.fails(401), "access"),
        (server.cuts_off(), "connection"),
        (both(""), "The caption is empty"),
    ],
)
def test_a_judge_that_fails_gives_no_score(
    models: ModelServer, endpoint: JudgeEndpoint, behaviour: Behaviour, error: str
) -> None:
    models.script("owl", behaviour)
    seen = look(endpoint, PELICAN, PNG)
    assert seen.score is None
    assert error in seen.error


@pytest.mark.parametrize("checklist", ["Yes to all.", "[]", '{"riding_posture": "true"}'])
def test_a_checklist_that_cannot_be_read_is_all_no(
    models: ModelServer, endpoint: JudgeEndpoint, checklist: str
) -> None:
    models.script("owl", both("A pelican on a bicycle.", checklist))
    seen = look(endpoint, PELICAN, PNG)
    assert seen.score is not None
    assert seen.score.score == pytest.approx(0.25 * 0.5)


def test_what_the_environment_configures() -> None:
    read = JudgeEndpoint.from_environment
    assert read({}) is None
    assert read({"HF_TOKEN": "hf_0123456789"}) == JudgeEndpoint(DEFAULT_MODEL, HOSTED_URL)
    chosen = read({"HF_TOKEN": "hf_0123456789", "PELICAN_SVG_JUDGE_MODEL": "owl"})
    assert chosen is not None
    assert chosen.model == "owl"
    assert read({"HF_TOKEN": "hf_0123456789", "PELICAN_SVG_DISABLE_JUDGE": "1"}) is None
    own = {"PELICAN_SVG_JUDGE_BASE_URL": "http://127.0.0.1:9/v1", "HF_TOKEN": "hf_0123456789"}
    with pytest.raises(ConfigurationError, match="PELICAN_SVG_JUDGE_MODEL"):
        read(own)
    mine = read({**own, "PELICAN_SVG_JUDGE_MODEL": "owl"})
    assert mine is not None
    assert mine.key == ""
    keyed = read({**own, "PELICAN_SVG_JUDGE_MODEL": "owl", "PELICAN_KEY_JUDGE": "k" * 12})
    assert keyed is not None
    assert keyed.key == "PELICAN_KEY_JUDGE"


@pytest.fixture
def configured(models: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("PELICAN_SVG_") or name == "PELICAN_KEY_JUDGE":
            monkeypatch.delenv(name)
    monkeypatch.setenv("PELICAN_SVG_JUDGE_BASE_URL", models.base_url)
    monkeypatch.setenv("PELICAN_SVG_JUDGE_MODEL", "owl")
    monkeypatch.setenv("HF_TOKEN", "hf_never_sent_anywhere")


@pytest.mark.django_db
def test_a_judging_run_that_asks_for_it_gets_reports(
    make_board: Callable[..., Run], panel: list[Judge], models: ModelServer, configured: None
) -> None:
    models.script("owl", both("A bird on a bicycle."))
    judging = start_judging(plan_judging(Order(make_board(1, 1), seed=1, semantic=True)))
    run_queue()
    judging.refresh_from_db()
    assert judging.state == JudgingRun.State.COMPLETE
    reports = list(SemanticReport.objects.filter(judging=judging))
    assert len(reports) == 2
    assert {report.judge_model for report in reports} == {"owl"}
    assert all(report.judged for report in reports)
    assert all(report.reward == pytest.approx(0.35 + 0.65 * 0.875) for report in reports)
    owls = [call for call in models.calls if call.body["model"] == "owl"]
    assert len(owls) == 4
    assert not any("hf_never" in json.dumps(call.headers) for call in models.calls)
    jobs.look(judging.pk)
    assert len([call for call in models.calls if call.body["model"] == "owl"]) == 4


@pytest.mark.django_db
def test_a_run_that_does_not_ask_gets_none(
    make_board: Callable[..., Run], panel: list[Judge], models: ModelServer, configured: None
) -> None:
    judging = start_judging(plan_judging(Order(make_board(1), seed=1)), hand_out=False)
    control.conduct(judging)
    jobs.look(judging.pk)
    assert not SemanticReport.objects.exists()


@pytest.mark.django_db
def test_a_failed_judge_is_on_the_report(
    make_board: Callable[..., Run],
    panel: list[Judge],
    models: ModelServer,
    configured: None,
    client: Client,
) -> None:
    models.script("owl", server.fails(503))
    judging = start_judging(plan_judging(Order(make_board(1), seed=1, semantic=True)))
    run_queue()
    report = SemanticReport.objects.get(judging=judging)
    assert (report.judged, report.semantic) == (False, 0.0)
    assert report.reward == pytest.approx(0.35)
    assert report.error.startswith("server")
    page = client.get(f"/samples/{Sample.objects.get().pk}/").content.decode()
    assert "the judge failed" in page


@pytest.mark.django_db
def test_a_drawing_without_a_picture_keeps_no_other_waiting(
    make_board: Callable[..., Run], panel: list[Judge], models: ModelServer, configured: None
) -> None:
    models.script("owl", both("A pelican on a bicycle."))
    order = Order(make_board(1, 1), seed=1, semantic=True)
    judging = start_judging(plan_judging(order), hand_out=False)
    control.conduct(judging)
    first, second = Sample.objects.order_by("pk")
    Sample.objects.filter(pk=first.pk).update(svg="no drawing", sha256="0" * 64)
    jobs.look(judging.pk)
    run_queue()
    reports = {report.sample_id: report for report in SemanticReport.objects.all()}
    assert {pk: report.judged for pk, report in reports.items()} == {
        first.pk: False,
        second.pk: True,
    }
    assert reports[first.pk].error == "The drawing has no picture."


@pytest.mark.django_db
def test_a_run_whose_last_call_died_with_its_worker_is_looked_at_too(
    make_board: Callable[..., Run], panel: list[Judge], models: ModelServer, configured: None
) -> None:
    models.script("owl", both("A pelican on a bicycle."))
    order = Order(make_board(1), seed=1, semantic=True)
    judging = start_judging(plan_judging(order), hand_out=False)
    for model in (BlindDescription, JudgingPass):
        model.objects.update(state=model.State.FAILED)
    last = JudgingPass.objects.order_by("-pk")[0]
    JudgingPass.objects.filter(pk=last.pk).update(
        state=JudgingPass.State.ASKING,
        calls=RULES.generation.losses_max,
        claimed_until=timezone.now() - claims.LEASE,
    )
    jobs.sweep()
    run_queue()
    assert JudgingRun.objects.get(pk=judging.pk).state == JudgingRun.State.COMPLETE
    assert SemanticReport.objects.get().judged
