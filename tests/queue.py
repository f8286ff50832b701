"""Plays the queue: delivers jobs and schedules in this process, one by one, like a worker."""

from __future__ import annotations

import ast
import pydoc

from django.utils import timezone
from django_q.models import OrmQ, Schedule


def deliver(job: OrmQ) -> None:
    """Run a job; its row goes when it has ended, as an acknowledged job's does."""
    function = pydoc.locate(job.task["func"])
    assert callable(function), job.task["func"]
    function(*job.task["args"], **job.task["kwargs"])
    OrmQ.objects.filter(pk=job.pk).delete()


def run_queue(most: int = 1000) -> int:
    """Deliver jobs until none is left; returns how many there were."""
    delivered = 0
    while (job := OrmQ.objects.order_by("pk").first()) is not None:
        assert delivered < most, "The queue does not empty."
        deliver(job)
        delivered += 1
    return delivered


def run_due_schedules() -> int:
    """Run the one-off schedules whose time has come; returns how many."""
    due = Schedule.objects.filter(schedule_type=Schedule.ONCE, next_run__lte=timezone.now())
    schedules = list(due.order_by("next_run"))
    for schedule in schedules:
        function = pydoc.locate(schedule.func)
        assert callable(function), schedule.func
        function(*ast.literal_eval(schedule.args or "()"))
        schedule.delete()
    return len(schedules)
