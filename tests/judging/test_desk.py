"""The judging desk and the public panel page; the command; repeats; recordings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from boards.catalogue import TASKS
from boards.models import Run, Sample
from judging import prompts
from judging.criteria import criteria_for
from judging.models import Judge, JudgingRun, RepeatSeries
from judging.parsing import parse_verdicts
from tests.judging.conftest import answers, result
from tests.queue import run_queue
from tests.servers.models import ModelServer, fails, says
from tests.tree import PROJECT

MakeBoard = Callable[..., Run]
DEMO = PROJECT / "pelican" / "site" / "demo"


@pytest.fixture
def staff(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("ines", is_staff=True, is_superuser=True))
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/ops/judging/", "/ops/judging/1/"])
def test_the_desk_is_for_staff(client: Client, path: str) -> None:
    assert client.get(path).status_code == 302
    for action in ("pause", "resume", "cancel", "retry"):
        assert client.post(f"/ops/judging/1/{action}/").status_code == 302
    assert not JudgingRun.objects.exists()


@pytest.mark.django_db
def test_staff_without_the_right_to_change_judgings_only_look(
    client: Client, make_board: MakeBoard, panel: list[Judge]
) -> None:
    run = make_board(1, 1)
    judging = JudgingRun.objects.create(run=run, language="en", seed=1)
    client.force_login(User.objects.create_user("guest", is_staff=True))
    for path in ("/ops/judging/", f"/ops/judging/{judging.pk}/"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert 'method="post" action="/ops' not in answer.content.decode()
    for action in ("pause", "resume", "cancel", "retry"):
        assert client.post(f"/ops/judging/{judging.pk}/{action}/").status_code == 403
    started = client.post("/ops/judging/start/", {"run": run.pk, "language": "en"})
    assert started.status_code == 403
    assert JudgingRun.objects.get().state == judging.state


@pytest.mark.django_db
def test_a_run_is_judged_from_the_desk(
    staff: Client, make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    run = make_board(1, 1)
    assert "Start judging" in staff.get("/ops/judging/").content.decode()
    response = staff.post("/ops/judging/start/", {"run": run.pk, "language": "en", "calls_max": 5})
    judging = JudgingRun.objects.get()
    assert response["Location"] == f"/ops/judging/{judging.pk}/"
    assert (judging.language, judging.calls_max) == ("en", 5)
    run_queue()
    page = staff.get(f"/ops/judging/{judging.pk}/").content.decode()
    assert "paused at" in page
    assert "The budget is spent. 7 calls are left" in page
    staff.post(f"/ops/judging/{judging.pk}/resume/")
    run_queue()
    staff.post(f"/ops/judging/{judging.pk}/resume/")
    run_queue()
    page = staff.get(f"/ops/judging/{judging.pk}/").content.decode()
    assert "complete, 12 calls" in page
    assert "Krippendorff" in page
    assert "12 begun, 12 answered, 0 lost" in page


@pytest.mark.django_db
def test_failures_can_be_asked_again_and_a_run_cancelled(
    staff: Client, make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    models.script("curlew-1", fails(401), answers())
    run = make_board(1, 1)
    staff.post("/ops/judging/start/", {"run": run.pk, "language": "zh"})
    run_queue()
    judging = JudgingRun.objects.get()
    assert "Ask 1 again" in staff.get(f"/ops/judging/{judging.pk}/").content.decode()
    response = staff.post(f"/ops/judging/{judging.pk}/retry/", follow=True)
    assert "1 call queued again." in response.content.decode()
    run_queue()
    judging.refresh_from_db()
    assert judging.state == JudgingRun.State.COMPLETE
    response = staff.post(f"/ops/judging/{judging.pk}/cancel/", follow=True)
    assert "Not done" in response.content.decode()


@pytest.mark.django_db
def test_what_is_refused_is_told(staff: Client, make_board: MakeBoard) -> None:
    run = make_board(1)
    response = staff.post("/ops/judging/start/", {"run": run.pk, "language": "en"}, follow=True)
    assert "No judge is active" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["", "/zh"])
def test_the_panel_page_has_the_prompts_word_for_word(client: Client, language: str) -> None:
    response = client.get(f"{language}/panel/")
    texts = response.context["texts"]
    assert {text["describe"] for text in texts} == {
        prompts.describe("zh"),
        prompts.describe("en"),
    }
    assert "把分数用开" in response.content.decode()


@pytest.mark.django_db
def test_the_command_judges_here(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    out = StringIO()
    call_command(
        "judge", run=make_board(1, 1).pk, here=True, format="json", stdout=out, stderr=StringIO()
    )
    facts = json.loads(out.getvalue())
    assert (facts["state"], facts["total"], facts["done"], facts["lost"]) == ("complete", 12, 12, 0)


@pytest.mark.django_db
def test_the_command_says_what_it_refuses(make_board: MakeBoard, panel: list[Judge]) -> None:
    for options, message in (
        ({"run": 99}, "There is no run 99"),
        ({"run": make_board(1).pk, "judge": ["owl"]}, "There is no judge owl"),
        ({"repeat": [2, 99], "judge": ["curlew"]}, "There is no drawing 99"),
    ):
        with pytest.raises(CommandError, match=message) as caught:
            call_command("judge", stderr=StringIO(), **options)
        assert caught.value.returncode == 2


@pytest.mark.django_db
def test_ctrl_c_ends_the_waiting_and_says_that_the_judging_goes_on(
    make_board: MakeBoard, panel: list[Judge], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupt)
    said = StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("judge", run=make_board(1, 1).pk, wait=True, format="json", stderr=said)
    judging = JudgingRun.objects.get()
    assert caught.value.code == 130
    assert said.getvalue().endswith(f"goes on; watch it at /ops/judging/{judging.pk}/\n")
    assert judging.state == JudgingRun.State.RUNNING


@pytest.mark.django_db
def test_a_judge_asked_the_same_again_and_again(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    make_board(1)
    checklist = {**result("A")["checklist"], "on_seat": False}
    models.script(
        "curlew-1",
        answers(),
        answers(checklist=checklist),
        says("no"),
        answers(description="Another picture."),
    )
    out = StringIO()
    sample = Sample.objects.get()
    call_command("judge", repeat=[4, sample.pk], judge=["curlew"], format="json", stdout=out)
    spread = json.loads(out.getvalue())
    assert (spread["n"], spread["mean"], spread["sd"]) == (3, 5.0, 0.0)
    assert spread["flipped"] == ["on_seat"]
    assert spread["same_words"] is False
    series = RepeatSeries.objects.get()
    assert (series.asked, series.unread) == (4, 1)


@pytest.mark.parametrize("judge", ["curlew", "dunlin", "rail"])
def test_what_the_demo_judges_recorded_reads_like_any_reply(judge: str) -> None:
    recording = json.loads((DEMO / "verdicts" / f"{judge}.json").read_text(encoding="utf-8"))
    criteria = criteria_for(TASKS["pelican_bicycle"])
    drawings = {
        hashlib.sha256(path.read_bytes()).hexdigest(): path.name
        for path in (DEMO / "drawings").iterdir()
    }
    assert len(recording) == 26
    for digest, answer in recording.items():
        assert drawings[digest] == answer["file"]
        assert len(answer["passes"]) == 2
        for one in answer["passes"]:
            reply = json.dumps({"results": [{"label": "A", **one}]})
            assert len(parse_verdicts(reply, "A", criteria)) == 1
            assert len(one["comment"].split()) <= 25
