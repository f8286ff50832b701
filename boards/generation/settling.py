"""What becomes of a slot after an attempt, each outcome in one short transaction.

Every function takes the claim and refuses with ``ClaimLostError`` when it is no longer held; then
nothing was changed. The run's row is locked first, so that the count of failures in a row and the
end of the run are decided by one process at a time.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Greatest
from django.utils import timezone
from django_q.models import Schedule

from boards.generation import claims
from boards.generation.log import note
from boards.generation.protocol import Failure
from boards.generation.retries import MARKING, retries_allowed, seconds_until_retry
from boards.models import Attempt, Claim, Route, Run, RunEvent, Sample, Slot
from boards.samples import create_sample
from boards.signals import variant_refused
from boards.svg import Evaluation
from pelican.rules import RULES


def settle_drawn(
    claim: Claim,
    reply: bytes,
    evaluation: Evaluation,
    *,
    duration_ms: int,
    receipts: dict[str, Any],
) -> Sample:
    """Store the sample. The claim stays until the sample is announced."""
    now = timezone.now()
    with transaction.atomic():
        run, slot = _lock(claim)
        claims.renew(claim)
        Attempt.objects.filter(pk=claim.attempt_id).update(outcome=Attempt.Outcome.REPLIED)
        sample = create_sample(
            slot,
            reply,
            evaluation,
            created_at=now,
            duration_ms=duration_ms,
            receipts=receipts,
        )
        _settle(slot, Slot.State.DRAWN, now)
        Run.objects.filter(pk=run.pk).update(failures_in_row=0)
        Route.objects.filter(variant=slot.variant_id, harness__slug=run.harness).exclude(
            problem=""
        ).update(problem="", problem_detail="", problem_at=None)
        if sample.gate_passed:
            note(run, RunEvent.Kind.DRAWN, slot, at=now)
        else:
            codes = [violation["code"] for violation in sample.violations]
            note(run, RunEvent.Kind.REJECTED, slot, at=now, codes=codes)
        finish_if_settled(run, now)
    return sample


def settle_failed(
    claim: Claim, failure: Failure, detail: str, *, retry_after: float | None = None
) -> None:
    """Let the slot wait for a retry, or let it fail for good, as the rules say.

    ``RULES.generation.pause_after_failures`` slots in a row that fail for good pause the run. A
    provider's refusal of the variant is noted on its route, and ``variant_refused`` is sent.
    """
    now = timezone.now()
    marked: Route | None = None
    with transaction.atomic():
        run, slot = _lock(claim)
        claims.release(claim)
        failed_before = slot.attempts.filter(
            outcome=Attempt.Outcome.FAILED, number__gt=slot.retried_from
        ).count()
        _end_attempt(claim, Attempt.Outcome.FAILED, failure, detail, now)
        wait = seconds_until_retry(failure, failed_before, retry_after)
        if run.state == Run.State.CANCELLED:
            _settle(slot, Slot.State.CANCELLED, now)
        elif wait is not None:
            _wait(run, slot, now + dt.timedelta(seconds=wait), failed_before + 1, failure, detail)
        else:
            marked = _mark(run, slot, failure, detail, now)
            _fail(run, slot, failure, detail, now)
        finish_if_settled(run, now)
    if marked is not None:
        variant_refused.send(Route, route=marked)


def settle_cancelled(claim: Claim) -> None:
    """End a slot whose run was cancelled."""
    now = timezone.now()
    with transaction.atomic():
        run, slot = _lock(claim)
        claims.release(claim)
        _end_attempt(claim, Attempt.Outcome.CANCELLED, None, "", now)
        _settle(slot, Slot.State.CANCELLED, now)
        note(run, RunEvent.Kind.CANCELLED, slot, at=now)
        finish_if_settled(run, now)


def settle_lost(claim: Claim) -> None:
    """Take a slot from a worker that is gone: queue it again, unless it has cost too many.

    Refused as well when the claim was renewed, or the slot settled, since ``claim`` was read. A
    loss does not count as a failure of the harness.
    """
    now = timezone.now()
    with transaction.atomic():
        run, slot = _lock(claim)
        if slot.state != Slot.State.RUNNING:
            raise claims.ClaimLostError
        claims.release(claim, expires_at=claim.expires_at)
        _end_attempt(claim, Attempt.Outcome.LOST, Failure.LOST, "", now)
        losses = slot.losses + 1
        Slot.objects.filter(pk=slot.pk).update(losses=losses)
        note(run, RunEvent.Kind.LOST, slot, at=now, losses=losses)
        if run.state == Run.State.CANCELLED:
            _settle(slot, Slot.State.CANCELLED, now)
        elif losses >= RULES.generation.losses_max:
            _fail(run, slot, Failure.LOST, "", now)
        else:
            Slot.objects.filter(pk=slot.pk).update(state=Slot.State.QUEUED, handed_at=None)
        finish_if_settled(run, now)


def _lock(claim: Claim) -> tuple[Run, Slot]:
    """The run's row, locked, and the slot's as it is now."""
    slot = Slot.objects.get(pk=claim.slot_id)
    run = Run.objects.select_for_update().get(pk=slot.run_id)
    return run, slot


def _settle(slot: Slot, state: str, now: dt.datetime) -> None:
    Slot.objects.filter(pk=slot.pk).update(state=state, settled_at=now, handed_at=None, due_at=None)


def _end_attempt(
    claim: Claim, outcome: str, failure: Failure | None, detail: str, now: dt.datetime
) -> None:
    Attempt.objects.filter(pk=claim.attempt_id).update(
        outcome=outcome, failure=failure.value if failure else "", error=detail
    )
    # The clock may have been set back since.
    Attempt.objects.filter(pk=claim.attempt_id, ended_at=None).update(
        ended_at=Greatest(Value(now), F("started_at"))
    )


def _wait(
    run: Run, slot: Slot, until: dt.datetime, number: int, failure: Failure, detail: str
) -> None:
    Slot.objects.filter(pk=slot.pk).update(state=Slot.State.RETRY, due_at=until)
    Schedule.objects.create(
        name=f"boards.retry of slot {slot.pk}",
        func="boards.jobs.hand_out",
        args=repr((run.harness,)),
        schedule_type=Schedule.ONCE,
        next_run=until,
        cluster=settings.FAST_CLUSTER,
    )
    note(
        run,
        RunEvent.Kind.RETRY,
        slot,
        failure=failure.value,
        detail=detail,
        until=until.isoformat(),
        number=number,
        allowed=retries_allowed(),
    )


def _fail(run: Run, slot: Slot, failure: Failure, detail: str, now: dt.datetime) -> None:
    _settle(slot, Slot.State.FAILED, now)
    note(run, RunEvent.Kind.FAILED, slot, at=now, failure=failure.value, detail=detail)
    run.failures_in_row += 1
    run.save(update_fields=["failures_in_row"])
    limit = RULES.generation.pause_after_failures
    if run.failures_in_row >= limit and run.state == Run.State.RUNNING:
        run.state, run.pause_reason = Run.State.PAUSED, Run.Pause.FAILURES
        run.save(update_fields=["state", "pause_reason"])
        note(run, RunEvent.Kind.PAUSED, at=now, reason=Run.Pause.FAILURES.value, failures=limit)


def _mark(run: Run, slot: Slot, failure: Failure, detail: str, now: dt.datetime) -> Route | None:
    """Note on the route what no retry can mend; the first time of it is kept."""
    if failure not in MARKING:
        return None
    routes = Route.objects.filter(variant=slot.variant_id, harness__slug=run.harness)
    routes.exclude(problem=failure.value).update(
        problem=failure.value, problem_detail=detail, problem_at=now
    )
    return routes.first()


def finish_if_settled(run: Run, now: dt.datetime) -> None:
    """End a run, whose row is locked, when none of its slots is left to settle."""
    left = Slot.objects.filter(run=run, state__in=Slot.UNSETTLED)
    if left.exists() or run.finished_at is not None:
        return
    if run.state != Run.State.CANCELLED:
        run.state, run.pause_reason = Run.State.COMPLETE, Run.Pause.NONE
        note(run, RunEvent.Kind.COMPLETE, at=now)
    run.finished_at = now
    run.save(update_fields=["state", "pause_reason", "finished_at"])
