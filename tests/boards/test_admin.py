"""What staff may do in the admin, and what nobody may."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.contrib.auth.models import Permission, User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from boards.models import Harness, Route, Sample, Variant
from tests.factories.boards import AttemptFactory, SampleFactory

pytestmark = pytest.mark.django_db
CATALOGUE = ("vendor", "family", "modelversion", "variant")
RECORDS = ("harness", "route", "condition", "run", "slot", "sample")


@pytest.fixture
def sample() -> Sample:
    sample: Sample = SampleFactory.create()
    AttemptFactory.create(slot=sample.slot)
    Route.objects.create(
        variant=sample.slot.variant, harness=Harness.objects.create(slug="sketch", kind="sketch")
    )
    return sample


def _id_of(model: str, sample: Sample) -> int:
    version = sample.slot.variant.version
    records: dict[str, Model] = {
        "harness": Harness.objects.get(),
        "route": Route.objects.get(),
        "vendor": version.family.vendor,
        "family": version.family,
        "modelversion": version,
        "variant": sample.slot.variant,
        "condition": sample.slot.condition,
        "run": sample.slot.run,
        "slot": sample.slot,
        "sample": sample,
    }
    pk: int = records[model].pk
    return pk


@pytest.mark.parametrize("model", [*CATALOGUE, *RECORDS])
def test_every_list_and_form_opens_and_can_be_searched(
    admin_client: Client, sample: Sample, model: str
):
    changelist = reverse(f"admin:boards_{model}_changelist")
    for query in ("", "?q=gannet", "?q=1"):
        assert admin_client.get(changelist + query).status_code == HTTPStatus.OK
    form = reverse(f"admin:boards_{model}_change", args=[_id_of(model, sample)])
    assert admin_client.get(form).status_code == HTTPStatus.OK


@pytest.mark.parametrize("model", RECORDS)
def test_a_record_cannot_be_added_changed_or_deleted(
    admin_client: Client, sample: Sample, model: str
):
    pk = _id_of(model, sample)
    add = reverse(f"admin:boards_{model}_add")
    change = reverse(f"admin:boards_{model}_change", args=[pk])
    delete = reverse(f"admin:boards_{model}_delete", args=[pk])
    for response in (
        admin_client.get(add),
        admin_client.post(change, {"state": "withdrawn"}),
        admin_client.post(delete, {"post": "yes"}),
    ):
        assert response.status_code == HTTPStatus.FORBIDDEN


def test_a_slug_that_ballots_may_name_is_set_once(admin_client: Client, sample: Sample):
    variant = sample.slot.variant
    form = {
        "version": variant.version_id,
        "slug": "another",
        "effort": "low",
        "active": "on",
    }
    response = admin_client.post(reverse("admin:boards_variant_change", args=[variant.pk]), form)
    assert response.status_code == HTTPStatus.FOUND
    changed = Variant.objects.get()
    assert changed.slug == variant.slug
    assert changed.effort == "low"


def test_drawings_are_withdrawn_and_published_again(admin_client: Client, sample: Sample):
    path = reverse("admin:boards_sample_changelist")
    for action, state in (("withdraw", "withdrawn"), ("publish", "published")):
        form = {"action": action, "_selected_action": [sample.pk]}
        response = admin_client.post(path, form, follow=True)
        assert f"1 drawing {state}." in response.content.decode()
        assert Sample.objects.get().state == state


def test_withdrawing_needs_the_right_to_change_samples(client: Client, sample: Sample):
    user = User.objects.create_user("ines", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_sample"))
    client.force_login(user)
    path = reverse("admin:boards_sample_changelist")
    assert client.get(path).status_code == HTTPStatus.OK
    client.post(path, {"action": "withdraw", "_selected_action": [sample.pk]})
    assert Sample.objects.get().state == Sample.State.PUBLISHED


def test_the_admin_is_called_by_the_name_of_the_site(admin_client: Client):
    assert "Pelican: catalogue and records" in admin_client.get("/admin/").content.decode()
