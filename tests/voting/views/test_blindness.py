"""Nothing about an open pair tells who is on which side."""

import math
import re
import time
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from pelican.rules import RULES
from tests.factories.voting import MemoryArenas, drawing
from voting import arenas
from voting.models import Pair
from voting.voters import new_key

pytestmark = pytest.mark.django_db

SIDES = ("variant-001", "102", "variant-004", "108")


def page_of(provider: MemoryArenas, client: Client, *, swapped: bool) -> Pair:
    """Put a chosen pair before a client that has been here once."""
    client.get("/vote/")
    voter = Pair.objects.latest("pk").voter
    Pair.objects.filter(voter=voter).delete()
    left, left_entry, right, right_entry = SIDES[2:] + SIDES[:2] if swapped else SIDES
    return Pair.objects.create(
        arena=arenas.row(provider.info),
        nonce=new_key(),
        left_contestant=left,
        left_entry=left_entry,
        right_contestant=right,
        right_entry=right_entry,
        voter=voter,
        probability=0.05,
        rules_version=RULES.version,
        issued_at=timezone.now() - timedelta(seconds=1),
    )


def anonymous(content: bytes, pair: Pair) -> str:
    """The page without what differs for every pair and every visitor."""
    page = content.decode().replace(pair.nonce, "NONCE")
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "TOKEN", page)


def test_a_page_is_the_same_whoever_is_on_which_side(provider: MemoryArenas) -> None:
    clients = Client(), Client()
    pairs = [
        page_of(provider, client, swapped=swapped)
        for client, swapped in zip(clients, (False, True), strict=True)
    ]
    with time_machine.travel(timezone.now(), tick=False):  # two headers tell the second
        pages = [client.get("/vote/") for client in clients]
    one, other = (anonymous(page.content, pair) for page, pair in zip(pages, pairs, strict=True))
    assert "NONCE" in one
    assert one == other
    headers = [dict(page.headers) for page in pages]
    assert headers[0] == headers[1]


def test_no_name_id_or_digest_is_on_the_page(provider: MemoryArenas) -> None:
    client = Client()
    pair = page_of(provider, client, swapped=False)
    response = client.get("/vote/")
    seen = anonymous(response.content, pair) + str(response.headers) + str(response.cookies)
    for secret in (*SIDES[::2], "Model", "Vendor of", "/samples/", "0.05"):
        assert secret not in seen
    # Entry ids are short numbers, so look for them as whole words.
    assert not re.search(r"\b(102|108)\b", seen)


def test_pictures_of_one_drawing_differ_and_say_nothing(provider: MemoryArenas) -> None:
    bodies = []
    for swapped in (False, True):
        client = Client()
        pair = page_of(provider, client, swapped=swapped)
        side = "b" if swapped else "a"
        response = client.get(f"/p/{pair.nonce}/{side}")
        bodies.append(response.content)
        assert b"Painted by" not in response.content
        assert b'"wheel"' not in response.content
    assert bodies[0] != bodies[1]
    assert len(bodies[0]) == len(bodies[1])


def test_both_sides_cost_the_same_questions_to_the_database(provider: MemoryArenas) -> None:
    asked = []
    for swapped in (False, True):
        client = Client()
        pair = page_of(provider, client, swapped=swapped)
        for path in ("/vote/", f"/p/{pair.nonce}/a", f"/p/{pair.nonce}/b"):
            with CaptureQueriesContext(connection) as queries:
                client.get(path)
            asked.append([re.sub(r"'[^']*'|\d+", "?", one["sql"]) for one in queries])
    page, a, b, *swapped_queries = asked
    assert a == b
    assert swapped_queries == [page, a, b]


def test_the_time_that_a_side_takes_does_not_tell_who_drew_it(provider: MemoryArenas) -> None:
    """Measured on one drawing under two names, in turns; the least time has no noise in it."""
    provider.drawings = {SIDES[1]: drawing(7), SIDES[3]: drawing(7)}
    client = Client()
    pair = page_of(provider, client, swapped=False)
    least = {"a": math.inf, "b": math.inf}
    for _ in range(25):
        for side, so_far in least.items():
            began = time.process_time()
            client.get(f"/p/{pair.nonce}/{side}")
            least[side] = min(so_far, time.process_time() - began)
    assert 2 / 3 < least["a"] / least["b"] < 3 / 2


def test_the_nonce_is_all_that_the_form_sends(provider: MemoryArenas) -> None:
    client = Client()
    page = client.get("/vote/").content.decode()
    form = page[page.index('action="/vote/cast/"') : page.index("</form>", page.index("votebar"))]
    fields = set(re.findall(r'name="(\w+)"', form))
    assert fields == {"csrfmiddlewaretoken", "pair", "choice"}
