from __future__ import annotations

import re

import pytest
from django.urls import reverse

from benchmarks.frames import preview_url
from benchmarks.models import Artifact, Review, Validation
from benchmarks.models.reviews import DIMENSIONS
from benchmarks.profiles import CI
from tests.factories.benchmarks import ArtifactFactory, BenchmarkFactory, ValidationFactory

pytestmark = pytest.mark.django_db
DESKS = ["/sdf/desk/", "/sdf/reviews/"]


def act(client, artifact: Artifact, action: str, **posted: str):
    return client.post(reverse("sdf-desk-act", args=[artifact.slug, action]), posted, follow=True)


@pytest.mark.parametrize("path", DESKS)
def test_desks_are_for_staff(client, admin_client, path) -> None:
    assert client.get(path).status_code == 302
    assert admin_client.get(path).status_code == 200


def test_visitors_decide_nothing(client) -> None:
    artifact = ArtifactFactory.create(listed=False, admitted=False)
    act(client, artifact, "admission", admitted="yes", note="please")
    assert not Artifact.objects.get().admitted


def test_staff_without_the_right_to_change_artifacts_only_look(client, django_user_model) -> None:
    artifact = ArtifactFactory.create(listed=False, admitted=False)
    client.force_login(django_user_model.objects.create_user("guest", is_staff=True))
    page = client.get(reverse("sdf-desk-artifact", args=[artifact.slug]))
    assert page.status_code == 200
    assert "/admission/" not in page.content.decode()
    for action in ("admission", "state", "validate", "benchmark", "controls"):
        answer = act(client, artifact, action, admitted="yes", note="please", profile=CI.name)
        assert answer.status_code == 403
    assert not Artifact.objects.get().admitted
    assert not artifact.validations.exists()
    assert client.get("/sdf/reviews/").status_code == 403


def test_the_desk_of_an_artifact_shows_a_preview_and_the_contract_report(admin_client) -> None:
    artifact = ArtifactFactory.create(
        listed=False,
        admitted=False,
        source=ArtifactFactory.build().source.replace("dispose() {}", "dispose() { fetch(1) }"),
    )
    response = admin_client.get(reverse("sdf-desk-artifact", args=[artifact.slug]))
    page = response.content.decode()
    assert "api.network" in page
    frame = re.search(r'data-frame="([^"]+)"', page)
    assert frame is not None
    assert artifact.slug not in frame[1]
    assert artifact.sha256 not in frame[1]
    framed = admin_client.get(frame[1], headers={"Sec-Fetch-Dest": "iframe"})
    assert framed.status_code == 200
    assert "no-store" in framed["Cache-Control"]


def test_a_forged_preview_is_not_found(client) -> None:
    forged = preview_url(ArtifactFactory.create())[:-3] + "abc"
    assert client.get(forged, headers={"Sec-Fetch-Dest": "iframe"}).status_code == 404


def test_admission_and_state_are_decided_with_a_note(admin_client, admin_user) -> None:
    artifact = ArtifactFactory.create(listed=False, admitted=False)
    page = act(admin_client, artifact, "admission", admitted="yes", note="Read it.")
    assert "Admitted" in page.content.decode()
    assert artifact.admissions.get().by == admin_user
    act(admin_client, artifact, "state", state="verified", note="Ran it twice.")
    assert Artifact.objects.get().state == "verified"
    page = act(admin_client, artifact, "state", state="reference", note="")
    assert "Why" in page.content.decode()
    assert Artifact.objects.get().state == "verified"


def test_examinations_are_queued(admin_client) -> None:
    artifact = ArtifactFactory.create()
    act(admin_client, artifact, "validate", profile=CI.name)
    act(admin_client, artifact, "benchmark", profile=CI.name)
    assert artifact.validations.get().progress == "queued"
    assert artifact.benchmarks.get().profile == CI.name
    act(admin_client, artifact, "validate", profile="nonsense")
    assert artifact.validations.count() == 1


def test_the_controls_are_confirmed_once(admin_client) -> None:
    validation = ValidationFactory.create()
    act(admin_client, validation.artifact, "controls", orbit="on", zoom="on", note="no keys")
    act(admin_client, validation.artifact, "controls", keyboard="on")
    check = Validation.objects.get().control_check
    assert (check.orbit, check.zoom, check.keyboard) == (True, True, False)


def test_an_unknown_action_is_not_found(admin_client) -> None:
    assert act(admin_client, ArtifactFactory.create(), "destroy").status_code == 404


def test_a_review_is_blind(admin_client) -> None:
    artifact = BenchmarkFactory.create(artifact__title="Telltale title").artifact
    listing = admin_client.get("/sdf/reviews/").content.decode()
    url = re.search(r'href="(/sdf/reviews/[^"]+)"', listing)
    assert url is not None
    page = admin_client.get(url[1]).content.decode()
    for secret in (
        artifact.title, artifact.slug, artifact.model_id, artifact.provider, artifact.sha256,
        "4.00 ms",
    ):  # fmt: skip
        assert secret not in listing
        assert secret not in page
    assert "data-rate" not in page
    assert "data-rate" in admin_client.get(artifact.get_absolute_url()).content.decode()


def test_a_review_is_given_once(admin_client) -> None:
    ArtifactFactory.create()
    listing = admin_client.get("/sdf/reviews/").content.decode()
    url = re.search(r'href="(/sdf/reviews/[^"]+)"', listing)
    assert url is not None
    points = dict.fromkeys(DIMENSIONS, "4")
    incomplete = admin_client.post(url[1], {**points, "craft": "9"})
    assert "Choose 0 to 5." in incomplete.content.decode()
    assert not Review.objects.exists()
    for given in ("4", "1"):
        admin_client.post(url[1], {**points, "craft": given})
    assert Review.objects.get().craft == 4
    assert "Nothing waits" in admin_client.get("/sdf/reviews/").content.decode()


def test_an_address_of_another_reviewer_is_not_found(
    admin_client, client, django_user_model
) -> None:
    ArtifactFactory.create()
    listing = admin_client.get("/sdf/reviews/").content.decode()
    url = re.search(r'href="(/sdf/reviews/[^"]+)"', listing)
    assert url is not None
    client.force_login(django_user_model.objects.create_superuser("other"))
    assert client.get(url[1]).status_code == 404
    assert client.get("/sdf/reviews/nonsense/").status_code == 404
