"""The admin shows every record of this app and lets nobody rewrite one."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from benchmarks.models import Artifact
from tests.factories.benchmarks import ArtifactFactory, BenchmarkFactory, ValidationFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", ["artifactcondition", "validation", "benchmark", "review"])
def test_records_can_be_read_and_not_written(admin_client: Client, model: str) -> None:
    assert admin_client.get(reverse(f"admin:benchmarks_{model}_changelist")).status_code == 200
    assert admin_client.get(reverse(f"admin:benchmarks_{model}_add")).status_code == 403


@pytest.mark.parametrize("factory", [ValidationFactory, BenchmarkFactory])
def test_an_examination_is_looked_at_and_never_rewritten(
    admin_client: Client, factory: type[ValidationFactory | BenchmarkFactory]
) -> None:
    exam = factory.create()
    page = reverse(f"admin:benchmarks_{exam._meta.model_name}_change", args=[exam.pk])
    assert admin_client.get(page).status_code == 200
    assert admin_client.post(page, {"profile": "other"}).status_code == 403


def test_an_artifact_is_renamed_by_hand_but_neither_made_nor_deleted(admin_client: Client) -> None:
    artifact = ArtifactFactory.create()
    page = reverse("admin:benchmarks_artifact_change", args=[artifact.pk])
    inlines = {
        f"{name}-{count}_FORMS": "0"
        for name in ("admissions", "state_changes")
        for count in ("TOTAL", "INITIAL")
    }
    admin_client.post(page, {"title": "Pier at dusk", "sha256": "0" * 64, **inlines})
    renamed = Artifact.objects.get()
    assert (renamed.title, renamed.sha256) == ("Pier at dusk", artifact.sha256)
    for action, args in (("add", []), ("delete", [artifact.pk])):
        url = reverse(f"admin:benchmarks_artifact_{action}", args=args)
        assert admin_client.get(url).status_code == 403
