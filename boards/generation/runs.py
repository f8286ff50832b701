"""Starting, pausing, resuming and ending runs."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from boards.generation.conditions import condition_of
from boards.generation.dispatch import hand_out
from boards.generation.log import note
from boards.generation.planning import RunPlan
from boards.generation.settling import finish_if_settled
from boards.models import Attempt, Run, RunEvent, Slot
from pelican.rules import RULES

SAME_ORDER_SECONDS: Final = 30
"""An order that a person repeats sooner is a button pressed twice, or a browser that tried again;
it takes a while to plan, so the two may be that far apart."""


class RunStateError(ValueError):
    """The run is in no state in which this can be done."""


def start_run(
    plan: RunPlan,
    *,
    created_by: User | None = None,
    note_text: str = "",
    demo: bool = False,
) -> Run:
    """Store a planned run with all its slots, and hand out the first of them.

    The same order by the same person a moment later is the run that is there: calls cost money.
    """
    with transaction.atomic():
        if created_by is not None and (same := _same_order(plan, created_by, note_text)):
            return same
        run = Run.objects.create(
            kind=plan.kind,
            state=Run.State.RUNNING,
            harness=plan.harness.slug,
            tasks=[task.id for task in plan.tasks],
            n=plan.n,
            feeds_board=plan.kind == Run.Kind.BATCH,
            note=note_text,
            demo=demo,
            rules_version=RULES.version,
            created_by=created_by,
        )
        run.variants.set(plan.variants)
        Slot.objects.bulk_create(
            Slot(
                run=run,
                variant=variant,
                condition=condition,
                task=task.id,
                index=index,
            )
            for task in plan.tasks
            for condition in [condition_of(task, plan.identity, demo=demo)]
            for variant in plan.variants
            for index in range(1, plan.n + 1)
        )
        note(run, RunEvent.Kind.CREATED, by=_name(created_by), slots=plan.calls)
    hand_out(run.harness)
    return run


def _same_order(plan: RunPlan, person: User, note_text: str) -> Run | None:
    """The run that this person has just started by the same order; who asks waits for the other."""
    User.objects.select_for_update().get(pk=person.pk)
    recent = Run.objects.filter(
        kind=plan.kind,
        harness=plan.harness.slug,
        n=plan.n,
        note=note_text,
        created_by=person,
        created_at__gte=timezone.now() - dt.timedelta(seconds=SAME_ORDER_SECONDS),
    ).exclude(state=Run.State.CANCELLED)
    tasks = [task.id for task in plan.tasks]
    return next(
        (run for run in recent if run.tasks == tasks and {*run.variants.all()} == {*plan.variants}),
        None,
    )


def pause(run_id: int, by: User | None = None) -> Run:
    """Start nothing more; what runs is finished.

    Raises:
        RunStateError: the run is not running.
    """
    with transaction.atomic():
        run = _locked(run_id, Run.State.RUNNING)
        run.state, run.pause_reason = Run.State.PAUSED, Run.Pause.STAFF
        run.save(update_fields=["state", "pause_reason"])
        note(run, RunEvent.Kind.PAUSED, by=_name(by), reason=Run.Pause.STAFF.value)
    return run


def resume(run_id: int, by: User | None = None) -> Run:
    """Go on where the run was paused; failures in a row are counted afresh.

    Raises:
        RunStateError: the run is not paused.
    """
    with transaction.atomic():
        run = _locked(run_id, Run.State.PAUSED)
        _go_on(run)
        note(run, RunEvent.Kind.RESUMED, by=_name(by))
    hand_out(run.harness)
    return run


def cancel(run_id: int, by: User | None = None) -> Run:
    """End the run: what waits is cancelled now, what runs within a few seconds.

    Raises:
        RunStateError: the run has ended already.
    """
    now = timezone.now()
    with transaction.atomic():
        run = _locked(run_id, Run.State.QUEUED, Run.State.RUNNING, Run.State.PAUSED)
        run.state, run.pause_reason = Run.State.CANCELLED, Run.Pause.NONE
        run.save(update_fields=["state", "pause_reason"])
        waiting = run.slots.filter(state__in=(Slot.State.QUEUED, Slot.State.RETRY))
        cancelled = waiting.update(
            state=Slot.State.CANCELLED, settled_at=now, handed_at=None, due_at=None
        )
        note(run, RunEvent.Kind.CANCELLED, at=now, by=_name(by), slots=cancelled)
        finish_if_settled(run, now)
    return run


def retry_failed(run_id: int, by: User | None = None) -> int:
    """Queue every failed slot again with all its retries; returns how many.

    Raises:
        RunStateError: the run was cancelled, or no slot of it has failed.
    """
    with transaction.atomic():
        run = _locked(run_id, Run.State.RUNNING, Run.State.PAUSED, Run.State.COMPLETE)
        last = Attempt.objects.filter(slot=OuterRef("pk")).order_by("-number").values("number")[:1]
        queued = run.slots.filter(state=Slot.State.FAILED).update(
            state=Slot.State.QUEUED,
            retried_from=Coalesce(Subquery(last), 0),
            losses=0,
            settled_at=None,
            handed_at=None,
            due_at=None,
        )
        if not queued:
            raise RunStateError("No slot of this run has failed.")
        _go_on(run)
        note(run, RunEvent.Kind.REQUEUED, by=_name(by), slots=queued)
    hand_out(run.harness)
    return queued


def _go_on(run: Run) -> None:
    run.state, run.pause_reason = Run.State.RUNNING, Run.Pause.NONE
    run.failures_in_row, run.finished_at = 0, None
    run.save(update_fields=["state", "pause_reason", "failures_in_row", "finished_at"])


def _locked(run_id: int, *states: str) -> Run:
    """The run's row, locked; raises :class:`RunStateError` unless it is in one of the states."""
    run = Run.objects.select_for_update().get(pk=run_id)
    if run.state not in states or run.kind == Run.Kind.IMPORT:
        raise RunStateError(f"Run {run.pk} is {run.state}.")
    return run


def _name(user: User | None) -> str:
    return user.get_username() if user else ""


def started_at(run: Run) -> dt.datetime:
    """When the run's first attempt began; when it was created, if none has begun."""
    first = Attempt.objects.filter(slot__run=run).order_by("started_at")
    return first.values_list("started_at", flat=True).first() or run.created_at
