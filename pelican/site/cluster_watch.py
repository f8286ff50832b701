"""Finds the clusters of this machine in which jobs have ceased to flow.

The hang that is known: a worker killed while it waits for a job takes the queue's lock along, and
no job is ever handed out again, although the other workers look well. So a worker that vanished
while idle, or a probe that nobody answers beside an idle worker, is a reason to restart. Another is
known: a worker killed while it notes how a job ended takes the lock that the cluster needs to see
to it, and in time no worker is left.
"""

from __future__ import annotations

import datetime as dt
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django_q.tasks import async_task

from pelican.lifeline import is_alive
from pelican.site.models import Heartbeat, QueueProbe

PROBE_EVERY: Final = dt.timedelta(seconds=15)
PROBE_LIMIT: Final = dt.timedelta(seconds=30)
DESERTED_LIMIT: Final = dt.timedelta(seconds=60)
"""Longer than a cluster takes to start its workers."""
LOST_AFTER: Final = dt.timedelta(minutes=30)
"""An unanswered probe this old was lost with its queue: another one is sent."""
FORGOTTEN_AFTER: Final = dt.timedelta(days=1)
"""Rows of other machines that were not written for this long are deleted."""


@dataclass(frozen=True)
class Worker:
    """A worker of one cluster on this machine."""

    pid: int
    busy: bool
    since: dt.datetime
    alive: bool


def why_stuck(
    now: dt.datetime, workers: Iterable[Worker], waiting: dt.timedelta | None
) -> str | None:
    """Why a cluster should be restarted, or ``None``.

    Args:
        now: The time, with zone.
        workers: The cluster's workers on this machine, those that vanished included.
        waiting: How long the last probe has been unanswered; ``None`` when it was answered.
    """
    workers = list(workers)
    if any(worker.alive and worker.busy for worker in workers):
        return None  # its job is not to be lost; it ends within the cluster's time-out
    for worker in workers:
        if not worker.alive and not worker.busy:
            return f"worker {worker.pid} was killed while it was idle"
    if not workers and waiting is not None and waiting > DESERTED_LIMIT:
        return f"a job has waited for {waiting.total_seconds():.0f} s and no worker is left"
    idle = [worker for worker in workers if worker.alive and now - worker.since > PROBE_LIMIT]
    if idle and waiting is not None and waiting > PROBE_LIMIT:
        seconds = waiting.total_seconds()
        return f"a job has waited for {seconds:.0f} s beside {len(idle)} idle workers"
    return None


class ClusterWatch:
    """Sends probes through the queues and reads the heartbeats of this machine's workers."""

    def __init__(self, clusters: Iterable[str], *, alive: Callable[[int], bool] = is_alive) -> None:
        self._clusters = tuple(clusters)
        self._host = socket.gethostname()
        self._alive = alive

    def look(self) -> dict[str, str]:
        """Probe where it is time; returns the stuck clusters, each with the reason."""
        now = timezone.now()
        Heartbeat.objects.filter(seen_at__lt=now - FORGOTTEN_AFTER).delete()
        stuck = {}
        for cluster in self._clusters:
            waiting = self._probe(cluster, now)
            if reason := why_stuck(now, self._workers(cluster), waiting):
                stuck[cluster] = reason
        return stuck

    def forget(self, cluster: str) -> None:
        """Delete the rows of a cluster of this machine that has been stopped or killed."""
        Heartbeat.objects.filter(cluster=cluster, host=self._host).delete()
        QueueProbe.objects.filter(cluster=cluster).delete()

    def _probe(self, cluster: str, now: dt.datetime) -> dt.timedelta | None:
        probe, fresh = QueueProbe.objects.get_or_create(cluster=cluster, defaults={"sent_at": now})
        waiting = None if probe.answered_at else now - probe.sent_at
        due = PROBE_EVERY if waiting is None else LOST_AFTER
        if fresh or now - probe.sent_at >= due:
            QueueProbe.objects.filter(pk=probe.pk).update(sent_at=now, answered_at=None)
            async_task("pelican.site.jobs.answer_probe", cluster, cluster=cluster, save=False)
            return None
        return waiting

    def _workers(self, cluster: str) -> list[Worker]:
        """The cluster's workers here; rows of workers that vanished while busy are cleared away."""
        workers = []
        for row in Heartbeat.objects.filter(cluster=cluster, host=self._host):
            worker = Worker(row.pid, row.busy, row.since, self._alive(row.pid))
            if worker.busy and not worker.alive:
                row.delete()
            else:
                workers.append(worker)
        return workers
