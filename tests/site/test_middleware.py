"""Values that no row can have are the asker's mistake, not an error of ours."""

from __future__ import annotations

import pytest
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from pelican.site.middleware import UnstorableValues

TOO_LARGE = "9" * 24

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "query",
    [
        "boards_run_changelist?variants=",
        "boards_slot_changelist?run=",
        "boards_sample_changelist?id__in=",
        "boards_variant_add?version=",
        "benchmarks_artifact_changelist?condition=",
        "benchmarks_artifact_changelist?variant=",
        "judging_verdict_changelist?judge__exact=",
        "voting_ballot_changelist?arena=",
        "auth_user_changelist?groups=",
    ],
)
def test_the_admin_does_not_fail_for_a_number_out_of_range(admin_client: Client, query: str):
    name, _, parameter = query.partition("?")
    answer = admin_client.get(f"{reverse(f'admin:{name}')}?{parameter}{TOO_LARGE}")
    assert answer.status_code in (200, 302, 400)
    assert admin_client.get(f"{reverse(f'admin:{name}')}?{parameter}1").status_code in (200, 302)


def _through(method: str, error: Exception) -> HttpResponse | None:
    middleware = UnstorableValues(lambda _request: HttpResponse())
    request: HttpRequest = RequestFactory().generic(method, "/")
    return middleware.process_exception(request, error)


@pytest.mark.parametrize(
    ("method", "error", "status"),
    [
        ("GET", DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes"), 400),
        ("HEAD", OverflowError("Python int too large to convert to SQLite INTEGER"), 400),
        ("POST", DataError("value too long for type character varying(20)"), None),
        ("GET", OverflowError("math range error"), None),
        ("GET", ValueError("anything"), None),
    ],
)
def test_only_what_the_database_refuses_to_look_for_is_a_400(
    method: str, error: Exception, status: int | None
):
    answer = _through(method, error)
    assert (answer.status_code if answer else None) == status


@pytest.mark.parametrize("version", ["%00", "%0a", "%0d%0aX:%201", '"', "%E2%82%AC", "x" * 5000])
def test_a_version_gets_no_words_into_a_header(client: Client, version: str):
    answer = client.get(f"/api/v1/schema/?version={version}")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == 'inline; filename="Pelican.yaml"'
