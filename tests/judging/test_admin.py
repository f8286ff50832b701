"""The panel in the admin: judges are chosen there, where they are called is not."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from boards.models import Harness
from judging.models import Judge

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("ines"))
    return client


def test_the_panel_has_three_roles_from_the_start_and_none_is_active() -> None:
    Judge.objects.all().delete()
    import_module("judging.migrations.0002_panel").fill(apps, None)
    roles = dict(Judge.objects.values_list("role", "vendor"))
    assert roles == {"claude": "anthropic", "gpt": "openai", "grok": "xai"}
    assert not Judge.objects.filter(active=True).exists()


def test_only_harnesses_that_can_take_pictures_are_offered(staff: Client) -> None:
    Harness.objects.create(slug="nest", kind="chat")
    Harness.objects.create(slug="scribbler", kind="sketch")
    page = staff.get("/admin/judging/judge/add/").content.decode()
    assert "nest" in page
    assert "scribbler" not in page


def test_a_judge_cannot_be_active_without_a_model_and_a_harness() -> None:
    judge = Judge(role="owl", name="Owl", channel="chat", active=True)
    with pytest.raises(ValidationError) as caught:
        judge.validate_constraints()
    for constraint in ("active_judges_name_their_model", "active_judges_can_be_called"):
        assert constraint in str(caught.value)


def test_a_judge_is_called_through_a_harness_of_its_channel() -> None:
    harness = Harness.objects.create(slug="roost", kind="messages")
    with pytest.raises(ValidationError, match="another kind"):
        Judge(role="owl", name="Owl", channel="chat", harness=harness, model_id="owl-1").clean()


@pytest.mark.parametrize("model", ["judgingrun", "verdict", "semanticreport", "repeatseries"])
def test_records_can_be_read_and_not_written(staff: Client, model: str) -> None:
    assert staff.get(f"/admin/judging/{model}/").status_code == 200
    assert staff.get(f"/admin/judging/{model}/add/").status_code == 403
