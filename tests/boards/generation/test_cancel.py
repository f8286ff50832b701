"""Cancelling ends what is being drawn, within seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection
from django_q.models import OrmQ

from boards.generation import attempts, claims, processes
from boards.generation.runs import cancel
from boards.models import Attempt, Claim, Route, Run, Slot
from tests.queue import deliver, run_queue
from tests.servers import models as server
from tests.servers.models import ModelServer

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


def test_cancel_ends_a_call_that_hangs(start: Start, catalogue: ModelServer) -> None:
    catalogue.script("gannet-1", server.hangs())
    run = start(n=2)
    first, second = OrmQ.objects.all()
    claim = claims.take(first.task["args"][0])
    assert claim is not None
    cancel(run.pk)
    attempts._attempt(claim)
    deliver(second)
    run.refresh_from_db()
    assert run.finished_at is not None
    assert [slot.state for slot in Slot.objects.all()] == ["cancelled", "cancelled"]
    assert Attempt.objects.get().outcome == Attempt.Outcome.CANCELLED


@pytest.mark.django_db(transaction=True)
def test_cancel_ends_a_child_that_draws_within_seconds(start: Start) -> None:
    Route.objects.filter(harness__slug="sketch").update(options={"style": "ink", "delay": 60})
    run = start("sketcher-ink-max")
    drawing: list[str] = []

    def cancel_once_it_draws() -> None:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and not drawing:
            drawing.extend(Claim.objects.exclude(child_group=None).values_list("token", flat=True))
            time.sleep(0.05)
        cancel(run.pk)
        connection.close()

    canceller = threading.Thread(target=cancel_once_it_draws)
    canceller.start()
    began = time.monotonic()
    run_queue()
    took = time.monotonic() - began
    canceller.join()
    assert drawing, "the child ran"
    assert took < 15
    assert Slot.objects.get().state == Slot.State.CANCELLED
    assert processes.end_all(drawing[0]) == 0, "nothing was left to kill"
