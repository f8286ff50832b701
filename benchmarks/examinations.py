"""Examinations from the queue to their end: ask, claim, settle, sweep.

Jobs are delivered at least once and workers die. A job takes a queued row by one conditional
update and writes its result only while it still holds the token; what a dead worker held is put
back by the sweep.
One worker at a time has a browser: a job that comes meanwhile leaves its row queued, and whoever
has ended an examination hands out the next.
"""

from __future__ import annotations

import datetime as dt
import fcntl
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django_q.models import OrmQ
from django_q.tasks import async_task

from benchmarks.models import Artifact, Benchmark, Examination, Validation
from benchmarks.profiles import Profile
from pelican.rules import RULES

Exam = TypeVar("Exam", Validation, Benchmark)

JOB_SECONDS: Final = 900
"""The runner gets this long; below the time-out of the cluster that its job runs in."""

LOST_AFTER: Final = dt.timedelta(seconds=JOB_SECONDS + 300)

_JOBS: Final[dict[type[Examination], str]] = {
    Validation: "benchmarks.jobs.validate_artifact",
    Benchmark: "benchmarks.jobs.benchmark_artifact",
}


def ask(kind: type[Exam], artifact: Artifact, profile: Profile, *, enqueue: bool = True) -> Exam:
    """Queue an examination, or find the one under this profile that is open already."""
    values: dict[str, Any] = {"rules_version": RULES.version}
    if kind is Benchmark:
        values |= {"width": profile.width, "height": profile.height}
    try:
        with transaction.atomic():
            exam = kind.objects.create(artifact=artifact, profile=profile.name, **values)
    except IntegrityError:
        return kind.objects.get(
            artifact=artifact,
            profile=profile.name,
            progress__in=[Examination.State.QUEUED, Examination.State.RUNNING],
        )
    if enqueue:
        transaction.on_commit(
            lambda: async_task(_JOBS[kind], exam.pk, cluster=settings.SLOW_CLUSTER)
        )
    return exam


def hand_out() -> bool:
    """Put the examination that was asked for first into the queue; returns whether it did.

    Nothing is put there where none is left, or where the job of one lies there already.
    """
    queued = [
        *Validation.objects.filter(progress=Examination.State.QUEUED).order_by("pk")[:1],
        *Benchmark.objects.filter(progress=Examination.State.QUEUED).order_by("pk")[:1],
    ]
    if not queued or _job_waits():
        return False
    first = min(queued, key=lambda exam: exam.created_at)
    async_task(_JOBS[type(first)], first.pk, cluster=settings.SLOW_CLUSTER)
    return True


def _job_waits() -> bool:
    waiting = OrmQ.objects.filter(key=settings.SLOW_CLUSTER, lock__lte=timezone.now())
    return any(entry.task.get("func") in _JOBS.values() for entry in waiting.iterator())


def claim(kind: type[Exam], pk: int) -> Exam | None:
    """Take a queued examination; None when it is gone, done, or another's."""
    token = secrets.token_hex(16)
    taken = kind.objects.filter(pk=pk, progress=Examination.State.QUEUED).update(
        progress=Examination.State.RUNNING, token=token, started_at=timezone.now()
    )
    return kind.objects.select_related("artifact").get(pk=pk) if taken else None


def holds(exam: Validation | Benchmark) -> bool:
    """Whether the claim still stands; asked inside the transaction that writes the result."""
    kind = type(exam)
    held = kind.objects.select_for_update().filter(
        pk=exam.pk, token=exam.token, progress=Examination.State.RUNNING
    )
    return held.exists()


def give_up(exam: Validation | Benchmark, problem: str) -> None:
    """Note that an examination could not be carried out: no browser, or the runner failed."""
    type(exam).objects.filter(pk=exam.pk, token=exam.token).update(
        progress=Examination.State.FAILED, problem=problem, ended_at=timezone.now()
    )


@contextmanager
def alive(exam: Validation | Benchmark) -> Iterator[None]:
    """Show, until the block ends, that the process which claimed an examination lives.

    It holds a lock on a file named after its token, which it loses however it ends.
    """
    path = _lock_path(exam.token)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _has_died(token: str) -> bool:
    """Whether a lock lies there without its process; False without one, as on another machine."""
    path = _lock_path(token)
    try:
        with path.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink(missing_ok=True)
            return True
    except (FileNotFoundError, BlockingIOError):
        return False


def _lock_path(token: str) -> Path:
    # By machine, since the folder may be shared and locks need not be seen across a network.
    return Path(settings.VAR_DIR) / "examinations" / socket.gethostname() / token


def sweep(now: dt.datetime | None = None) -> int:
    """Take up again what processes that died left running; returns how much.

    Such an examination waits once more. If it is lost a second time it has failed: it may be what
    kills its process.
    """
    before = (now or timezone.now()) - LOST_AFTER
    swept = 0
    for kind in (Validation, Benchmark):
        for exam in kind.objects.filter(progress=Examination.State.RUNNING):
            overdue = exam.started_at is not None and exam.started_at < before
            if overdue or _has_died(exam.token):
                swept += _put_back(exam)
    return swept


def _put_back(exam: Validation | Benchmark) -> int:
    kind = type(exam)
    mine = kind.objects.filter(pk=exam.pk, token=exam.token, progress=Examination.State.RUNNING)
    if exam.problem:
        return mine.update(
            progress=Examination.State.FAILED,
            problem="The worker was lost twice. Ask for it again.",
            ended_at=timezone.now(),
        )
    return mine.update(
        progress=Examination.State.QUEUED,
        problem="The worker was lost.",
        token="",
        started_at=None,
    )
