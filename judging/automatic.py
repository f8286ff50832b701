"""Judging that begins by itself: a batch run for the boards is judged once when it has ended.

The panel that is active while a run's drawings come judges it. What is heard of a drawing is
written down as a schedule, so that neither a restart nor a run whose last slots fail is missed.
Demo runs, canaries, imports and runs that feed no board wait for somebody to start a judging.
"""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.db import transaction
from django_q.models import Schedule

from boards.models import Run, Sample
from judging.models import JudgingRun
from judging.panel import JudgingRefusedError, Order, active_panel, plan_judging, start_judging

logger = logging.getLogger(__name__)


def hear(sample: Sample, **_signal: Any) -> None:
    """Note that the run of a new drawing is to be judged; hearing it again changes nothing."""
    run = sample.slot.run
    if not sample.gate_passed or not _is_for_the_boards(run):
        return
    if not active_panel(run) or run.judgings.exists():
        return
    name = _name(run.pk)
    if not Schedule.objects.filter(name=name).exists():
        Schedule.objects.create(
            name=name,
            func="judging.jobs.begin",
            args=repr((run.pk,)),
            schedule_type=Schedule.MINUTES,
            minutes=1,
            repeats=-1,
            cluster=settings.FAST_CLUSTER,
        )


def begin(run_pk: int) -> JudgingRun | None:
    """Judge a run if it has ended; returns the judging run that this call began, else None.

    A run that still goes on is looked at again a minute later. One that was cancelled, that was
    judged meanwhile, or that the panel cannot judge is left to staff.
    """
    with transaction.atomic():
        run = Run.objects.select_for_update().filter(pk=run_pk).first()
        if run is not None and not run.is_finished:
            return None
        Schedule.objects.filter(name=_name(run_pk)).delete()
        if run is None or run.state != Run.State.COMPLETE or run.judgings.exists():
            return None
        try:
            return start_judging(plan_judging(Order(run)))
        except JudgingRefusedError as error:
            logger.warning("Run %s is not judged by itself: %s", run_pk, error)
            return None


def _is_for_the_boards(run: Run) -> bool:
    return run.kind == Run.Kind.BATCH and run.feeds_board and not run.demo


def _name(run_pk: int) -> str:
    return f"judging.begin of run {run_pk}"
