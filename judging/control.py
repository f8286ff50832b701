"""What staff do with a judging run: pause, resume, cancel, ask again, or carry it out here."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.db.models import Min
from django.utils import timezone

from judging import asking, claims, dispatch
from judging.models import JudgingRun, PanelCall

_State = JudgingRun.State


class JudgingStateError(ValueError):
    """The judging run is not in a state in which this can be done."""


def pause(judging_pk: int) -> None:
    """Ask nothing more for now; what is being asked is finished first."""
    _move(judging_pk, (_State.RUNNING,), _State.PAUSED, pause_reason=JudgingRun.Pause.STAFF)


def resume(
    judging_pk: int, *, calls_max: int | None = None, cost_max_usd: float | None = None
) -> None:
    """Go on; a budget given replaces the old one."""
    budget = {"calls_max": calls_max, "cost_max_usd": cost_max_usd}
    _move(
        judging_pk,
        (_State.PAUSED,),
        _State.RUNNING,
        pause_reason=JudgingRun.Pause.NONE,
        failures_in_row=0,
        **{name: value for name, value in budget.items() if value is not None},
    )
    dispatch.hand_out(judging_pk)


def cancel(judging_pk: int) -> None:
    """Ask nothing more, ever. Verdicts that were given stay on record and are not shown."""
    with transaction.atomic():
        _move(
            judging_pk,
            (_State.RUNNING, _State.PAUSED),
            _State.CANCELLED,
            finished_at=timezone.now(),
        )
        for model in claims.KINDS.values():
            model.objects.filter(judging=judging_pk, state=PanelCall.State.OPEN).update(
                state=PanelCall.State.CANCELLED, settled_at=timezone.now()
            )


def retry_failed(judging_pk: int) -> int:
    """Ask again what got no answer; returns how many calls that is.

    What was answered and could not be read stays as it is: it would be paid for twice.
    """
    try:
        with transaction.atomic():
            number = _reopen_failed(judging_pk)
    except IntegrityError as error:  # another judging of the same run has begun since
        raise JudgingStateError from error
    dispatch.hand_out(judging_pk)
    return number


def _reopen_failed(judging_pk: int) -> int:
    judging = JudgingRun.objects.select_for_update().get(pk=judging_pk)
    if judging.state == _State.CANCELLED:
        raise JudgingStateError
    number = sum(
        model.objects.filter(judging=judging, state=PanelCall.State.FAILED).update(
            state=PanelCall.State.OPEN, settled_at=None, due_at=None, handed_at=None
        )
        for model in claims.KINDS.values()
    )
    if number and judging.state == _State.COMPLETE:
        judging.state, judging.finished_at = _State.RUNNING, None
        judging.save(update_fields=["state", "finished_at"])
    return number


def _move(judging_pk: int, sources: tuple[str, ...], target: str, **fields: object) -> None:
    moved = JudgingRun.objects.filter(pk=judging_pk, state__in=sources).update(
        state=target, **fields
    )
    if not moved:
        raise JudgingStateError


def conduct(judging: JudgingRun, progress: Callable[[], None] = lambda: None) -> None:
    """Carry a judging run out in this process, until it ends or is paused.

    ``progress`` is called after every call. Other processes may work on the same run.
    """
    while True:
        claims.release_abandoned()
        for kind, pk in dispatch.open_calls(judging):
            asking.perform(kind, pk)
            progress()
        judging.refresh_from_db()
        if judging.state != _State.RUNNING:
            return
        time.sleep(_seconds_until_due(judging))


def _seconds_until_due(judging: JudgingRun) -> float:
    """How long to wait for the next retry, at most a few seconds at a time."""
    due = [
        model.objects.filter(judging=judging, state=PanelCall.State.OPEN).aggregate(
            next=Min("due_at")
        )["next"]
        for model in claims.KINDS.values()
    ]
    waits = [(moment - timezone.now()).total_seconds() for moment in due if moment]
    return min(5.0, max(0.1, min(waits, default=1.0)))
