"""Every worker of a cluster writes what it does into its :class:`Heartbeat` row.

django-q2 forks a worker and sends ``post_spawn`` in it; from then on a small thread keeps the row.
The row exists because django-q2 notices neither a hanging queue nor, on the outside, a dead worker.
"""

from __future__ import annotations

import datetime as dt
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from multiprocessing import util
from typing import Any, Final

from django.db import DatabaseError, InterfaceError, connections
from django.dispatch import receiver
from django.utils import timezone
from django_q.conf import Conf
from django_q.signals import post_execute_in_worker, post_spawn, pre_execute
from django_q.utils import get_func_repr

from pelican.lifeline import is_alive
from pelican.site.models import Heartbeat

logger = logging.getLogger(__name__)

BEAT_SECONDS: Final = 5
SUPERVISOR_VARIABLE: Final = "PELICAN_SUPERVISOR_PID"
ORPHAN_SECONDS: Final = 15
"""How long a worker outlives its supervisor: longer than a stop in good order takes."""


class Beating(threading.Thread):
    """Keeps the row of this process, and ends an orphaned cluster."""

    def __init__(self, cluster: str) -> None:
        super().__init__(name="heartbeat", daemon=True)
        self._cluster = cluster
        self._key: dict[str, Any] = {"host": socket.gethostname(), "pid": os.getpid()}
        self._job = ""
        self._since = timezone.now()
        self._changed = threading.Event()
        self._row = threading.Lock()
        self._ended = False
        self._supervisor = int(os.environ.get(SUPERVISOR_VARIABLE, "0"))
        self._orphaned_at: float | None = None

    def turn(self, job: str, now: dt.datetime) -> None:
        """Note that the worker took a job, or with ``""`` that it is idle; written at once."""
        self._job, self._since = job[:255], now
        self._changed.set()

    def run(self) -> None:
        """Write the row every few seconds and at every change, for as long as the process lives."""
        while True:
            self._changed.clear()
            self.write()
            self._end_if_orphaned()
            self._changed.wait(BEAT_SECONDS)

    def write(self) -> None:
        """Write the row; a database that is away is waited for."""
        values = {
            "cluster": self._cluster,
            "seen_at": timezone.now(),
            "job": self._job,
            "since": self._since,
        }
        with self._row:
            if self._ended:
                return
            try:
                Heartbeat.objects.update_or_create(**self._key, defaults=values)
            except (DatabaseError, InterfaceError) as error:
                logger.warning("Heartbeat of %s not written: %s", self._cluster, error)
                connections.close_all()

    def end(self) -> None:
        """Delete the row for good: the process ends in good order."""
        with self._row:
            self._ended = True
            try:
                Heartbeat.objects.filter(**self._key).delete()
            except (DatabaseError, InterfaceError) as error:
                logger.warning("Heartbeat of %s not deleted: %s", self._cluster, error)

    def _end_if_orphaned(self) -> None:
        """Kill the whole process group when the supervisor, which would have, has been killed.

        A cluster that hangs does not react to the SIGTERM that it gets in that case.
        """
        if not self._supervisor or is_alive(self._supervisor):
            return
        self._orphaned_at = self._orphaned_at or time.monotonic()
        if time.monotonic() - self._orphaned_at > ORPHAN_SECONDS:
            self.end()
            os.killpg(os.getpgrp(), signal.SIGKILL)


_beating: Beating | None = None


@receiver(post_spawn, dispatch_uid="heartbeat-start")
def start(**_kwargs: Any) -> None:
    """Start beating in a freshly forked worker (jobs run inline are no worker of their own)."""
    global _beating  # noqa: PLW0603 one per process by nature
    if multiprocessing.parent_process() is None:
        return
    _beating = Beating(Conf.CLUSTER_NAME)
    util.Finalize(None, _beating.end, exitpriority=1)
    _beating.start()


@receiver(pre_execute, dispatch_uid="heartbeat-busy")
def busy(func: Any, **_kwargs: Any) -> None:
    """The worker begins a job."""
    if _beating is not None:
        _beating.turn(get_func_repr(func) or "?", timezone.now())


@receiver(post_execute_in_worker, dispatch_uid="heartbeat-idle")
def idle(**_kwargs: Any) -> None:
    """The worker ended a job, well or not."""
    if _beating is not None:
        _beating.turn("", timezone.now())
