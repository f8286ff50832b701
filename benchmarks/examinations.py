"""Examinations from the queue to their end: ask, claim, settle, sweep.

Jobs are delivered at least once and workers die. A job takes a queued row by one conditional
update and writes its result only while it still holds the token; what a dead worker held is swept.
One worker at a time has a browser: a job that comes meanwhile leaves its row queued, and whoever
has ended an examination hands out the next.
"""

from __future__ import annotations

import datetime as dt
import secrets
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


def sweep(now: dt.datetime | None = None) -> int:
    """End what workers that died left running; returns how many."""
    before = (now or timezone.now()) - LOST_AFTER
    return sum(
        kind.objects.filter(progress=Examination.State.RUNNING, started_at__lt=before).update(
            progress=Examination.State.FAILED,
            problem="The worker was lost. Ask for it again.",
            ended_at=timezone.now(),
        )
        for kind in (Validation, Benchmark)
    )
