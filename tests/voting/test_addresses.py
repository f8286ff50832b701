"""Addresses become digests that hold for a day."""

import datetime as dt

import pytest
from django.apps import apps
from django.core.cache import cache
from django.test import Client, RequestFactory, override_settings
from pytest_django.fixtures import Settings

from tests.factories.voting import MemoryArenas
from tests.voting.visits import answer, look
from voting.addresses import address_digest, client_address, destroy_old_salts, network
from voting.models import Ballot

NOON = dt.datetime(2026, 11, 1, 12, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, None, "10.0.0.9"),
        (0, "203.0.113.5", "10.0.0.9"),  # a header nobody of ours has written
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "6.6.6.6, 203.0.113.5", "203.0.113.5"),  # the client made up the first one
        (2, "6.6.6.6, 203.0.113.5, 10.0.0.1", "203.0.113.5"),
        (2, "203.0.113.5", "10.0.0.9"),  # came around one of our proxies
        (1, None, "10.0.0.9"),
    ],
)
def test_only_our_own_proxies_are_believed(
    settings: Settings, proxies: int, forwarded: str | None, expected: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.9", headers=headers)
    assert client_address(request) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("", None),
        ("unix:", None),
        ("192.0.2.7:8080", None),
    ],
)
def test_a_subscriber_is_an_ipv4_address_or_an_ipv6_64(address: str, expected: str | None) -> None:
    assert network(address) == expected


def test_a_digest_links_within_a_day_only() -> None:
    digest = address_digest("192.0.2.7", NOON)
    assert len(digest) == 64
    assert address_digest("192.0.2.7", NOON + dt.timedelta(hours=11)) == digest
    assert address_digest("192.0.2.8", NOON) != digest
    assert address_digest("192.0.2.7", NOON + DAY) != digest


def test_a_digest_cannot_be_made_again_once_its_salt_is_destroyed() -> None:
    digest = address_digest("192.0.2.7", NOON)
    destroy_old_salts((NOON + DAY).date())
    assert address_digest("192.0.2.7", NOON) == digest
    destroy_old_salts((NOON + 2 * DAY).date())
    assert address_digest("192.0.2.7", NOON) != digest


def test_salts_leave_the_cache_by_themselves() -> None:
    address_digest("192.0.2.7", NOON)
    [key] = [key for key in ("voting.salt.2026-11-01",) if cache.get(key)]
    assert cache.touch(key, timeout=-1)
    assert cache.get(key) is None


def test_an_unreadable_address_has_no_digest(caplog: pytest.LogCaptureFixture) -> None:
    assert address_digest("", NOON) == ""
    assert "without a readable address" in caplog.text


@pytest.mark.django_db
def test_a_cache_out_of_order_costs_the_digest_and_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": "/dev/null/nowhere",
    }
    with override_settings(CACHES={"default": broken}):
        assert address_digest("192.0.2.7", NOON) == ""
    assert "cache is out of order" in caplog.text


@pytest.mark.django_db
def test_no_table_holds_an_address_after_a_vote(provider: MemoryArenas) -> None:
    address = "198.51.100.77"
    client = Client(REMOTE_ADDR=address)
    answer(client, look(client))
    assert Ballot.objects.get().address_digest
    for model in apps.get_models():
        for row in model._default_manager.values():
            assert address not in repr(row), model
