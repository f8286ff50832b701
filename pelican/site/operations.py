"""What the operator has to know, read from the database and the machine."""

from __future__ import annotations

import datetime as dt
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Count, Min, Q
from django.utils import timezone
from django_q.models import Failure, OrmQ

from boards.models import Run
from pelican.site.models import Heartbeat, QueueProbe

CLUSTERS: Final = (settings.FAST_CLUSTER, settings.SLOW_CLUSTER)
SEEN_WITHIN: Final = dt.timedelta(seconds=20)
"""A worker writes its row every five seconds; one not seen for this long is taken for lost."""
FREE_BYTES_MIN: Final = 200 * 2**20
SHOWN: Final = 10


@dataclass(frozen=True)
class ClusterState:
    """One cluster and its queue at a moment."""

    name: str
    workers: list[Heartbeat]
    now: dt.datetime
    waiting: int
    running: int
    oldest: dt.datetime | None
    probe: QueueProbe | None

    @property
    def lively(self) -> list[Heartbeat]:
        """The workers seen lately."""
        return [row for row in self.workers if self.now - row.seen_at <= SEEN_WITHIN]

    @property
    def busy(self) -> int:
        """How many of the lively workers have a job."""
        return sum(row.busy for row in self.lively)

    @property
    def waits(self) -> dt.timedelta | None:
        """How long the oldest job has been waiting; ``None`` when none is."""
        return self.now - self.oldest if self.oldest else None

    @property
    def waits_ms(self) -> int | None:
        """:attr:`waits` in milliseconds."""
        return milliseconds(self.waits)

    @property
    def round_trip_ms(self) -> int | None:
        """How long the last probe took through the queue; ``None`` without an answer."""
        return milliseconds(self.probe.took if self.probe else None)


def milliseconds(duration: dt.timedelta | None) -> int | None:
    """A duration as the pages' number filters take it."""
    return None if duration is None else round(duration.total_seconds() * 1000)


@dataclass(frozen=True)
class Disk:
    """The file system that holds ``var/``. Sizes in bytes."""

    total: int
    free: int

    @property
    def enough(self) -> bool:
        """Whether there is room to work."""
        return self.free >= FREE_BYTES_MIN


@dataclass(frozen=True)
class Database:
    """The database in use: its product, version and size in bytes."""

    vendor: str
    version: str
    size: int


def clusters(now: dt.datetime | None = None) -> list[ClusterState]:
    """Both clusters with their workers and queues; four queries."""
    now = now or timezone.now()
    workers = list(Heartbeat.objects.all())
    probes = {probe.cluster: probe for probe in QueueProbe.objects.all()}
    waiting = Q(lock__lte=now)
    counts = {
        row["key"]: row
        for row in OrmQ.objects.order_by()
        .values("key")
        .annotate(
            waiting=Count("pk", filter=waiting),
            running=Count("pk", filter=~waiting),
            first=Min("pk", filter=waiting),
        )
    }
    first = OrmQ.objects.in_bulk([row["first"] for row in counts.values() if row["first"]])
    empty = {"waiting": 0, "running": 0, "first": None}
    return [
        ClusterState(
            name=name,
            workers=[row for row in workers if row.cluster == name],
            now=now,
            waiting=queue["waiting"],
            running=queue["running"],
            oldest=_enqueued_at(first.get(queue["first"])),
            probe=probes.get(name),
        )
        for name in CLUSTERS
        for queue in [counts.get(name, empty)]
    ]


def _enqueued_at(job: OrmQ | None) -> dt.datetime | None:
    """When a job was put into the queue; unknown when it was signed with another key."""
    enqueued: dt.datetime | None = job.task.get("started") if job else None
    return enqueued


def failures() -> list[Failure]:
    """The jobs that failed last."""
    return list(Failure.objects.order_by("-stopped")[:SHOWN])


def imports() -> list[Run]:
    """The import runs made last, each with ``drawings`` and ``passed``."""
    sample = "slots__sample"
    return list(
        Run.objects.filter(kind=Run.Kind.IMPORT).annotate(
            drawings=Count(sample),
            passed=Count(sample, filter=Q(**{f"{sample}__gate_passed": True})),
        )[:SHOWN]
    )


def disk() -> Disk:
    """Room on the disk that holds ``var/``."""
    usage = shutil.disk_usage(settings.VAR_DIR)
    return Disk(total=usage.total, free=usage.free)


def database() -> Database:
    """Product, version and size of the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT current_setting('server_version'), pg_database_size(current_database())"
            )
            version, size = cursor.fetchone()
            return Database("PostgreSQL", version, size)
        cursor.execute("SELECT sqlite_version()")
        (version,) = cursor.fetchone()
    path = Path(connection.settings_dict["NAME"])
    files = (path, path.with_name(f"{path.name}-wal"))
    return Database("SQLite", version, sum(file.stat().st_size for file in files if file.exists()))
