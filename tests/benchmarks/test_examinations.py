from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from django.utils import timezone
from django_q.models import OrmQ

from benchmarks import benchmarking, examinations, jobs, validating
from benchmarks.models import Benchmark, Validation
from benchmarks.profiles import CANONICAL, CI
from benchmarks.runner import supervise
from benchmarks.runner.supervise import RunnerUnavailableError
from boards.browser_turn import browser_turn
from tests.factories.benchmarks import ArtifactFactory, ValidationFactory
from tests.queue import deliver

pytestmark = pytest.mark.django_db


def test_an_examination_is_asked_for_once_at_a_time(django_capture_on_commit_callbacks) -> None:
    artifact = ArtifactFactory.create()
    with django_capture_on_commit_callbacks(execute=True):
        first = examinations.ask(Validation, artifact, CANONICAL)
        again = examinations.ask(Validation, artifact, CANONICAL)
        other = examinations.ask(Validation, artifact, CI)
    assert first == again != other
    assert OrmQ.objects.count() == 2


def test_a_second_delivery_does_nothing() -> None:
    exam = examinations.ask(Validation, ArtifactFactory.create(), CANONICAL, enqueue=False)
    assert examinations.claim(Validation, exam.pk) is not None
    assert examinations.claim(Validation, exam.pk) is None
    assert validating.carry_out(exam.pk) is None
    assert examinations.claim(Validation, 10_000) is None


def test_a_claim_that_was_taken_away_writes_nothing() -> None:
    exam = examinations.ask(Validation, ArtifactFactory.create(), CANONICAL, enqueue=False)
    claimed = examinations.claim(Validation, exam.pk)
    assert claimed is not None
    assert examinations.holds(claimed)
    Validation.objects.filter(pk=exam.pk).update(token="another")
    assert not examinations.holds(claimed)
    examinations.give_up(claimed, "too late")
    assert Validation.objects.get().problem == ""


def test_what_a_worker_of_another_machine_lost_is_taken_up_when_its_time_is_over() -> None:
    exam = examinations.ask(Benchmark, ArtifactFactory.create(), CI, enqueue=False)
    examinations.claim(Benchmark, exam.pk)
    assert examinations.sweep() == 0
    later = timezone.now() + examinations.LOST_AFTER + dt.timedelta(seconds=1)
    assert examinations.sweep(later) == 1
    exam.refresh_from_db()
    assert exam.progress == Benchmark.State.QUEUED
    assert examinations.claim(Benchmark, exam.pk) is not None


def test_what_a_dead_process_held_is_taken_up_at_once_and_once(settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    exam = examinations.ask(Benchmark, ArtifactFactory.create(), CI, enqueue=False)
    for progress in (Benchmark.State.QUEUED, Benchmark.State.FAILED):
        claimed = examinations.claim(Benchmark, exam.pk)
        assert claimed is not None
        with examinations.alive(claimed):
            assert examinations.sweep() == 0
            left = next((tmp_path / "examinations").glob("*/*"))
        left.touch()  # as a process leaves it that is killed
        assert examinations.sweep() == 1
        assert not left.exists()
        exam.refresh_from_db()
        assert exam.progress == progress
    assert exam.problem == "The worker was lost twice. Ask for it again."


def test_what_breaks_the_contract_is_settled_without_a_browser(monkeypatch) -> None:
    monkeypatch.setattr(supervise, "find_chromium", lambda _configured: None)
    artifact = ArtifactFactory.create(source="const a = ;")
    exam = examinations.ask(Validation, artifact, CANONICAL, enqueue=False)
    done = validating.carry_out(exam.pk)
    assert done is not None
    done.refresh_from_db()
    assert done.outcome == Validation.Outcome.FAILED
    assert [finding["code"] for finding in done.findings] == ["contract.syntax"]
    timed = examinations.ask(Benchmark, artifact, CI, enqueue=False)
    benchmarking.carry_out(timed.pk)
    timed.refresh_from_db()
    assert (timed.result, timed.reason["code"]) == ("failed", "contract.syntax")


def test_without_a_browser_it_is_unavailable(monkeypatch) -> None:
    monkeypatch.setattr(supervise, "find_chromium", lambda _configured: None)
    with pytest.raises(RunnerUnavailableError, match="apt-get install chromium"):
        supervise.chromium_or_refuse("")
    exam = examinations.ask(Validation, ArtifactFactory.create(), CANONICAL, enqueue=False)
    validating.carry_out(exam.pk)
    exam.refresh_from_db()
    assert exam.progress == Validation.State.FAILED
    assert exam.problem.startswith("unavailable")
    assert exam.outcome == ""


def test_a_failed_one_may_be_asked_for_again() -> None:
    failed = ValidationFactory.create(progress=Validation.State.FAILED, outcome="", problem="x")
    again = examinations.ask(Validation, failed.artifact, CANONICAL, enqueue=False)
    assert again.pk != failed.pk


def test_who_has_no_turn_leaves_it_queued_and_whoever_has_hands_out_the_next(
    monkeypatch, settings
) -> None:
    monkeypatch.setattr(supervise, "find_chromium", lambda _configured: None)
    first = examinations.ask(Validation, ArtifactFactory.create(), CANONICAL, enqueue=False)
    second = examinations.ask(Benchmark, ArtifactFactory.create(), CI, enqueue=False)
    with browser_turn(settings.VAR_DIR):
        jobs.validate_artifact(first.pk)
        first.refresh_from_db()
        assert first.progress == Validation.State.QUEUED
        assert not OrmQ.objects.exists()
    jobs.validate_artifact(first.pk)
    (job,) = OrmQ.objects.all()
    assert (job.key, job.task["func"]) == (
        settings.SLOW_CLUSTER,
        "benchmarks.jobs.benchmark_artifact",
    )
    deliver(job)
    for exam in (first, second):
        exam.refresh_from_db()
        assert exam.progress == Validation.State.FAILED
    assert not OrmQ.objects.exists()


def test_the_sweep_hands_out_what_waits_once() -> None:
    exam = examinations.ask(Validation, ArtifactFactory.create(), CANONICAL, enqueue=False)
    jobs.sweep()
    jobs.sweep()
    (job,) = OrmQ.objects.all()
    assert job.task["args"] == (exam.pk,)
