"""The two pictures of a pair."""

from typing import Any

import pytest
from django.test import Client

from boards.svg.blind import MIN_BYTES
from tests.factories.voting import MemoryArenas
from tests.voting.visits import answer, look
from voting import arenas
from voting.models import Pair

pytestmark = pytest.mark.django_db


def fetch(client: Client, nonce: str, side: str) -> Any:
    return client.get(f"/p/{nonce}/{side}")


def test_both_sides_are_served_under_the_same_strict_headers(
    client: Client, provider: MemoryArenas
) -> None:
    nonce = look(client)
    a, b = (fetch(client, nonce, side) for side in "ab")
    assert dict(a.headers) == dict(b.headers)
    assert a["Cache-Control"] == "no-store"
    assert a["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    )
    assert a["Referrer-Policy"] == "no-referrer"
    assert a["X-Content-Type-Options"] == "nosniff"
    assert a["Content-Type"] == "image/svg+xml"
    assert int(a["Content-Length"]) == MIN_BYTES
    for name in ("ETag", "Last-Modified", "Content-Disposition"):
        assert name not in a


def test_a_picture_is_never_the_same_bytes(client: Client, provider: MemoryArenas) -> None:
    nonce = look(client)
    assert fetch(client, nonce, "a").content != fetch(client, nonce, "a").content


def test_pictures_are_for_the_voter_they_were_put_to(
    client: Client, provider: MemoryArenas
) -> None:
    nonce = look(client)
    stranger = Client()
    look(stranger)
    for other in (Client(), stranger):
        for name in ("a", "b", "a.png", "b.png"):
            assert fetch(other, nonce, name).status_code == 404


def test_pictures_stay_for_the_reveal(client: Client, provider: MemoryArenas) -> None:
    nonce = look(client)
    answer(client, nonce)
    assert fetch(client, nonce, "a").status_code == 200


def test_a_still_is_served_where_there_is_one_and_the_drawing_elsewhere(
    client: Client, provider: MemoryArenas
) -> None:
    nonce = look(client)
    pair = Pair.objects.get()
    for side, entry in (("a", pair.left_entry), ("b", pair.right_entry)):
        response = fetch(client, nonce, f"{side}.png")
        assert response.status_code == 200
        has_still = int(entry) % 2 == 0
        assert response["Content-Type"] == ("image/png" if has_still else "image/svg+xml")
        assert response["Cache-Control"] == "no-store"


def test_a_withdrawn_drawing_is_gone(client: Client, provider: MemoryArenas) -> None:
    nonce = look(client)
    provider.entries = {"x": ["1"]}
    assert fetch(client, nonce, "a").status_code == 404
    assert fetch(client, nonce, "a.png").status_code == 404
    arenas.unregister("test")
    assert fetch(client, nonce, "a").status_code == 404


@pytest.mark.parametrize("path", ["c", "a.svg", "A", "", "a/", "../a"])
def test_there_is_nothing_else(client: Client, provider: MemoryArenas, path: str) -> None:
    assert fetch(client, look(client), path).status_code == 404
