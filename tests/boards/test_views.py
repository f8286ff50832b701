"""Drawings as files: what is served, and what can never be."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client

from boards.models import Sample
from tests.factories.boards import SampleFactory

pytestmark = pytest.mark.django_db
POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
SUFFIXES = ("svg", "png")


@pytest.fixture
def sample() -> Sample:
    return SampleFactory.create(slot__index=3)


def test_the_sanitised_source_is_served_as_it_is(client: Client, sample: Sample):
    response = client.get(f"/drawings/{sample.pk}.svg")
    assert response.status_code == HTTPStatus.OK
    assert response["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert response.content.decode() == sample.svg


def test_the_picture_is_a_png_with_its_longer_side_by_rule(client: Client, sample: Sample):
    response = client.get(f"/drawings/{sample.pk}.png")
    assert response["Content-Type"] == "image/png"
    width, height = (int.from_bytes(response.content[at : at + 4]) for at in (16, 20))
    assert (width, height) == (512, 384)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_drawing_can_load_and_run_nothing(client: Client, sample: Sample, suffix: str):
    response = client.get(f"/drawings/{sample.pk}.{suffix}")
    assert response["Content-Security-Policy"] == POLICY
    assert response["X-Content-Type-Options"] == "nosniff"
    assert not response.cookies


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_caches_keep_a_drawing_for_minutes_and_then_ask_again(
    client: Client, sample: Sample, suffix: str
):
    path = f"/drawings/{sample.pk}.{suffix}"
    response = client.get(path)
    assert response["Cache-Control"] == "public, max-age=300, must-revalidate"
    again = client.get(path, headers={"if-none-match": response["ETag"]})
    assert again.status_code == HTTPStatus.NOT_MODIFIED
    assert not again.content
    for header in ("Content-Security-Policy", "X-Content-Type-Options", "Cache-Control", "ETag"):
        assert again[header] == response[header]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_download_has_a_name(client: Client, sample: Sample, suffix: str):
    path = f"/drawings/{sample.pk}.{suffix}"
    assert not client.get(path).has_header("Content-Disposition")
    name = f"pelican_bicycle-{sample.slot.variant.slug}-3.{suffix}"
    disposition = client.get(f"{path}?download")["Content-Disposition"]
    assert disposition == f'attachment; filename="{name}"'


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_withdrawn_drawing_is_gone_at_once(client: Client, sample: Sample, suffix: str):
    path = f"/drawings/{sample.pk}.{suffix}"
    etag = client.get(path)["ETag"]
    Sample.objects.update(state=Sample.State.WITHDRAWN)
    for headers in ({}, {"if-none-match": etag}):
        response = client.get(path, headers=headers)
        assert response.status_code == HTTPStatus.GONE
        assert b"<svg" not in response.content


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_reply_without_a_drawing_has_no_file(client: Client, suffix: str):
    sample = SampleFactory.create(svg="", gate_passed=False)
    assert client.get(f"/drawings/{sample.pk}.{suffix}").status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    "path", ["/drawings/999999.svg", "/drawings/999999.png", "/drawings/x.svg"]
)
def test_an_unknown_drawing_is_a_404(client: Client, path: str):
    assert client.get(path).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_drawing_is_only_read(client: Client, sample: Sample, suffix: str):
    response = client.post(f"/drawings/{sample.pk}.{suffix}")
    assert response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
