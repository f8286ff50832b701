"""Holding a call: at most one worker at a time, and not for ever.

As with slots (:mod:`boards.generation.claims`): one conditional update takes the call, a token
fences it, and whoever lost the token finds its work refused.
"""

from __future__ import annotations

import datetime as dt
import secrets
import time
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from boards.generation import processes
from boards.generation.protocol import StoppedError
from judging.models import BlindDescription, JudgingPass, JudgingRun, PanelCall
from pelican.rules import RULES

LEASE: Final = dt.timedelta(seconds=60)
"""A claim that is not renewed for this long is taken away, wherever its worker runs."""

_RENEW_SECONDS: Final = 10
_LOOK_SECONDS: Final = 1.0

Call = BlindDescription | JudgingPass

KINDS: Final[dict[str, type[Call]]] = {
    "description": BlindDescription,
    "pass": JudgingPass,
}
"""The two kinds of calls, by the name that a job has for them."""


class ClaimLostError(Exception):
    """The call is another's by now. What was about to be stored must not be."""


def take(kind: str, pk: int) -> Call | None:
    """Claim a call for this process; None when there is nothing to do for it now."""
    model = KINDS[kind]
    now = timezone.now()
    worker = processes.this_process()
    token = secrets.token_hex(16)
    model.objects.filter(pk=pk, state=PanelCall.State.OPEN).update(handed_at=None)
    taken = (
        model.objects.filter(pk=pk, state=PanelCall.State.OPEN)
        .filter(Q(due_at=None) | Q(due_at__lte=now))
        .filter(judging__state=JudgingRun.State.RUNNING)
        .update(
            state=PanelCall.State.ASKING,
            token=token,
            claimed_until=now + LEASE,
            host=processes.host(),
            worker=worker.pid,
            worker_started=worker.started,
            due_at=None,
        )
    )
    if not taken:
        return None
    call: Call = model.objects.select_related("judging", "judge__harness").get(pk=pk)
    return call if call.token == token else None


def write(call: Call, **fields: Any) -> None:
    """Update a claimed call; raises :class:`ClaimLostError` when the claim is gone."""
    if not type(call).objects.filter(pk=call.pk, token=call.token).update(**fields):
        raise ClaimLostError


def reread(call: Call) -> None:
    """Read a claimed call anew; raises :class:`ClaimLostError` when the claim is gone.

    Otherwise what is read would bring along the token of whoever holds the call by now.
    """
    token = call.token
    call.refresh_from_db()
    if call.token != token:
        raise ClaimLostError


def let_go(call: Call, state: PanelCall.State, **fields: Any) -> None:
    """Give a claimed call up in a new state."""
    settled = None if state in PanelCall.PENDING else timezone.now()
    write(call, state=state, token="", claimed_until=None, settled_at=settled, **fields)


class Watch:
    """The ``tick`` of a question: renews the claim, and stops the call when its run is cancelled.

    However often it is called, it looks at the run once a second and renews every ten.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._look_at = 0.0
        self._renew_at = time.monotonic() + _RENEW_SECONDS

    def __call__(self) -> None:
        """Called by the channel while it waits."""
        now = time.monotonic()
        if now < self._look_at:
            return
        self._look_at = now + _LOOK_SECONDS
        state = JudgingRun.objects.values_list("state", flat=True).get(pk=self._call.judging_id)
        if state == JudgingRun.State.CANCELLED:
            raise StoppedError
        if now >= self._renew_at:
            self._renew_at = now + _RENEW_SECONDS
            write(self._call, claimed_until=timezone.now() + LEASE)


def release_abandoned() -> int:
    """Put back the calls whose worker is gone; returns how many.

    A call over which too many workers died has failed.
    """
    return sum(_release(model) for model in KINDS.values())


def _release(model: type[Call]) -> int:
    here, now = processes.host(), timezone.now()
    asking = model.objects.filter(state=PanelCall.State.ASKING)
    released = 0
    for call in asking.filter(Q(host=here) | Q(claimed_until__lt=now)):
        known = call.host == here and call.worker_started > 0
        dead = known and not processes.is_running(call.worker, call.worker_started)
        expired = call.claimed_until is None or call.claimed_until < now
        if not (dead or expired):
            continue
        state = PanelCall.State.OPEN
        if call.calls - call.failures - len(call.replies) >= RULES.generation.losses_max:
            state = PanelCall.State.FAILED
        released += asking.filter(pk=call.pk, token=call.token).update(
            state=state,
            token="",
            claimed_until=None,
            settled_at=None if state == PanelCall.State.OPEN else now,
        )
    return released
