from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from pelican.site.throttles import LogInAddressThrottle, LogInNameThrottle

URL = "/admin/login/"
PASSWORD = "a quiet lagoon"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogInAddressThrottle, "rate", "3/hour", raising=False)
    monkeypatch.setattr(LogInNameThrottle, "rate", "5/hour", raising=False)
    User.objects.create_user("ines", password=PASSWORD, is_staff=True)


def attempt(client: Client, name: str = "ines", password: str = "wrong", last: int = 1):
    data = {"username": name, "password": password}
    return client.post(URL, data, REMOTE_ADDR=f"192.0.2.{last}")


def test_the_right_password_opens(client: Client):
    assert attempt(client, password=PASSWORD).status_code == 302


def test_a_network_may_try_so_many_passwords_whatever_the_names(client: Client):
    assert [attempt(client, f"name{number}").status_code for number in range(3)] == [200] * 3

    refused = attempt(client, password=PASSWORD)

    assert refused.status_code == 429
    assert 3500 < int(refused["Retry-After"]) <= 3600
    assert "sessionid" not in client.cookies
    assert attempt(client, password=PASSWORD, last=2).status_code == 302


@pytest.mark.parametrize("name", ["ines", " ines ", "INES", "\uff49nes"])
def test_a_name_may_be_tried_so_often_from_anywhere(client: Client, name: str):
    tries = [attempt(client, name, last=last).status_code for last in range(5)]
    assert tries == [200] * 5

    assert attempt(client, password=PASSWORD, last=9).status_code == 429
    assert attempt(client, "other", last=9).status_code == 200


def test_a_network_over_its_limit_shuts_nobody_out(client: Client):
    for _ in range(20):
        attempt(client)

    assert attempt(client, password=PASSWORD, last=2).status_code == 302


def test_the_form_can_be_read_at_any_time(client: Client):
    for _ in range(4):
        attempt(client)

    assert client.get(URL, REMOTE_ADDR="192.0.2.1").status_code == 200
