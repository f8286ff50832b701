from __future__ import annotations

import re

import pytest
from django.urls import reverse

from benchmarks.cards import featured
from benchmarks.models import Benchmark
from benchmarks.profiles import CI
from tests.factories.benchmarks import (
    ArtifactConditionFactory,
    ArtifactFactory,
    BenchmarkFactory,
    ReviewFactory,
    ValidationFactory,
)

pytestmark = pytest.mark.django_db


def text(response) -> str:
    return str(response.content.decode())


def policy(response) -> str:
    return str(response["Content-Security-Policy"])


@pytest.mark.parametrize("path", ["/sdf/", "/zh/sdf/", "/sdf/timings/", "/sdf/compare/"])
def test_pages_open_without_any_artifact(client, path) -> None:
    assert client.get(path).status_code == 200


def test_the_gallery_shows_what_is_listed_and_keeps_failures(client) -> None:
    ArtifactFactory.create(title="Shown")
    ArtifactFactory.create(title="Hidden", listed=False, admitted=False)
    ArtifactFactory.create(title="Gone", withdrawn=True)
    failed = ValidationFactory.create(
        artifact__title="Broken",
        outcome="failed",
        findings=[{"code": "setup.error", "level": "failed", "evidence": {"message": "x"}}],
    )
    page = text(client.get("/sdf/"))
    assert "Shown" in page
    assert "Hidden" not in page
    assert "Gone" not in page
    assert "It never drew a frame." in page
    assert failed.artifact.get_absolute_url() in page


def test_conditions_and_tracks_stand_apart(client) -> None:
    other = ArtifactConditionFactory.create(digest="f" * 64, source="Another collection")
    ArtifactFactory.create()
    ArtifactFactory.create(condition=other)
    ArtifactFactory.create(track="repaired")
    assert text(client.get("/sdf/")).count('class="sdfgrid"') == 3
    assert text(client.get("/sdf/?track=repaired")).count('class="sdfgrid"') == 1
    assert text(client.get(f"/sdf/?condition={other.code}")).count('class="sdfgrid"') == 1
    assert "No artifact is like that." in text(client.get("/sdf/?outcome=failed"))


def test_a_gallery_of_many_takes_as_many_queries_as_one_of_few(
    client, django_assert_max_num_queries
) -> None:
    for _number in range(12):
        validation = ValidationFactory.create()
        BenchmarkFactory.create(artifact=validation.artifact)
    with django_assert_max_num_queries(6):
        assert client.get("/sdf/").status_code == 200


def test_only_the_address_of_frames_may_be_framed(client) -> None:
    page = client.get("/sdf/", headers={"host": "localhost"})
    assert re.search(r"frame-src http://localhost/sandbox/(;|$)", policy(page))
    assert "'unsafe" not in policy(page)
    other = client.get("/sdf/timings/")
    assert "frame-src" not in policy(other)


def test_the_page_of_an_artifact_says_everything(client, admin_user) -> None:
    validation = ValidationFactory.create(
        outcome="warnings",
        findings=[
            {"code": "controls.pinch", "level": "unmet", "evidence": {}},
            {"code": "picture.upscaled", "level": "advisory",
             "evidence": {"view": "view-01", "sharp_edges": 0.1, "round_trip": 0.2, "count": 9}},
        ],
    )  # fmt: skip
    artifact = validation.artifact
    BenchmarkFactory.create(artifact=artifact)
    ReviewFactory.create(artifact=artifact, reviewer=admin_user)
    page = text(client.get(artifact.get_absolute_url()))
    for said in (
        "Two fingers zoom", "Drawn at the canvas", "4.00 ms", "unavailable: no price",
        artifact.sha256[:4], "provisional", "View 12", "No person has confirmed",
    ):  # fmt: skip
        assert said in page, said
    assert "style=" not in page
    assert "<script>" not in page


def test_an_artifact_that_is_not_listed_is_for_staff(client, admin_client) -> None:
    artifact = ArtifactFactory.create(listed=False, admitted=False)
    assert client.get(artifact.get_absolute_url()).status_code == 404
    assert admin_client.get(artifact.get_absolute_url()).status_code == 200
    assert client.get(reverse("module", args=[artifact.slug])).status_code == 404


def test_a_withdrawn_artifact_is_gone(client) -> None:
    artifact = ArtifactFactory.create(withdrawn=True)
    assert client.get(artifact.get_absolute_url()).status_code == 410
    assert client.get(reverse("module", args=[artifact.slug])).status_code == 404


def test_a_module_is_a_file_to_save(client) -> None:
    artifact = ArtifactFactory.create()
    response = client.get(reverse("module", args=[artifact.slug]))
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"].startswith("attachment")
    assert "sandbox" in policy(response)
    assert text(response) == artifact.source


def test_times_stand_in_one_table_only_among_equals(client) -> None:
    BenchmarkFactory.create(median_ms=4.0)
    BenchmarkFactory.create(median_ms=2.0)
    BenchmarkFactory.create(
        comparison_key="another machine", method=Benchmark.Method.WALL_CLOCK, profile=CI.name
    )
    BenchmarkFactory.create(result="rejected", median_ms=None, p95_ms=None)
    page = text(client.get("/sdf/timings/"))
    assert page.count("<tbody>") == 2
    assert page.index("GPU timer query") < page.index("Wall-clock estimate")
    assert page.index("2.00 ms") < page.index("4.00 ms")


def test_a_difference_of_times_is_told_only_among_equals(client) -> None:
    first, second = BenchmarkFactory.create(median_ms=4.0), BenchmarkFactory.create(median_ms=6.0)
    url = f"/sdf/compare/?a={first.artifact.slug}&b={second.artifact.slug}"
    assert "1.50 × the time of A" in text(client.get(url))
    second.comparison_key = "another machine"
    second.save()
    page = text(client.get(url))
    assert "not to be compared" in page
    assert "1.50" not in page


def test_comparing_with_nobody_is_not_found(client) -> None:
    assert client.get("/sdf/compare/?a=nobody&b=").status_code == 404


class TestFrames:
    FRAME = {"Sec-Fetch-Dest": "iframe"}

    def url(self, artifact) -> str:
        return reverse("sandbox", args=[artifact.sha256])

    def test_an_admitted_artifact_has_a_frame_without_cookies(self, client) -> None:
        artifact = ArtifactFactory.create()
        response = client.get(self.url(artifact), headers=self.FRAME)
        assert response.status_code == 200
        assert artifact.source in text(response)
        assert policy(response).startswith("sandbox allow-scripts; default-src 'none'")
        assert "frame-ancestors 'self'" in policy(response)
        assert not response.cookies
        assert "X-Frame-Options" not in response

    @pytest.mark.parametrize("destination", [None, "document", "empty", "script", "frame"])
    def test_nothing_but_a_frame_may_ask(self, client, destination) -> None:
        headers = {} if destination is None else {"Sec-Fetch-Dest": destination}
        response = client.get(self.url(ArtifactFactory.create()), headers=headers)
        assert response.status_code == 403

    @pytest.mark.parametrize("state", [{"admitted": False}, {"withdrawn": True}])
    def test_what_is_not_admitted_has_none(self, client, state) -> None:
        response = client.get(self.url(ArtifactFactory.create(**state)), headers=self.FRAME)
        assert response.status_code == 404

    def test_another_origin_may_hold_the_frames(self, client, settings) -> None:
        settings.SANDBOX_ORIGIN = "https://sandbox.example.org"
        settings.ALLOWED_HOSTS = ["pelican.example.org", "sandbox.example.org", "testserver"]
        artifact = ArtifactFactory.create()
        page = client.get("/sdf/")
        assert "frame-src https://sandbox.example.org/sandbox/" in policy(page)
        assert f'data-frame="https://sandbox.example.org/sandbox/{artifact.sha256}"' in text(page)
        frame = client.get(self.url(artifact), headers=self.FRAME)
        assert "frame-ancestors http://pelican.example.org http://testserver" in policy(frame)


def test_the_front_page_features_a_reference_before_anything_else() -> None:
    assert featured() is None
    ArtifactFactory.create(slug="plain")
    first = featured()
    assert first is not None
    assert first.artifact.slug == "plain"
    ArtifactFactory.create(slug="pier", state="reference")
    ValidationFactory.create(artifact__slug="road", artifact__state="reference")
    chosen = featured()
    assert chosen is not None
    assert (chosen.artifact.slug, chosen.poster) == ("road", "img/sdf/road.webp")


def test_a_reference_without_a_still_shows_its_poster(client) -> None:
    ArtifactFactory.create(slug="pier", state="reference")
    assert 'src="/static/img/sdf/pier.webp"' in text(client.get("/sdf/"))
