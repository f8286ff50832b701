"""Hands calls to the queue: one job a call, and no more at a time than a harness takes."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django_q.tasks import async_task

from judging.claims import KINDS
from judging.models import Judge, JudgingRun, PanelCall

ASK_JOB: Final = "judging.jobs.ask"
SEMANTIC_JOB: Final = "judging.jobs.look"

HANDED_FOR: Final = dt.timedelta(minutes=10)
"""A job that has not begun for so long is handed out again; the second finds nothing to do."""

_AT_A_TIME: Final = 2
"""Calls at a time of a judge without a harness."""


def hand_out(judging_pk: int) -> int:
    """Put jobs for the next calls of a judging run into the queue; returns how many.

    Descriptions come before scores, and the judges go side by side. Mark and job are written in
    one transaction, so neither is ever without the other.
    """
    now = timezone.now()
    with transaction.atomic():
        judging = JudgingRun.objects.select_for_update().filter(pk=judging_pk).first()
        if judging is None or judging.state != JudgingRun.State.RUNNING:
            return 0
        chosen = [
            (kind, pk)
            for judge in judging.judges.select_related("harness")
            for kind, pk in _next_calls(judging, judge, now)
        ]
        for kind, pk in chosen:
            KINDS[kind].objects.filter(pk=pk).update(handed_at=now)
            async_task(ASK_JOB, kind, pk, cluster=settings.SLOW_CLUSTER)
    return len(chosen)


def _next_calls(judging: JudgingRun, judge: Judge, now: dt.datetime) -> list[tuple[str, int]]:
    free = judge.harness.concurrency if judge.harness else _AT_A_TIME
    chosen: list[tuple[str, int]] = []
    for model in KINDS.values():
        mine = model.objects.filter(judge=judge, judging__state=JudgingRun.State.RUNNING)
        busy = Q(state=PanelCall.State.ASKING) | Q(
            state=PanelCall.State.OPEN, handed_at__gte=now - HANDED_FOR
        )
        free -= mine.filter(busy).count()
    for kind, model in KINDS.items():
        if free <= 0:
            break
        due = model.objects.filter(judging=judging, judge=judge, state=PanelCall.State.OPEN)
        due = due.filter(Q(handed_at=None) | Q(handed_at__lt=now - HANDED_FOR))
        due = due.filter(Q(due_at=None) | Q(due_at__lte=now)).order_by("pk")
        picked = list(due.values_list("pk", flat=True)[:free])
        chosen += [(kind, pk) for pk in picked]
        free -= len(picked)
    return chosen


def open_calls(judging: JudgingRun) -> list[tuple[str, int]]:
    """Every call that can be asked now, in order; for a process that works without the queue."""
    now = timezone.now()
    return [
        (kind, pk)
        for kind, model in KINDS.items()
        for pk in model.objects.filter(judging=judging, state=PanelCall.State.OPEN)
        .filter(Q(due_at=None) | Q(due_at__lte=now))
        .order_by("pk")
        .values_list("pk", flat=True)
    ]
