"""The health checks for machines."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from pelican.site import operations
from pelican.site.models import Heartbeat


@pytest.fixture
def lively(db: None) -> None:
    now = timezone.now()
    for pid, cluster in enumerate(("fast", "slow"), start=1):
        Heartbeat.objects.create(cluster=cluster, host="here", pid=pid, seen_at=now, since=now)


def test_the_process_answers_without_a_database(client: Client) -> None:
    response = client.get("/healthz")
    assert response.json() == {"alive": True}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.usefixtures("lively")
def test_a_site_whose_clusters_beat_is_ready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == HTTPStatus.OK
    assert response.json()["ready"] is True
    assert response.json()["checks"]["fast"]["workers"] == 1


@pytest.mark.django_db
def test_a_site_without_workers_is_not_ready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert response.json()["checks"]["fast"]["ok"] is False


@pytest.mark.usefixtures("lively")
def test_a_full_disk_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "disk", lambda: operations.Disk(total=10**9, free=0))
    response = client.get("/readyz")
    assert response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert response.json()["checks"]["disk"] == {"ok": False, "free_bytes": 0}


def test_a_database_that_is_away_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> list[operations.ClusterState]:
        raise OperationalError("connection refused by db.internal")

    monkeypatch.setattr(operations, "clusters", away)
    response = client.get("/readyz")
    assert response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert response.json()["checks"]["database"] == {"ok": False, "error": "OperationalError"}
