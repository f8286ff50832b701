"""One's own votes."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.factories.voting import MemoryArenas
from tests.voting.visits import answer, look, text
from voting.models import Ballot
from voting.voters import COOKIE

pytestmark = pytest.mark.django_db


def plain(response: Any) -> str:
    return text(response).replace("\N{NARROW NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("prefix", ["", "/zh"])
def test_the_history_names_what_was_judged(
    client: Client, provider: MemoryArenas, prefix: str
) -> None:
    nonce = look(client)
    answer(client, nonce, "tie")
    ballot = Ballot.objects.get()
    page = client.get(f"{prefix}/votes/mine/")
    assert page.status_code == 200
    assert f"Model {ballot.left} high" in text(page)
    assert f"{prefix}/vote/reveal/{nonce}/" in text(page)


def test_votes_of_others_are_not_in_it(client: Client, provider: MemoryArenas) -> None:
    other = Client()
    answer(other, look(other))
    assert "No votes yet" in text(client.get("/votes/mine/"))


def test_agreement_is_with_the_answer_that_most_others_gave(provider: MemoryArenas) -> None:
    provider.entries = {"a": ["1"], "b": ["2"]}
    for _ in range(2):
        other = Client()
        answer(other, look(other), "tie")
    me = Client()
    answer(me, look(me), "both_bad")
    page = plain(me.get("/votes/mine/"))
    assert "0 % of 2 agree" in page
    assert "Others have judged 1 of these pairs too; in 0 % of them" in page
    agreeing = Client()
    answer(agreeing, look(agreeing), "tie")
    page = plain(agreeing.get("/votes/mine/"))
    assert "67 % of 3 agree" in page
    assert "in 100 % of them your answer was the commonest." in page


def test_from_30_votes_on_there_is_a_table_of_ones_own(
    client: Client, provider: MemoryArenas
) -> None:
    provider.entries = MemoryArenas.of(9).entries
    now = timezone.now()
    for number in range(30):
        assert "A table of your own" not in text(client.get("/votes/mine/"))
        with time_machine.travel(now + timedelta(minutes=number)):
            answer(client, look(client), "left")
    page = text(client.get("/votes/mine/"))
    assert "A table of your own" in page
    assert "/variants/variant-000/" in page


def test_a_long_history_has_pages(client: Client, provider: MemoryArenas) -> None:
    provider.entries = MemoryArenas.of(12).entries
    for _ in range(51):
        answer(client, look(client))
    assert "?page=2" in text(client.get("/votes/mine/"))
    assert client.get("/votes/mine/?page=2").status_code == 200
    assert client.get("/votes/mine/?page=nonsense").status_code == 200


def test_a_vote_taken_back_is_shown_as_such(client: Client, provider: MemoryArenas) -> None:
    nonce = look(client)
    answer(client, nonce)
    client.post("/vote/undo/", {"pair": nonce})
    assert "taken back at once" in text(client.get("/votes/mine/"))


def test_deleting_asks_first_and_then_forgets_the_voter(
    client: Client, provider: MemoryArenas
) -> None:
    answer(client, look(client))
    assert "Your vote stops counting" in text(client.get("/votes/mine/delete/"))
    assert Ballot.objects.get().state == "valid"
    response = client.post("/votes/mine/delete/")
    assert response.status_code == 303
    assert response.cookies[COOKIE]["max-age"] == 0
    assert Ballot.objects.get().state == "invalid"
    page = text(client.get(response["Location"]))
    assert "nothing ties them to this browser" in page
    assert "No votes yet" in page


def test_who_has_no_votes_has_nothing_to_delete(client: Client) -> None:
    assert "This browser has cast no votes." in text(client.get("/votes/mine/delete/"))
    assert client.post("/votes/mine/delete/").status_code == 303
