"""When a cluster is taken for stuck."""

from __future__ import annotations

import datetime as dt
import os

import pytest
from django.utils import timezone
from django_q.models import OrmQ

from pelican.site.cluster_watch import (
    LOST_AFTER,
    PROBE_EVERY,
    PROBE_LIMIT,
    ClusterWatch,
    Worker,
    why_stuck,
)
from pelican.site.jobs import answer_probe
from pelican.site.models import Heartbeat, QueueProbe

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)
LONG_AGO = NOW - 2 * PROBE_LIMIT
JUST_NOW = NOW - SECOND
LATE = PROBE_LIMIT + SECOND


def worker(*, busy: bool = False, since: dt.datetime = LONG_AGO, alive: bool = True) -> Worker:
    return Worker(pid=7, busy=busy, since=since, alive=alive)


@pytest.mark.parametrize(
    ("workers", "waiting", "stuck"),
    [
        ([worker(), worker()], None, False),
        ([worker(), worker()], 5 * SECOND, False),
        ([worker(), worker()], LATE, True),
        ([worker(), worker(since=JUST_NOW)], LATE, True),
        # It has just ended a job: the queue flows, the probe stands in line.
        ([worker(since=JUST_NOW), worker(since=JUST_NOW)], LATE, False),
        # A job in hand is not to be lost.
        ([worker(), worker(busy=True)], LATE, False),
        ([worker(busy=True), worker(busy=True)], LATE, False),
        ([worker(alive=False), worker()], None, True),
        ([worker(alive=False), worker(busy=True)], None, False),
        ([worker(alive=False), worker(busy=True, alive=False)], None, True),
        ([worker(busy=True, alive=False), worker()], None, False),
        # Nobody there yet: starting and restarting is the supervisor's affair.
        ([], LATE, False),
        # Nobody there any more: the cluster does not start workers either.
        ([], 2 * LATE, True),
    ],
)
def test_a_cluster_is_stuck_when_a_probe_or_an_idle_worker_is_lost(
    workers: list[Worker], waiting: dt.timedelta | None, stuck: bool
) -> None:
    assert (why_stuck(NOW, workers, waiting) is not None) == stuck


def test_the_reason_names_the_worker_that_was_killed() -> None:
    assert why_stuck(NOW, [worker(alive=False)], None) == "worker 7 was killed while it was idle"


def beat(host: str, pid: int, job: str = "", age: dt.timedelta = 3 * SECOND) -> Heartbeat:
    then = timezone.now() - age
    return Heartbeat.objects.create(
        cluster="fast", host=host, pid=pid, job=job, seen_at=then, since=then
    )


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("socket.gethostname", lambda: "here")
    return "here"


@pytest.mark.django_db
def test_a_look_sends_one_probe_through_each_queue(host: str) -> None:
    watch = ClusterWatch(["fast", "slow"])
    assert watch.look() == {}
    assert watch.look() == {}
    assert sorted(OrmQ.objects.values_list("key", flat=True)) == ["fast", "slow"]
    assert OrmQ.objects.filter(key="fast").get().task["func"] == "pelican.site.jobs.answer_probe"


@pytest.mark.django_db
def test_the_next_probe_follows_the_answer(host: str) -> None:
    watch = ClusterWatch(["fast"])
    watch.look()
    answer_probe("fast")
    probe = QueueProbe.objects.get()
    assert probe.took is not None
    QueueProbe.objects.update(sent_at=probe.sent_at - PROBE_EVERY)
    watch.look()
    assert QueueProbe.objects.get().answered_at is None
    assert OrmQ.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(("age", "jobs"), [(PROBE_EVERY * 3, 1), (LOST_AFTER, 2)])
def test_an_unanswered_probe_is_not_sent_again_before_it_counts_as_lost(
    host: str, age: dt.timedelta, jobs: int
) -> None:
    watch = ClusterWatch(["fast"])
    watch.look()
    QueueProbe.objects.update(sent_at=timezone.now() - age)
    watch.look()
    assert OrmQ.objects.count() == jobs


@pytest.mark.django_db
def test_a_probe_that_waits_beside_an_idle_worker_is_reported(host: str) -> None:
    beat(host, os.getpid(), age=LATE * 2)
    watch = ClusterWatch(["fast"])
    watch.look()
    QueueProbe.objects.update(sent_at=timezone.now() - LATE)
    assert list(watch.look()) == ["fast"]
    watch.forget("fast")
    assert watch.look() == {}


@pytest.mark.django_db
def test_a_worker_killed_in_a_job_is_cleared_away(host: str) -> None:
    beat(host, 1, job="boards.jobs.draw")
    assert ClusterWatch(["fast"], alive=lambda _pid: False).look() == {}
    assert not Heartbeat.objects.exists()


@pytest.mark.django_db
def test_other_machines_are_left_to_their_own_watch(host: str) -> None:
    beat("elsewhere", 1)
    old = beat("elsewhere", 2, age=dt.timedelta(days=2))
    assert ClusterWatch(["fast"], alive=lambda _pid: False).look() == {}
    assert [row.pid for row in Heartbeat.objects.all()] == [1]
    assert not Heartbeat.objects.filter(pk=old.pk).exists()
