"""``/ops/``: what the operator has to know, for staff."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from django_q.models import Failure

from pelican.rules import RULES
from pelican.site import operations
from pelican.site.models import Heartbeat
from voting import shares


@dataclass(frozen=True)
class WorkerRow:
    """A worker as the page shows it."""

    heartbeat: Heartbeat
    lost: bool
    state_ms: int | None
    seen_ms: int | None


@dataclass(frozen=True)
class FailureRow:
    """A failed job as the page shows it, with the last line of its traceback."""

    failure: Failure
    error: str


@require_safe
@staff_member_required
def ops(request: HttpRequest) -> HttpResponse:
    """The page, or with htmx its live part alone."""
    # The part is a fragment: a cache must not hand it out in place of the page.
    template = "ops/live.html" if request.headers.get("HX-Request") else "ops/ops.html"
    response = render(request, template, _facts(timezone.now()))
    response["Vary"] = "HX-Request"
    return response


def _facts(now: dt.datetime) -> dict[str, Any]:
    clusters = operations.clusters(now)
    disk = operations.disk()
    few_votes = shares.alarms(now)
    return {
        "now": now,
        "clusters": clusters,
        "workers": [_worker(row, cluster) for cluster in clusters for row in cluster.workers],
        "failures": [FailureRow(failure, _last_line(failure)) for failure in operations.failures()],
        "imports": operations.imports(),
        "database": operations.database(),
        "disk": disk,
        "few_votes": few_votes,
        "valid_share_min": RULES.voting.valid_share_min,
        "news": _news(clusters, disk, few_votes=bool(few_votes)),
        "versions": {name: metadata.version(name) for name in ("Django", "django-q2")},
    }


def _worker(row: Heartbeat, cluster: operations.ClusterState) -> WorkerRow:
    return WorkerRow(
        heartbeat=row,
        lost=row not in cluster.lively,
        state_ms=operations.milliseconds(cluster.now - row.since),
        seen_ms=operations.milliseconds(cluster.now - row.seen_at),
    )


def _last_line(failure: Failure) -> str:
    lines = str(failure.result or "").strip().splitlines()
    return lines[-1] if lines else ""


def _news(
    clusters: list[operations.ClusterState], disk: operations.Disk, *, few_votes: bool
) -> str:
    """The page's title: the worst that there is to tell, or that there is nothing."""
    silent = [cluster.name for cluster in clusters if not cluster.lively]
    if silent:
        return gettext("No sign of life: %(clusters)s") % {"clusters": ", ".join(silent)}
    if not disk.enough:
        return gettext("The disk is almost full")
    if few_votes:
        return gettext("Few votes count")
    working = sum(cluster.busy for cluster in clusters)
    if working:
        return gettext("All is well; workers with a job: %(number)s") % {"number": working}
    return gettext("All is well; the workers are idle")
