"""The record of every drawing as CSV."""

from __future__ import annotations

import csv
import io
from http import HTTPStatus

import pytest
from django.test import Client

from boards.exports import SAMPLE_COLUMNS
from boards.models import Sample
from tests.factories.boards import SampleFactory

pytestmark = pytest.mark.django_db

HEADER = (
    "id,state,svg_sha256,reply_sha256,drawn_at,task,condition,source,demo,harness,"
    "harness_version,run,run_kind,feeds_board,number,vendor,family,version,effort,variant,"
    "gate_passed,gate_codes,source_bytes,elements,ink_share,visible_share,text_share,"
    "structure_score,checks_passed,checks_failed,normalisations,flags,duration_ms,input_tokens,"
    "output_tokens,reasoning_tokens,cost_usd,reply_bytes,renderer_version,rules_version,licence"
)


def _read(client: Client, query: str = "") -> list[dict[str, str]]:
    response = client.get(f"/data/samples.csv{query}")
    assert response.status_code == HTTPStatus.OK
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(response.getvalue().decode(), newline="")))


def test_the_columns_are_a_promise(client: Client):
    assert client.get("/data/samples.csv").getvalue().decode() == f"{HEADER}\r\n"
    assert all(column.meaning for column in SAMPLE_COLUMNS)


def test_a_row_says_who_drew_what_and_how_it_went(client: Client):
    check = {"value": 1.0, "low": 1, "high": None, "bound": ""}
    sample = SampleFactory.create(
        structure={
            "checks": {
                "wheel_count": {**check, "passed": True},
                "rider_present": {**check, "passed": False},
            }
        },
        structure_score=0.5,
        receipts={"output_tokens": 0, "cost_usd": None},
        slot__variant__version__family__vendor__licence_note="Terms.",
    )
    (row,) = _read(client)
    assert row["id"] == str(sample.pk)
    assert row["drawn_at"] == sample.created_at.isoformat().replace("+00:00", "Z")
    assert row["variant"] == sample.slot.variant.slug
    assert row["condition"] == sample.slot.condition.digest
    assert row["gate_passed"] == "true"
    assert (row["checks_passed"], row["checks_failed"]) == ("wheel_count", "rider_present")
    assert row["licence"] == "Terms."


def test_unknown_is_empty_and_zero_is_zero(client: Client):
    SampleFactory.create(receipts={"output_tokens": 0}, duration_ms=None, gate_passed=False)
    (row,) = _read(client)
    assert row["output_tokens"] == "0"
    assert row["input_tokens"] == row["cost_usd"] == row["duration_ms"] == ""
    assert row["structure_score"] == row["checks_passed"] == ""
    assert row["gate_codes"] == "blank"


def test_a_withdrawn_drawing_leaves_its_digests_only(client: Client):
    sample = SampleFactory.create(state=Sample.State.WITHDRAWN)
    (row,) = _read(client)
    told = {name: value for name, value in row.items() if value}
    assert told == {
        "id": str(sample.pk),
        "state": "withdrawn",
        "svg_sha256": sample.sha256,
        "reply_sha256": sample.response_digest,
    }


def test_a_name_cannot_run_in_a_spreadsheet(client: Client):
    SampleFactory.create(slot__variant__version__name="=HYPERLINK(1)")
    (row,) = _read(client)
    assert row["version"] == "'=HYPERLINK(1)"


def test_one_condition_can_be_asked_for(client: Client):
    wanted, _other = SampleFactory.create(), SampleFactory.create()
    digest = wanted.slot.condition.digest
    for code in (digest, digest[:12]):
        assert [row["id"] for row in _read(client, f"?condition={code}")] == [str(wanted.pk)]


@pytest.mark.parametrize("code", ["abc", "f" * 12, "%", "f" * 64])
def test_an_unknown_condition_is_a_404(client: Client, code: str):
    SampleFactory.create()
    response = client.get("/data/samples.csv", {"condition": code})
    assert response.status_code == HTTPStatus.NOT_FOUND
