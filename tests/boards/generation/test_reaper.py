"""Claims of workers that are gone, and what they left behind."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from django_q.models import OrmQ

from boards import jobs
from boards.generation import attempts, claims, processes, settling
from boards.generation.protocol import Failure
from boards.generation.runs import cancel, retry_failed
from boards.models import Attempt, Claim, Run, RunEvent, Sample, Slot
from boards.signals import sample_ready
from boards.svg import evaluate
from pelican.rules import RULES
from tests.boards.generation.conftest import GOOD_SVG
from tests.queue import run_queue

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


def claim_first() -> Claim:
    job = OrmQ.objects.order_by("pk").first()
    assert job is not None
    claim = claims.take(job.task["args"][0])
    assert claim is not None
    return claim


def expire(claim: Claim) -> None:
    Claim.objects.filter(pk=claim.pk).update(expires_at=timezone.now() - dt.timedelta(seconds=1))


def die(claim: Claim) -> None:
    """Let the claim be of a worker that has ended."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    Claim.objects.filter(pk=claim.pk).update(worker=ended.pid, worker_started=1)


@pytest.mark.parametrize("end", [expire, die])
def test_a_slot_whose_worker_is_gone_is_drawn_by_another(
    end: Callable[[Claim], None], start: Start
) -> None:
    run = start()
    claim = claim_first()
    OrmQ.objects.all().delete()
    end(claim)
    assert jobs.sweep() == 1
    assert Attempt.objects.get().outcome == Attempt.Outcome.LOST
    run_queue()
    run.refresh_from_db()
    assert run.state == Run.State.COMPLETE
    assert Sample.objects.count() == 1
    assert Slot.objects.get().losses == 1


def test_the_next_job_on_this_machine_finds_a_dead_worker_at_once(start: Start) -> None:
    start(n=2)
    claim = claim_first()
    die(claim)
    OrmQ.objects.order_by("pk").first().delete()
    run_queue()
    assert Sample.objects.count() == 2


def test_a_living_worker_keeps_its_claim(start: Start) -> None:
    start()
    claim_first()
    assert jobs.sweep() == 0
    assert Claim.objects.count() == 1


def test_a_worker_on_another_machine_is_judged_by_its_lease_alone(start: Start) -> None:
    start()
    claim = claim_first()
    die(claim)
    Claim.objects.update(host="elsewhere/1234")
    assert jobs.sweep() == 0
    expire(claim)
    assert jobs.sweep() == 1


def test_a_worker_that_lost_its_claim_can_settle_nothing(start: Start) -> None:
    start()
    stale = claim_first()
    expire(stale)
    jobs.sweep()
    run_queue()
    evaluation = evaluate(GOOD_SVG.encode(), stale.slot.catalogue_task)
    for settle in (
        lambda: settling.settle_drawn(
            stale, GOOD_SVG.encode(), evaluation, duration_ms=1, receipts={}
        ),
        lambda: settling.settle_failed(stale, Failure.TIMEOUT, ""),
        lambda: settling.settle_cancelled(stale),
        lambda: settling.settle_lost(stale),
    ):
        with pytest.raises(claims.ClaimLostError):
            settle()
    assert Sample.objects.count() == 1
    assert Slot.objects.get().state == Slot.State.DRAWN


def test_a_claim_renewed_since_it_was_read_is_not_taken_away(start: Start) -> None:
    start()
    claim = claim_first()
    read = Claim.objects.get(pk=claim.pk)
    claims.renew(claim)
    with pytest.raises(claims.ClaimLostError):
        settling.settle_lost(read)
    assert Slot.objects.get().state == Slot.State.RUNNING


def test_a_sample_that_was_stored_but_not_announced_is_announced(start: Start) -> None:
    heard: list[Sample] = []

    def hear(sample: Sample, **_kwargs: object) -> None:
        heard.append(sample)

    start()
    claim = claim_first()
    evaluation = evaluate(GOOD_SVG.encode(), claim.slot.catalogue_task)
    sample = settling.settle_drawn(claim, GOOD_SVG.encode(), evaluation, duration_ms=1, receipts={})
    expire(claim)
    sample_ready.connect(hear)
    jobs.sweep()
    assert heard == [sample]
    assert Claim.objects.count() == 0
    assert Slot.objects.get().losses == 0


def test_a_listener_that_fails_is_logged_and_does_not_hold_the_slot(
    start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**_kwargs: object) -> None:
        raise RuntimeError("the judge is asleep")

    sample_ready.connect(fail)
    start()
    run_queue()
    assert Claim.objects.count() == 0
    assert "the judge is asleep" in caplog.text


def test_a_slot_that_kills_every_worker_fails_in_the_end_and_may_be_tried_again(
    start: Start,
) -> None:
    run = start()
    for _ in range(RULES.generation.losses_max):
        claim = claim_first()
        OrmQ.objects.all().delete()
        die(claim)
        assert jobs.sweep() == 1
    slot = Slot.objects.get()
    run.refresh_from_db()
    assert slot.state == Slot.State.FAILED
    assert run.state == Run.State.COMPLETE
    assert RunEvent.objects.get(kind=RunEvent.Kind.FAILED).params["failure"] == "lost"
    assert retry_failed(run.pk) == 1
    run_queue()
    assert Sample.objects.count() == 1


def test_a_lost_worker_of_a_cancelled_run_ends_the_run(start: Start) -> None:
    run = start()
    claim = claim_first()
    cancel(run.pk)
    die(claim)
    jobs.sweep()
    run.refresh_from_db()
    assert run.finished_at is not None
    assert Slot.objects.get().state == Slot.State.CANCELLED


def slots_in_queue() -> list[int]:
    return sorted(job.task["args"][0] for job in OrmQ.objects.all())


def test_a_job_that_vanished_from_the_queue_is_handed_out_again(start: Start) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        start(n=2)
        slots = slots_in_queue()
        OrmQ.objects.order_by("pk").first().delete()
        clock.shift(31)
        jobs.sweep()
        assert slots_in_queue() == slots
        jobs.sweep()
        assert slots_in_queue() == slots, "handed out once only"


def test_a_job_that_a_cluster_fetched_and_took_to_its_grave_is_handed_out_again(
    start: Start,
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        start(n=2)
        first, second = slots_in_queue()
        fetched = OrmQ.objects.order_by("pk").first()
        OrmQ.objects.filter(pk=fetched.pk).update(lock=timezone.now() + dt.timedelta(minutes=33))
        clock.shift(29)
        jobs.sweep()
        assert slots_in_queue() == [first, second]
        clock.shift(2)
        jobs.sweep()
        assert slots_in_queue() == [first, first, second]
    run_queue()
    assert Sample.objects.count() == 2


def test_orphans_are_found_by_group_and_by_token_and_killed(start: Start) -> None:
    start()
    claim = claim_first()
    sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
    in_group = subprocess.Popen(sleep, start_new_session=True)
    by_token = subprocess.Popen(
        sleep,
        start_new_session=True,
        env={**os.environ, processes.TOKEN_VARIABLE: claim.token},
    )
    bystander = subprocess.Popen(sleep, start_new_session=True)
    try:
        born = processes.find(in_group.pid)
        assert born is not None
        claims.record_child(claim, in_group.pid, born.started)
        die(claim)
        jobs.sweep()
        assert in_group.wait(5) == by_token.wait(5) == -9
        assert bystander.poll() is None
    finally:
        for process in (in_group, by_token, bystander):
            process.kill()
            process.wait()


def test_a_process_that_has_the_id_of_an_ended_child_is_left_alone() -> None:
    sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
    other = subprocess.Popen(sleep, start_new_session=True)
    try:
        born = processes.find(other.pid)
        assert born is not None
        assert processes.end_all("no-such-token", other.pid, born.started - 1) == 0
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


def test_folders_of_attempts_that_nobody_makes_are_removed(start: Start) -> None:
    start()
    claim = claim_first()
    held, left = attempts.FOLDERS / claim.token, attempts.FOLDERS / "left-behind"
    for folder in (held, left):
        (folder / "work").mkdir(parents=True)
    jobs.sweep()
    assert held.is_dir()
    assert not left.exists()


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_take_a_slot_once_and_keep_the_limit(start: Start) -> None:
    start(n=8)
    slots = list(Slot.objects.values_list("pk", flat=True))
    taken: list[Claim] = []
    gate = threading.Barrier(8)

    def work(number: int) -> None:
        try:
            gate.wait(5)
            order = slots[number:] + slots[:number]
            taken.extend(claim for claim in map(claims.take, order) if claim is not None)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 30
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    assert len(taken) == len({claim.slot_id for claim in taken}) == 3
