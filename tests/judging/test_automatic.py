"""What begins to be judged without anybody asking."""

from __future__ import annotations

import ast
import pydoc
from collections.abc import Callable
from typing import Any

import pytest
from django_q.models import Schedule

from boards.models import Run, Sample
from boards.signals import sample_ready
from judging import jobs
from judging.models import Judge, JudgingRun
from judging.panel import Order, plan_judging, start_judging
from tests.factories.boards import SampleFactory
from tests.queue import run_queue
from tests.servers.models import ModelServer

pytestmark = pytest.mark.django_db

MakeBoard = Callable[..., Run]


def announce(run: Run) -> None:
    for sample in Sample.objects.filter(slot__run=run):
        sample_ready.send(Sample, sample=sample)


def a_minute_passes() -> None:
    for schedule in Schedule.objects.filter(name__startswith="judging.begin"):
        function = pydoc.locate(schedule.func)
        assert callable(function)
        function(*ast.literal_eval(schedule.args))


def waiting() -> int:
    return len(Schedule.objects.filter(name__startswith="judging.begin"))


def test_a_run_that_has_ended_is_judged_by_the_active_panel(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    run = make_board(1, 1, 1)
    announce(run)
    a_minute_passes()
    run_queue()
    judging = JudgingRun.objects.get()
    assert (judging.run, judging.state) == (run, JudgingRun.State.COMPLETE)
    assert set(judging.judges.all()) == set(panel)
    assert judging.created_by is None
    assert len(models.calls) == 3 * (3 + 2)
    assert waiting() == 0


def test_hearing_of_a_drawing_asks_no_judge(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    announce(make_board(1, 1, 1))
    run_queue()
    assert not JudgingRun.objects.exists()
    assert not models.calls


def test_a_run_is_judged_only_when_its_last_slot_has_settled(
    make_board: MakeBoard, panel: list[Judge]
) -> None:
    run = make_board(1, 1)
    Run.objects.filter(pk=run.pk).update(state=Run.State.RUNNING)
    announce(run)
    a_minute_passes()
    assert not JudgingRun.objects.exists()
    # The last slot fails: no further drawing is announced.
    Run.objects.filter(pk=run.pk).update(state=Run.State.COMPLETE)
    a_minute_passes()
    assert JudgingRun.objects.get().run == run


def test_announcing_again_and_delivering_twice_judge_once(
    make_board: MakeBoard, panel: list[Judge]
) -> None:
    run = make_board(2, 2)
    announce(run)
    announce(run)
    assert waiting() == 1
    jobs.begin(run.pk)
    run_queue()
    jobs.begin(run.pk)
    announce(run)
    a_minute_passes()
    assert JudgingRun.objects.count() == 1
    assert waiting() == 0


@pytest.mark.parametrize(
    "kind",
    [
        {"feeds_board": False},
        {"demo": True},
        {"kind": Run.Kind.CANARY, "feeds_board": False},
        {"kind": Run.Kind.IMPORT, "source": "a folder"},
    ],
    ids=["unlisted", "demo", "canary", "import"],
)
def test_other_runs_wait_for_staff(
    make_board: MakeBoard, panel: list[Judge], kind: dict[str, Any]
) -> None:
    Judge.objects.create(
        role="recorded", name="Recorded", channel="replay", model_id="r", active=True, demo=True
    )
    run = make_board(1, 1)
    Run.objects.filter(pk=run.pk).update(**kind)
    announce(run)
    assert waiting() == 0


@pytest.mark.parametrize("panel_", ["none", "inactive", "demo"])
def test_without_an_active_panel_nothing_waits(
    make_board: MakeBoard, request: pytest.FixtureRequest, panel_: str
) -> None:
    if panel_ != "none":
        request.getfixturevalue("panel")
        Judge.objects.update(**({"active": False} if panel_ == "inactive" else {"demo": True}))
    announce(make_board(1, 1))
    assert waiting() == 0


def test_a_run_that_staff_had_judged_is_not_judged_again(
    make_board: MakeBoard, panel: list[Judge]
) -> None:
    run = make_board(1, 1)
    announce(run)
    begun = start_judging(plan_judging(Order(run, language="en")))
    a_minute_passes()
    assert JudgingRun.objects.get() == begun
    assert waiting() == 0


def test_a_cancelled_run_is_left(make_board: MakeBoard, panel: list[Judge]) -> None:
    run = make_board(1, 1)
    announce(run)
    Run.objects.filter(pk=run.pk).update(state=Run.State.CANCELLED)
    a_minute_passes()
    assert not JudgingRun.objects.exists()
    assert waiting() == 0


def test_a_deleted_run_is_forgotten(make_board: MakeBoard, panel: list[Judge]) -> None:
    run = make_board(1, 1)
    announce(run)
    Sample.objects.all().delete()
    run.delete()
    a_minute_passes()
    assert waiting() == 0


def test_what_the_panel_cannot_judge_is_logged_once_and_left(
    make_board: MakeBoard, panel: list[Judge], caplog: pytest.LogCaptureFixture
) -> None:
    run = make_board(1, 1)
    announce(run)
    Judge.objects.create(role="sums", name="Sums", channel="arithmetic", active=True)
    a_minute_passes()
    a_minute_passes()
    assert not JudgingRun.objects.exists()
    assert [f"Run {run.pk} is not judged by itself" in text for text in caplog.messages] == [True]


def test_for_a_rejected_drawing_nothing_waits(panel: list[Judge]) -> None:
    sample_ready.send(Sample, sample=SampleFactory.create(gate_passed=False))
    assert waiting() == 0
