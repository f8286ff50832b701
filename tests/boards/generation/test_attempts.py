"""One attempt after another, from the queue to the sample, with a real server at the other end."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from django.utils.translation import override
from django_q.models import OrmQ, Schedule

from boards import jobs
from boards.generation import attempts, claims
from boards.models import Attempt, Claim, Harness, Route, Run, RunEvent, Sample, Slot
from boards.raw import read_raw
from boards.signals import sample_ready, variant_refused
from tests.boards.generation.conftest import GOOD_SVG
from tests.queue import deliver, run_due_schedules, run_queue
from tests.servers import models as server
from tests.servers.models import ModelServer

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


@pytest.fixture
def heard() -> Any:
    """The samples announced by ``sample_ready``."""
    samples: list[Sample] = []

    def hear(sample: Sample, **_kwargs: Any) -> None:
        samples.append(sample)

    sample_ready.connect(hear)
    yield samples
    sample_ready.disconnect(hear)


def test_it_works(start: Start, heard: list[Sample]) -> None:
    run = start(n=3)
    run_queue()
    run.refresh_from_db()
    assert run.state == Run.State.COMPLETE
    assert run.finished_at is not None
    samples = list(Sample.objects.order_by("pk"))
    assert len(samples) == 3
    assert all(sample.gate_passed for sample in samples)
    assert heard == samples
    assert Claim.objects.count() == 0
    assert OrmQ.objects.count() == 0


def test_one_attempt_tells_everything_about_itself(start: Start, catalogue: ModelServer) -> None:
    usage = {"prompt_tokens": 14, "completion_tokens": 500}
    catalogue.script("gannet-1", server.says(GOOD_SVG, usage=usage, model="gannet-1-0930"))
    start()
    run_queue()
    attempt = Attempt.objects.get()
    assert attempt.outcome == Attempt.Outcome.REPLIED
    assert attempt.ended_at is not None
    assert attempt.ended_at >= attempt.started_at
    assert attempt.receipts == {
        "input_tokens": 14,
        "output_tokens": 500,
        "reasoning_tokens": None,
        "cost_usd": None,
        "model": "gannet-1-0930",
    }
    assert attempt.fingerprint_parts["requested_model"] == "gannet-1"
    assert attempt.fingerprint_parts["echoed_model"] == "gannet-1-0930"
    assert len(attempt.variant_fingerprint) == 64
    content = read_raw(attempt.raw_path)
    assert content is not None
    assert hashlib.sha256(content).hexdigest() == attempt.raw_digest
    record = json.loads(content)
    assert record["reply"] == GOOD_SVG
    assert record["request"]["model"] == "gannet-1"
    sample = Sample.objects.get()
    assert sample.receipts == attempt.receipts
    assert sample.duration_ms is not None
    assert sample.response_digest == hashlib.sha256(GOOD_SVG.encode()).hexdigest()


def test_a_changed_echo_changes_the_fingerprint(start: Start, catalogue: ModelServer) -> None:
    catalogue.script("gannet-1", server.says(GOOD_SVG, model="a"), server.says(GOOD_SVG, model="b"))
    start(n=2)
    run_queue()
    assert Attempt.objects.values("variant_fingerprint").distinct().count() == 2


@pytest.mark.parametrize(
    ("behaviour", "code"),
    [
        (server.says("I would rather not.", refusal=True), "no_svg"),
        (server.says(""), "no_svg"),
        (server.says("<svg xmlns='http://www.w3.org/2000/svg'><path d='M0"), "truncated"),
        (server.floods(megabytes=3), "too_many_elements"),
    ],
    ids=["refusal", "silence", "cut by the token limit", "over 2 MiB"],
)
def test_a_bad_reply_is_a_result_not_a_failure(
    behaviour: server.Behaviour, code: str, start: Start, catalogue: ModelServer
) -> None:
    catalogue.script("gannet-1", behaviour)
    run = start()
    run_queue()
    run.refresh_from_db()
    sample = Sample.objects.get()
    assert [violation["code"] for violation in sample.violations] == [code]
    assert run.state == Run.State.COMPLETE
    assert len(catalogue.calls) == 1
    assert RunEvent.objects.get(kind=RunEvent.Kind.REJECTED).params == {"codes": [code]}


def test_a_failure_is_retried_after_the_waits_of_the_rules_and_then_final(
    start: Start, catalogue: ModelServer
) -> None:
    catalogue.script("gannet-1", server.fails(500))
    began = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
    with time_machine.travel(began, tick=False) as clock:
        run = start()
        for wait in (30, 120, 600):
            run_queue()
            slot = Slot.objects.get()
            assert slot.state == Slot.State.RETRY
            assert slot.due_at == timezone.now() + dt.timedelta(seconds=wait)
            assert Schedule.objects.get(schedule_type=Schedule.ONCE).next_run == slot.due_at
            clock.shift(wait - 1)
            jobs.sweep()
            assert (run_due_schedules(), run_queue()) == (0, 0), "a second too early"
            clock.shift(1)
            assert run_due_schedules() == 1
        run_queue()
    slot = Slot.objects.get()
    run.refresh_from_db()
    assert slot.state == Slot.State.FAILED
    assert [attempt.failure for attempt in slot.attempts.all()] == ["server"] * 4
    assert not Sample.objects.exists()
    assert run.state == Run.State.COMPLETE


def test_a_retry_that_works_is_the_result(start: Start, catalogue: ModelServer) -> None:
    catalogue.script("gannet-1", server.fails(500), server.says(GOOD_SVG))
    with time_machine.travel(timezone.now(), tick=False) as clock:
        start()
        run_queue()
        clock.shift(30)
        run_due_schedules()
        run_queue()
    assert Sample.objects.get().gate_passed
    assert [attempt.outcome for attempt in Attempt.objects.all()] == ["failed", "replied"]


@pytest.mark.parametrize(("asked", "wait"), [("90", 90), ("5", 30), ("99999", 600)])
def test_retry_after_is_honoured_within_limits(
    asked: str, wait: int, start: Start, catalogue: ModelServer
) -> None:
    catalogue.script("gannet-1", server.fails(429, retry_after=asked))
    with time_machine.travel(timezone.now(), tick=False):
        start()
        run_queue()
        assert Slot.objects.get().due_at == timezone.now() + dt.timedelta(seconds=wait)


@pytest.mark.parametrize(
    ("behaviour", "problem"),
    [
        (server.fails(401, "invalid_api_key", "Wrong key"), Route.Problem.ACCESS),
        (server.fails(403, "", "Not in your country"), Route.Problem.ACCESS),
        (server.fails(404, "model_not_found"), Route.Problem.GONE),
    ],
)
def test_a_provider_that_refuses_the_variant_marks_it(
    behaviour: server.Behaviour, problem: Route.Problem, start: Start, catalogue: ModelServer
) -> None:
    refused: list[Route] = []

    def hear(route: Route, **_kwargs: Any) -> None:
        refused.append(route)

    variant_refused.connect(hear)
    catalogue.script("gannet-1", behaviour, server.says(GOOD_SVG))
    start()
    run_queue()
    route = Route.objects.get(variant__slug="gannet")
    assert Slot.objects.get().state == Slot.State.FAILED
    assert len(catalogue.calls) == 1
    assert route.problem == problem
    assert route.problem_detail.startswith("HTTP 40")
    assert refused == [route]
    start()
    run_queue()
    route.refresh_from_db()
    assert (route.problem, route.problem_at) == ("", None), "a drawing clears the mark"


def test_five_failures_in_a_row_pause_the_run(start: Start, catalogue: ModelServer) -> None:
    catalogue.script("gannet-1", server.fails(400, message="no"))
    run = start(n=8)
    run_queue()
    run.refresh_from_db()
    assert (run.state, run.pause_reason) == (Run.State.PAUSED, Run.Pause.FAILURES)
    assert Slot.objects.filter(state=Slot.State.FAILED).count() == 5
    assert Slot.objects.filter(state=Slot.State.QUEUED).count() == 3


def test_a_drawing_between_failures_starts_the_count_again(
    start: Start, catalogue: ModelServer
) -> None:
    bad, good = server.fails(400, message="no"), server.says(GOOD_SVG)
    catalogue.script("gannet-1", *[bad] * 4, good, *[bad] * 4, good)
    run = start(n=10)
    run_queue()
    run.refresh_from_db()
    assert run.state == Run.State.COMPLETE


def test_no_more_calls_at_a_time_than_the_harness_makes(start: Start) -> None:
    start("gannet", "heron-low", n=5)
    assert OrmQ.objects.count() == 3
    for job in list(OrmQ.objects.all()):
        claims.take(job.task["args"][0])
    free = Slot.objects.filter(state=Slot.State.QUEUED).first()
    assert free is not None
    assert claims.take(free.pk) is None, "a fourth claim"
    assert Claim.objects.count() == 3


def test_every_variant_gets_its_first_drawing_before_any_gets_its_second(start: Start) -> None:
    start("gannet", "heron-low", "heron-high", n=5)
    handed = Slot.objects.filter(handed_at__isnull=False)
    assert set(handed.values_list("index", flat=True)) == {1}
    assert handed.values("variant").distinct().count() == 3


def test_two_deliveries_of_one_job_make_one_sample(start: Start, catalogue: ModelServer) -> None:
    start()
    (job,) = OrmQ.objects.all()
    deliver(job)
    deliver(job)
    assert Sample.objects.count() == 1
    assert len(catalogue.calls) == 1


def test_a_job_for_a_run_that_was_deleted_does_nothing(start: Start) -> None:
    run = start()
    (job,) = OrmQ.objects.all()
    run.delete()
    deliver(job)


def test_a_reply_that_is_kept_is_not_asked_for_again(
    start: Start, catalogue: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker dies between the reply and the sample."""
    start()

    def die(*_args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(attempts, "evaluate_reply", die)  # a kill at this moment cannot be staged
        with pytest.raises(KeyboardInterrupt):
            run_queue()
    OrmQ.objects.all().delete()
    Claim.objects.update(expires_at=timezone.now() - dt.timedelta(seconds=1))
    assert jobs.sweep() == 1
    run_queue()
    assert len(catalogue.calls) == 1
    sample = Sample.objects.get()
    assert sample.gate_passed
    assert sample.receipts["model"] == "gannet-1"
    first, second = Attempt.objects.order_by("number")
    assert (first.outcome, second.outcome) == ("lost", "replied")
    assert (first.raw_path, first.variant_fingerprint) == (
        *(second.raw_path, second.variant_fingerprint),
    )


def test_a_reply_is_not_asked_for_again_when_it_could_not_be_measured(
    start: Start, catalogue: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: Any) -> None:
        raise RuntimeError("the ruler is broken")

    with time_machine.travel(timezone.now(), tick=False) as clock:
        with monkeypatch.context() as patch:
            patch.setattr(attempts, "evaluate_reply", fail)  # an error of the engine is not known
            start()
            run_queue()
        clock.shift(30)
        run_due_schedules()
        run_queue()
    assert len(catalogue.calls) == 1
    assert Sample.objects.get().gate_passed
    assert [attempt.failure for attempt in Attempt.objects.all()] == ["internal", ""]


def test_an_error_of_this_site_is_retried_and_named(
    start: Start, catalogue: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(attempts, "save_raw", fail)  # a full disk cannot be staged here
    start()
    run_queue()
    attempt = Attempt.objects.get()
    assert attempt.failure == "internal"
    assert "No space left on device" in attempt.error
    assert Slot.objects.get().state == Slot.State.RETRY


def test_a_harness_switched_off_meanwhile_makes_no_call(
    start: Start, catalogue: ModelServer
) -> None:
    start()
    Harness.objects.update(enabled=False)
    run_queue()
    assert catalogue.calls == []
    assert Attempt.objects.get().failure == "setting"


def test_the_sketcher_draws_as_what_it_is(start: Start) -> None:
    run = start("sketcher-ink-max", n=2)
    run_queue()
    run.refresh_from_db()
    assert run.state == Run.State.COMPLETE
    assert Sample.objects.filter(gate_passed=True).count() >= 1
    condition = run.slots.first().condition  # type: ignore[union-attr]  # it has slots
    assert condition.drawn_by_sketcher
    assert "not a model" in condition.label
    with override("zh-hans"):
        assert "不是模型" in condition.label
    assert not any(attempts.FOLDERS.iterdir())
