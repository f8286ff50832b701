"""The functions that the queue calls. Each takes ids only and may be delivered twice."""

from __future__ import annotations

from django.conf import settings
from django_q.tasks import async_task

from boards.models import Sample
from judging import asking, automatic, claims, dispatch, looks
from judging.models import JudgingRun


def begin(run_pk: int) -> None:
    """Judge a run when it has ended."""
    automatic.begin(run_pk)


def ask(kind: str, pk: int) -> None:
    """Make one call of a judging run, then hand out the next."""
    claims.release_abandoned()
    judging_pk = claims.KINDS[kind].objects.filter(pk=pk).values_list("judging", flat=True).first()
    if judging_pk is None:
        return  # the judging run was deleted since
    asking.perform(kind, pk)
    dispatch.hand_out(judging_pk)
    _queue_looks(judging_pk)


def look(judging_pk: int) -> None:
    """Have the semantic judge look at one sample, then queue the next."""
    judging = JudgingRun.objects.get(pk=judging_pk)
    waiting = looks.samples_to_look_at(judging)
    if not waiting:
        return
    looks.report_on(judging, Sample.objects.get(pk=waiting[0]))
    if len(waiting) > 1:
        async_task(dispatch.SEMANTIC_JOB, judging_pk, cluster=settings.SLOW_CLUSTER)


def sweep() -> int:
    """Put back what dead workers left, and hand out what is due; returns how many calls."""
    released = claims.release_abandoned()
    for judging in JudgingRun.objects.filter(state=JudgingRun.State.RUNNING):
        asking.settle_run(judging.pk)
        dispatch.hand_out(judging.pk)
        _queue_looks(judging.pk)
    return released


def _queue_looks(judging_pk: int) -> None:
    """Once the panel is done, hand a judging run that asks for it to the semantic judge."""
    judging = JudgingRun.objects.get(pk=judging_pk)
    if judging.semantic and judging.is_finished:
        async_task(dispatch.SEMANTIC_JOB, judging_pk, cluster=settings.SLOW_CLUSTER)
