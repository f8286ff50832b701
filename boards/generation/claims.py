"""Holding a slot: at most one worker at a time, and not for ever.

Jobs are delivered at least once and workers die at any moment. So a job first takes a claim: one
conditional update, a row that can exist once a slot, and a token without which nothing can be
settled. Whoever lost the token in between finds its work refused.
"""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Final

from django.db import transaction
from django.utils import timezone

from boards.generation import processes
from boards.generation.log import note
from boards.models import Attempt, Claim, Harness, Run, RunEvent, Slot

LEASE: Final = dt.timedelta(seconds=60)
"""A claim that is not renewed for this long is taken away, wherever its worker runs."""

RENEW_SECONDS: Final = 10


class ClaimLostError(Exception):
    """The claim is another's by now, or nobody's. What was about to be stored must not be."""


def take(slot_id: int) -> Claim | None:
    """Claim a slot for this process; None when there is nothing to do for it now.

    That is: it is settled or claimed already, its run does not go on, its retry is not due, or
    the harness makes as many calls as it may. The harness row is locked meanwhile, so that its
    limit holds across workers.
    """
    now = timezone.now()
    with transaction.atomic():
        slug = Slot.objects.values_list("run__harness", flat=True).get(pk=slot_id)
        harness = Harness.objects.select_for_update().get(slug=slug)
        slot = Slot.objects.select_related("run").get(pk=slot_id)
        if not _may_start(slot, harness, now):
            # The job for it is used up; it is handed out again when it may start.
            Slot.objects.filter(pk=slot_id).update(handed_at=None)
            return None
        taken = Slot.objects.filter(pk=slot_id, state=slot.state, claim=None).update(
            state=Slot.State.RUNNING, handed_at=None, due_at=None
        )
        if not taken:
            return None
        slot.state, slot.handed_at, slot.due_at = Slot.State.RUNNING, None, None
        attempt = _next_attempt(slot, now)
        worker = processes.this_process()
        claim = Claim.objects.create(
            slot=slot,
            attempt=attempt,
            harness=slug,
            token=secrets.token_hex(16),
            expires_at=now + LEASE,
            host=processes.host(),
            worker=worker.pid,
            worker_started=worker.started,
        )
        note(slot.run, RunEvent.Kind.STARTED, slot, number=attempt.number)
    return claim


def _may_start(slot: Slot, harness: Harness, now: dt.datetime) -> bool:
    return (
        slot.run.state == Run.State.RUNNING
        and slot.state in {Slot.State.QUEUED, Slot.State.RETRY}
        and (slot.due_at is None or slot.due_at <= now)
        and Claim.objects.filter(harness=harness.slug).count() < harness.concurrency
    )


def _next_attempt(slot: Slot, now: dt.datetime) -> Attempt:
    """The next attempt. It takes over a reply that the last one kept but did not bring home.

    That is one with a fingerprint, which ended by the death of its worker or an error of this site.
    """
    last = slot.attempts.order_by("number").last()
    attempt = Attempt(slot=slot, number=last.number + 1 if last else 1, started_at=now)
    if last is not None and last.failure in {Attempt.Failure.LOST, Attempt.Failure.INTERNAL}:
        attempt.raw_path, attempt.raw_digest = last.raw_path, last.raw_digest
        attempt.variant_fingerprint = last.variant_fingerprint
        attempt.fingerprint_parts = last.fingerprint_parts
    attempt.save()
    return attempt


def renew(claim: Claim) -> None:
    """Hold on to the claim for another lease; raises :class:`ClaimLostError` when it is gone."""
    held = Claim.objects.filter(pk=claim.pk, token=claim.token).update(
        expires_at=timezone.now() + LEASE
    )
    if not held:
        raise ClaimLostError


def record_child(claim: Claim, group: int, started: int) -> None:
    """Note the process group of the child that draws, for whoever has to end it."""
    held = Claim.objects.filter(pk=claim.pk, token=claim.token).update(
        child_group=group, child_started=started
    )
    if not held:
        raise ClaimLostError


def run_state(claim: Claim) -> str:
    """The state of the claim's run; raises :class:`ClaimLostError` when the claim is gone."""
    state = (
        Claim.objects.filter(pk=claim.pk, token=claim.token)
        .values_list("slot__run__state", flat=True)
        .first()
    )
    if state is None:
        raise ClaimLostError
    return state


def release(claim: Claim, **unchanged: object) -> None:
    """Give the claim up; raises :class:`ClaimLostError` when it is gone already.

    Or when one of the fields named in ``unchanged`` no longer has that value.
    """
    deleted, _rows = Claim.objects.filter(pk=claim.pk, token=claim.token, **unchanged).delete()
    if not deleted:
        raise ClaimLostError
