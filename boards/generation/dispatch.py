"""Hands slots to the queue: one job an attempt, and no more jobs than the harness makes calls."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django_q.models import OrmQ
from django_q.tasks import async_task

from boards.models import Claim, Harness, Run, Slot

DRAW_JOB: Final = "boards.jobs.draw"

FETCHED_FOR: Final = dt.timedelta(seconds=30)
"""How long a job may be fetched without having begun before it is handed out again."""


def hand_out(harness_slug: str) -> int:
    """Put jobs for the next slots of this harness into the queue; returns how many.

    The older run goes first; within a run every variant gets its first drawing before any gets its
    second. Mark and job are written in one transaction, so neither is ever without the other.
    """
    now = timezone.now()
    with transaction.atomic():
        harness = Harness.objects.select_for_update().filter(slug=harness_slug).first()
        if harness is None:
            return 0
        slots = Slot.objects.filter(run__harness=harness_slug, run__state=Run.State.RUNNING)
        handed = slots.filter(handed_at__isnull=False, state__in=Slot.UNSETTLED).count()
        busy = Claim.objects.filter(harness=harness_slug).count()
        free = harness.concurrency - handed - busy
        if free <= 0:
            return 0
        due = slots.filter(
            Q(state=Slot.State.QUEUED) | Q(state=Slot.State.RETRY, due_at__lte=now),
            handed_at=None,
        ).order_by("run_id", "index", "task", "variant_id")
        chosen = list(due.values_list("pk", flat=True)[:free])
        Slot.objects.filter(pk__in=chosen).update(handed_at=now)
        for slot_id in chosen:
            async_task(DRAW_JOB, slot_id, cluster=settings.SLOW_CLUSTER)
    return len(chosen)


def take_back_lost_jobs() -> int:
    """Unmark slots whose job is lost, so that they are handed out again; returns how many.

    A job that waits lies unlocked in the queue. One that a cluster has fetched is locked there,
    for as long as the longest job may take, even when the cluster died with it; so a job that was
    fetched and has not begun a while after it was handed out is taken for lost. If it was not, it
    will find its slot taken.
    """
    marked = Slot.objects.filter(
        handed_at__lt=timezone.now() - FETCHED_FOR, state__in=(Slot.State.QUEUED, Slot.State.RETRY)
    )
    handed = set(marked.values_list("pk", flat=True))
    if not handed:
        return 0
    return marked.filter(pk__in=handed - _slots_waiting_in_queue()).update(handed_at=None)


def _slots_waiting_in_queue() -> set[int]:
    waiting = OrmQ.objects.filter(key=settings.SLOW_CLUSTER, lock__lte=timezone.now())
    jobs = (entry.task for entry in waiting.iterator())
    return {job["args"][0] for job in jobs if job.get("func") == DRAW_JOB}
