from __future__ import annotations

import csv
import io
import json

import pytest

from benchmarks.exports import TABLES
from benchmarks.models import Trial
from tests.factories.benchmarks import (
    ArtifactFactory,
    BenchmarkFactory,
    ReviewFactory,
    ValidationFactory,
)

pytestmark = pytest.mark.django_db


def rows(client, table: str) -> list[dict[str, str]]:
    response = client.get(f"/data/sdf/{table}.csv")
    assert response.status_code == 200
    return list(csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode())))


def test_every_table_has_its_columns_and_its_rows(client, admin_user) -> None:
    benchmark = BenchmarkFactory.create()
    artifact = benchmark.artifact
    ValidationFactory.create(artifact=artifact)
    ReviewFactory.create(artifact=artifact, reviewer=admin_user)
    Trial.objects.create(
        benchmark=benchmark, number=1, method=benchmark.method, median_ms=4, samples=[4.0]
    )
    for name, table in TABLES.items():
        (row,) = rows(client, name)
        assert table.count() == 1
        assert list(row) == [column.name for column in table.columns]
        assert row["artifact"] == artifact.slug


def test_unknown_is_empty_and_never_zero(client) -> None:
    ArtifactFactory.create()
    (row,) = rows(client, "artifacts")
    assert (row["cost_usd"], row["total_tokens"]) == ("", "")


def test_what_is_hidden_or_withdrawn_is_not_exported(client) -> None:
    BenchmarkFactory.create(artifact__withdrawn=True)
    ValidationFactory.create(artifact__listed=False, artifact__admitted=False)
    assert not any(rows(client, table) for table in TABLES)
    assert not any(table.count() for table in TABLES.values())


def test_rejected_trials_are_exported_with_their_reason(client) -> None:
    benchmark = BenchmarkFactory.create(result="rejected", median_ms=None, p95_ms=None)
    Trial.objects.create(
        benchmark=benchmark,
        number=1,
        method=benchmark.method,
        rejection={"code": "webgl.error", "detail": "1282"},
    )
    (row,) = rows(client, "trials")
    assert json.loads(row["rejection"])["code"] == "webgl.error"
    assert row["median_ms"] == ""


def test_a_reviewer_is_a_number_in_one_file(client, admin_user, django_user_model) -> None:
    artifact = ArtifactFactory.create()
    for user in (admin_user, django_user_model.objects.create_user("other")):
        ReviewFactory.create(artifact=artifact, reviewer=user)
    assert [row["reviewer"] for row in rows(client, "reviews")] == ["1", "2"]


def test_an_unknown_table_is_not_found(client) -> None:
    assert client.get("/data/sdf/secrets.csv").status_code == 404


def test_whoever_asks_for_the_head_of_a_table_gets_it(client) -> None:
    assert client.head("/data/sdf/artifacts.csv").status_code == 200
    assert client.post("/data/sdf/artifacts.csv").status_code == 405
