"""Health checks for whatever watches the site: JSON, no language, no session."""

from __future__ import annotations

from http import HTTPStatus

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from pelican.site import operations


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """200: this process answers."""
    return JsonResponse({"alive": True})


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """200 when database, both clusters and disk are fit for work, else 503; says which is not."""
    checks: dict[str, dict[str, object]] = {"disk": _disk(), "database": {"ok": True}}
    try:
        for cluster in operations.clusters():
            checks[cluster.name] = _cluster(cluster)
    except (DatabaseError, InterfaceError) as error:
        checks["database"] = {"ok": False, "error": type(error).__name__}
    ready = all(check["ok"] for check in checks.values())
    status = HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE
    return JsonResponse({"ready": ready, "checks": checks}, status=status)


def _disk() -> dict[str, object]:
    disk = operations.disk()
    return {"ok": disk.enough, "free_bytes": disk.free}


def _cluster(cluster: operations.ClusterState) -> dict[str, object]:
    return {
        "ok": bool(cluster.lively),
        "workers": len(cluster.lively),
        "busy": cluster.busy,
        "waiting": cluster.waiting,
        "oldest_seconds": cluster.waits.total_seconds() if cluster.waits else None,
    }
