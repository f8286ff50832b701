"""``sync_models``, ``run_batch`` and ``purge_raw``."""

from __future__ import annotations

import datetime as dt
import io
import itertools
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django_q.models import Schedule

from boards import jobs
from boards.generation.catalogue_sync import sync_models
from boards.generation.models_toml import read_models_file
from boards.models import Harness, Route, Run, Variant, Vendor
from boards.raw import save_raw
from boards.schedules import ensure_schedules
from tests.queue import run_queue
from tests.tree import PROJECT

pytestmark = pytest.mark.django_db

SHIPPED = PROJECT / "models.toml"
ORDER = ("--task", "pelican_bicycle", "--variant", "sketcher-ink-max")


def call(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def catalogue(db: None) -> None:
    sync_models(read_models_file(SHIPPED))


def test_sync_applies_the_shipped_file_once(db: None) -> None:
    assert "+ variant sketcher-ink-max" in call("sync_models", str(SHIPPED))
    assert Variant.objects.filter(active=True).count() == 32
    assert call("sync_models", str(SHIPPED)) == "Nothing to change.\n"


def test_a_dry_run_changes_nothing(db: None) -> None:
    assert "would change" in call("sync_models", str(SHIPPED), "--dry-run")
    assert not Vendor.objects.exists()
    assert not Harness.objects.exists()


def test_sync_follows_the_file_but_leaves_names_to_the_admin(
    catalogue: None, tmp_path: Path
) -> None:
    Vendor.objects.update(name="Renamed by staff")
    text = SHIPPED.read_text(encoding="utf-8")
    changed = text.replace(
        'slug = "sketch"\nkind = "sketch"\nconcurrency = 8',
        ('slug = "sketch"\nkind = "sketch"\nconcurrency = 9'),
    ).replace('efforts = ["low", "medium", "high", "max"]', 'efforts = ["low", "high", "max"]')
    path = tmp_path / "models.toml"
    path.write_text(changed.replace('slug = "local"', 'slug = "lokal"'), encoding="utf-8")
    said = call("sync_models", str(path))
    assert "~ harness sketch: concurrency 8 → 9" in said
    assert "- harness local: switched off" in said
    assert "- variant sketcher-ink-medium: inactive" in said
    assert Vendor.objects.get().name == "Renamed by staff"
    assert not Harness.objects.get(slug="local").enabled
    assert Route.objects.count() == 24


def test_a_bad_file_changes_nothing_and_ends_with_2(catalogue: None, tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text('[[harness]]\nslug = "x"\nkind = "telepathy"\n', encoding="utf-8")
    with pytest.raises(CommandError, match="kind is one of") as caught:
        call("sync_models", str(path))
    assert caught.value.returncode == 2
    assert Harness.objects.filter(slug="sketch", enabled=True).exists()


def test_run_batch_starts_a_run(catalogue: None) -> None:
    said = call("run_batch", *ORDER, "--n", "2", "--note", "first light")
    run = Run.objects.get()
    assert said.startswith(
        f"Run {run.pk}: 1 variant × 1 task × 2 = 2 calls, no cost: the reference"
    )
    assert (run.n, run.note, run.slots.count()) == (2, "first light", 2)


def test_run_batch_refuses_with_2_before_anything_starts(catalogue: None) -> None:
    with pytest.raises(CommandError, match=r"Nothing was started[\s\S]*albatross") as caught:
        call("run_batch", "--task", "pelican_bicycle", "--variant", "albatross")
    assert caught.value.returncode == 2
    assert not Run.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_run_batch_waits_and_answers_in_json(catalogue: None) -> None:
    ended = threading.Event()

    def work() -> None:
        while not ended.wait(0.1):
            run_queue()
        connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        answer: dict[str, Any] = json.loads(
            call("run_batch", *ORDER, "--n", "2", "--wait", "--format", "json")
        )
    finally:
        ended.set()
        worker.join()
    assert answer["state"] == "complete"
    assert [slot["index"] for slot in answer["slots"]] == [1, 2]
    assert all(slot["sample"] for slot in answer["slots"])


def test_a_run_that_is_paused_ends_the_wait_with_3(
    catalogue: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from boards.generation import runs
    from boards.management.commands import run_batch

    def start_paused(*arguments: Any, **options: Any) -> Run:
        return runs.pause(runs.start_run(*arguments, **options).pk)

    monkeypatch.setattr(run_batch, "start_run", start_paused)
    with pytest.raises(SystemExit) as caught:
        call("run_batch", *ORDER, "--wait")
    assert caught.value.code == 3


def test_ctrl_c_ends_the_waiting_and_says_that_the_run_goes_on(
    catalogue: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupt)
    with pytest.raises(SystemExit) as caught:
        call_command("run_batch", *ORDER, "--wait")
    run = Run.objects.get()
    assert caught.value.code == 130
    said = capsys.readouterr()
    assert said.err.splitlines()[-1] == f"The run goes on; watch it at /ops/runs/{run.pk}/"
    assert "Waiting for its end" in said.err
    assert run.state == Run.State.RUNNING


def test_a_wait_in_which_nothing_moves_says_what_it_waits_for(
    catalogue: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = itertools.count(0, 4)
    pauses = iter(range(8))

    def pause(_seconds: float) -> None:
        if next(pauses, None) is None:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", pause)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    with pytest.raises(SystemExit):
        call_command("run_batch", *ORDER, "--wait")
    assert capsys.readouterr().err.count("Waiting for a worker.") >= 2


def test_the_purge_can_be_run_by_hand_and_is_scheduled_once(db: None) -> None:
    save_raw("attempts", b"x", day=dt.date(2020, 1, 1))
    assert call("purge_raw") == "Raw records deleted: 1.\n"
    ensure_schedules()
    ensure_schedules()
    schedule = Schedule.objects.get(name="boards.purge_raw")
    assert schedule.schedule_type == Schedule.DAILY
    assert jobs.purge_raw() == 0
