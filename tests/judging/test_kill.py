"""A judging that is killed in the middle and gone on with: nothing is paid for twice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import connection

from boards.models import Run, Sample
from boards.pictures import ensure_picture
from judging import control
from judging.models import BlindDescription, Judge, JudgingPass, JudgingRun, Verdict
from judging.progress import progress_of
from tests.judging.conftest import answers
from tests.servers.models import Call, Handler, ModelServer
from tests.tree import PROJECT

pytestmark = pytest.mark.django_db(transaction=True)


def database_url() -> str:
    """The test database, as another process reaches it."""
    options = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{options['NAME']}"
    folder = options["HOST"] or options["OPTIONS"]["host"]
    return f"postgres://{options['USER']}@/{options['NAME']}?host={folder}"


class Killer:
    """Answers, but kills the process that asks at one of its calls, before or after answering."""

    def __init__(self, at: int, *, answer_first: bool) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.seen = 0
        self._at = at
        self._answer_first = answer_first

    def __call__(self, handler: Handler, call: Call) -> None:
        self.seen += 1
        deadly = self.seen == self._at and self.process is not None
        if not deadly or self._answer_first:
            answers()(handler, call)
        if deadly and self.process is not None:
            self.process.kill()


@pytest.fixture
def environment() -> dict[str, str]:
    """Of a process that works on this test's database and files."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "pelican.settings",
        "PELICAN_VAR": str(settings.VAR_DIR),
        "DATABASE_URL": database_url(),
    }


@pytest.mark.parametrize("answer_first", [False, True], ids=["in flight", "just answered"])
def test_killed_and_gone_on_with(
    make_board: Callable[..., Run],
    panel: list[Judge],
    models: ModelServer,
    environment: dict[str, str],
    answer_first: bool,
) -> None:
    run = make_board(1, 1, 1)
    for sample in Sample.objects.all():
        ensure_picture(sample)
    planned = 3 * (3 + 2)
    killer = Killer(at=11, answer_first=answer_first)
    for judge in panel:
        models.script(judge.model_id, killer)
    killer.process = subprocess.Popen(
        [sys.executable, "manage.py", "judge", "--run", str(run.pk), "--here", "--format", "json"],
        cwd=PROJECT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert killer.process.wait(timeout=240) == -9
    assert killer.seen == 11
    judging = JudgingRun.objects.get()
    assert judging.state == JudgingRun.State.RUNNING
    stored = progress_of(judging).replies
    assert stored in {10, 11} if answer_first else {10}
    verdicts = Verdict.objects.count()

    killer.process = None
    control.conduct(judging)

    judging.refresh_from_db()
    progress = progress_of(judging)
    assert judging.state == JudgingRun.State.COMPLETE
    assert progress.done == planned
    # No stored reply was asked for again; at most the one call in flight was repeated.
    assert killer.seen == 11 + planned - stored
    assert progress.lost == 11 - stored
    assert progress.requests == killer.seen <= planned + 1
    assert Verdict.objects.count() == 3 * 3 * 2 >= verdicts
    for model in (BlindDescription, JudgingPass):
        assert all(len(call.replies) == 1 for call in model.objects.all())
