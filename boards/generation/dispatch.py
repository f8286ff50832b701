"""Hands slots to the queue: one job an attempt, and no more jobs than the harness makes calls."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django_q.models import OrmQ
from django_q.tasks import async_task

from boards.models import Claim, Harness, Run, Slot

DRAW_JOB = "boards.jobs.draw"


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
    """Unmark slots whose job is in no queue any more, so that they are handed out again.

    A job lies in the queue until it has ended. Returns how many slots were unmarked.
    """
    handed = set(
        Slot.objects.filter(
            handed_at__isnull=False, state__in=(Slot.State.QUEUED, Slot.State.RETRY)
        ).values_list("pk", flat=True)
    )
    if not handed:
        return 0
    lost = handed - _slots_in_queue()
    return Slot.objects.filter(pk__in=lost, state__in=(Slot.State.QUEUED, Slot.State.RETRY)).update(
        handed_at=None
    )


def _slots_in_queue() -> set[int]:
    jobs = (entry.task for entry in OrmQ.objects.filter(key=settings.SLOW_CLUSTER).iterator())
    return {job["args"][0] for job in jobs if job.get("func") == DRAW_JOB}
