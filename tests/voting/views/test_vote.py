"""The voting page, from the question to the reveal."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.factories.voting import MemoryArenas
from tests.voting.visits import answer, look, nonce_of, text
from voting import arenas
from voting.models import Arena, Ballot, Pair
from voting.voters import COOKIE

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("prefix", ["", "/zh"])
def test_a_visitor_votes_and_sees_who_it_was(
    client: Client, provider: MemoryArenas, prefix: str
) -> None:
    page = client.get(f"{prefix}/vote/")
    assert page.status_code == 200
    assert 'value="both_bad"' in text(page)
    nonce = look(client, f"{prefix}/vote/")
    response = answer(client, nonce, "left", prefix)
    assert response.status_code == 303
    assert response["Location"] == f"{prefix}/vote/reveal/{nonce}/"
    reveal = text(client.get(response["Location"]))
    ballot = Ballot.objects.get()
    assert (ballot.outcome, ballot.state) == ("left", "valid")
    assert f"Model {ballot.left}" in reveal
    assert f"/samples/{ballot.right_entry}/" in reveal
    assert f"{prefix}/vote/{provider.key}/" in reveal


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ("left", "You chose A: Model {left} high over Model {right} high"),
        ("right", "You chose B: Model {right} high over Model {left} high"),
        ("tie", "You called it a tie: Model {left} high and Model {right} high"),
        ("both_bad", "You found both bad: Model {left} high and Model {right} high"),
    ],
)
def test_the_reveal_says_what_was_chosen(
    client: Client, provider: MemoryArenas, choice: str, sentence: str
) -> None:
    response = answer(client, look(client), choice)
    ballot = Ballot.objects.get()
    expected = sentence.format(left=ballot.left, right=ballot.right)
    reveal = text(client.get(response["Location"]))
    assert expected in reveal
    assert reveal.count("your pick") == (choice in ("left", "right"))


def test_the_reveal_says_whether_others_agree(provider: MemoryArenas) -> None:
    provider.entries = {"a": ["1"], "b": ["2"]}
    for choice in ("tie", "tie", "both_bad"):
        client = Client()
        response = answer(client, look(client), choice)
    assert "0 % of 2 other votes on these two agree." in text(
        client.get(response["Location"])
    ).replace("\N{NARROW NO-BREAK SPACE}", " ")
    first = Client()
    response = answer(first, look(first), "tie")
    assert "67 % of 3 other votes" in text(first.get(response["Location"])).replace(
        "\N{NARROW NO-BREAK SPACE}", " "
    )


def test_the_first_voter_is_told_so(client: Client, provider: MemoryArenas) -> None:
    response = answer(client, look(client))
    assert "You are the first to judge these two." in text(client.get(response["Location"]))


def test_the_reveal_draws_results_on_their_scales(client: Client, provider: MemoryArenas) -> None:
    reveal = text(client.get(answer(client, look(client))["Location"]))
    assert reveal.count('aria-label="Reference: 7.5"') == 2
    assert reveal.count('class="c-ref-mean" d="M75.0 1V20"') == 2
    assert reveal.count("unavailable") == 2  # the reward


def test_a_reveal_is_for_its_voter_alone(client: Client, provider: MemoryArenas) -> None:
    path = answer(client, look(client))["Location"]
    assert client.get(path).status_code == 200
    assert Client().get(path).status_code == 404
    stranger = Client()
    look(stranger)
    assert stranger.get(path).status_code == 404


@pytest.mark.parametrize("nonce", ["x", "x" * 22, "%00" * 22, "x" * 9999])
def test_what_was_never_asked_has_no_reveal(
    client: Client, provider: MemoryArenas, nonce: str
) -> None:
    look(client)
    assert client.get(f"/vote/reveal/{nonce}/").status_code == 404


def test_an_open_pair_has_no_reveal(client: Client, provider: MemoryArenas) -> None:
    assert client.get(f"/vote/reveal/{look(client)}/").status_code == 404


def test_the_cookie_comes_with_the_first_pair_and_only_then(
    client: Client, provider: MemoryArenas
) -> None:
    assert COOKIE in client.get("/vote/").cookies
    assert COOKIE not in client.get("/vote/").cookies
    assert COOKIE not in Client().get("/votes/mine/").cookies


def test_pages_of_voting_are_never_stored(client: Client, provider: MemoryArenas) -> None:
    page = client.get("/vote/")
    reveal = client.get(answer(client, look(client))["Location"])
    for response in (page, reveal):
        assert "no-store" in response["Cache-Control"]


def test_a_used_pair_is_answered_with_the_next_one(client: Client, provider: MemoryArenas) -> None:
    nonce = look(client)
    answer(client, nonce)
    again = answer(client, nonce, "right")
    assert again.status_code == 409
    assert "This pair is already counted. Here is the next one." in text(again)
    assert nonce_of(again) != nonce
    assert Ballot.objects.get().outcome == "left"


def test_an_old_pair_is_answered_with_a_fresh_one(client: Client, provider: MemoryArenas) -> None:
    nonce = look(client)
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        response = answer(client, nonce)
        assert response.status_code == 409
        assert "nothing was counted" in text(response)
        assert nonce_of(response) != nonce
    assert not Ballot.objects.exists()


@pytest.mark.parametrize("nonce", ["", "x", "x" * 22, "x" * 9999, "\x00", "鹈鹕", "' OR 1=1"])
def test_a_forged_pair_is_refused_with_a_way_on(
    client: Client, provider: MemoryArenas, nonce: str
) -> None:
    client.get("/vote/")
    response = answer(client, nonce)
    assert response.status_code == 400
    assert "We never put this pair to anybody" in text(response)
    assert 'href="/vote/"' in text(response)
    assert not Ballot.objects.exists()


@pytest.mark.parametrize("has_cookie", [True, False])
def test_a_foreign_pair_is_refused_with_a_way_on(
    client: Client, provider: MemoryArenas, has_cookie: bool
) -> None:
    nonce = look(client)
    stranger = Client()
    if has_cookie:
        look(stranger)
    response = answer(stranger, nonce)
    assert response.status_code == 400
    assert "This pair was put to somebody else" in text(response)
    assert not Ballot.objects.exists()


@pytest.mark.parametrize("choice", ["", "LEFT", "a", "draw", "left\x00", "variant-001"])
def test_an_unknown_answer_is_refused(client: Client, provider: MemoryArenas, choice: str) -> None:
    nonce = look(client)
    response = answer(client, nonce, choice)
    assert response.status_code == 400
    assert "Nothing was counted" in text(response)
    assert answer(client, nonce).status_code == 303


def test_votes_are_posted_with_a_token(provider: MemoryArenas) -> None:
    client = Client(enforce_csrf_checks=True)
    nonce = look(client)
    assert answer(client, nonce).status_code == 403
    token = client.cookies["csrftoken"].value
    response = client.post(
        "/vote/cast/", {"pair": nonce, "choice": "left", "csrfmiddlewaretoken": token}
    )
    assert response.status_code == 303


@pytest.mark.parametrize("path", ["/vote/cast/", "/vote/undo/"])
def test_nothing_is_counted_by_a_link(client: Client, path: str) -> None:
    assert client.get(path).status_code == 405


def test_a_skipped_pair_leaves_no_ballot(client: Client, provider: MemoryArenas) -> None:
    nonce = look(client)
    response = answer(client, nonce, "skip")
    assert response.status_code == 303
    assert response["Location"] == f"/vote/{provider.key}/"
    assert nonce_of(client.get(response["Location"])) != nonce
    assert not Ballot.objects.exists()
    assert answer(client, nonce, "skip").status_code == 409


def test_prefetching_does_not_count_as_showing(client: Client, provider: MemoryArenas) -> None:
    client.get(f"/vote/{provider.key}/", headers={"X-Purpose": "prefetch"})
    assert Pair.objects.get().shown_at is None
    client.get(f"/vote/{provider.key}/")
    assert Pair.objects.get().shown_at is not None


def test_a_vote_over_a_limit_is_answered_like_any_other(
    client: Client, provider: MemoryArenas
) -> None:
    nonce = nonce_of(client.get("/vote/"))  # answered at once
    response = answer(client, nonce)
    assert response.status_code == 303
    assert "You chose A" in text(client.get(response["Location"]))
    assert Ballot.objects.get().state == "quarantined"


def test_the_last_vote_can_be_taken_back(client: Client, provider: MemoryArenas) -> None:
    nonce = look(client)
    reveal = client.get(answer(client, nonce)["Location"])
    assert 'action="/vote/undo/"' in text(reveal)
    response = client.post("/vote/undo/", {"pair": nonce})
    assert response.status_code == 303
    page = client.get(response["Location"])
    assert "That pair will not come again." in text(page)
    assert Ballot.objects.get().state == "invalid"
    assert "You took this vote back" in text(client.get(f"/vote/reveal/{nonce}/"))
    assert client.post("/vote/undo/", {"pair": nonce}).status_code == 409


def test_the_voting_page_offers_to_undo_the_vote_before(
    client: Client, provider: MemoryArenas
) -> None:
    assert "/vote/undo/" not in text(client.get("/vote/"))
    nonce = look(client)
    answer(client, nonce)
    assert f'value="{nonce}"' in text(client.get("/vote/"))
    with time_machine.travel(timezone.now() + timedelta(seconds=11)):
        assert "/vote/undo/" not in text(client.get("/vote/"))


def test_it_is_too_late_to_undo(client: Client, provider: MemoryArenas) -> None:
    nonce = look(client)
    answer(client, nonce)
    with time_machine.travel(timezone.now() + timedelta(seconds=11)):
        response = client.post("/vote/undo/", {"pair": nonce})
    assert response.status_code == 409
    assert "Too late" in text(response)
    assert Ballot.objects.get().state == "valid"


def test_who_has_seen_every_pair_is_offered_another_arena(
    client: Client, provider: MemoryArenas
) -> None:
    provider.entries = {"a": ["1"], "b": ["2"], "c": ["3"]}
    other = MemoryArenas.of(4, key="octopus_unicycle@0123456789ab")
    arenas.register("other", other)
    try:
        path = f"/vote/{provider.key}/"
        for _ in range(3):
            answer(client, look(client, path))
        page = text(client.get(path))
        assert "You have seen every pair" in page
        assert "All 3 of them" in page
        assert f"/vote/{other.key}/" in page

        other.entries = {"a": ["1"], "b": ["2"]}
        answer(client, look(client, f"/vote/{other.key}/"))
        page = text(client.get(path))
        assert f"/vote/{other.key}/" not in page
        assert "To the boards" in page
    finally:
        arenas.unregister("other")


@pytest.mark.parametrize(
    ("contestants", "said"),
    [(3, "There are 3 pairs here."), (9, "29 more for a table of your own.")],
)
def test_a_table_of_ones_own_is_promised_where_there_are_pairs_enough(
    contestants: int, said: str, client: Client, provider: MemoryArenas
) -> None:
    provider.entries = MemoryArenas.of(contestants).entries
    path = f"/vote/{provider.key}/"
    answer(client, look(client, path))
    assert said in text(client.get(path))


def test_one_contestant_alone_makes_no_pair(client: Client, provider: MemoryArenas) -> None:
    provider.entries = {"a": ["1"]}
    page = client.get(f"/vote/{provider.key}/")
    assert page.status_code == 200
    assert "Nothing has hatched here yet" in text(page)
    assert COOKIE not in page.cookies


@pytest.mark.parametrize("path", ["/vote/", "/zh/vote/"])
def test_a_site_without_drawings_says_so(client: Client, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    assert "emptybox" in text(page)


def test_a_closed_arena_says_so(client: Client, provider: MemoryArenas) -> None:
    arenas.sync_arenas()
    Arena.objects.update(open=False)
    assert "Voting is closed here" in text(client.get(f"/vote/{provider.key}/"))


def test_an_unknown_arena_is_not_found(client: Client, provider: MemoryArenas) -> None:
    assert client.get("/vote/no-such-arena/").status_code == 404


def test_a_drawing_withdrawn_after_the_vote_keeps_no_name(
    client: Client, provider: MemoryArenas
) -> None:
    path = answer(client, look(client))["Location"]
    ballot = Ballot.objects.get()
    provider.entries = {k: v for k, v in provider.entries.items() if k != ballot.left}
    page = client.get(path)
    assert page.status_code == 200
    assert "This drawing was withdrawn." in text(page)
    arenas.unregister("test")
    assert client.get(path).status_code == 200


def test_names_from_outside_are_text(client: Client, provider: MemoryArenas) -> None:
    hostile = "<script>alert(1)</script>"
    provider.entries = {hostile: ["1"], "b": ["2"]}
    page = text(client.get(answer(client, look(client))["Location"]))
    assert hostile not in page
    assert "&lt;script&gt;" in page
