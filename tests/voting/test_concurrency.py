"""Many at once, on the real database."""

import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from tests.factories.voting import START, MemoryArenas, cast_vote, show_pair
from voting import arenas, ballots, refits, tallies
from voting.models import Arena, Ballot, BallotEvent, Pair, Tally
from voting.outcomes import Outcome

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(jobs: list[Callable[[], Any]], threads: int = 8) -> list[Any]:
    """Run jobs side by side, each with a connection of its own; an exception is its result."""

    def run(job: Callable[[], Any]) -> Any:
        try:
            return job()
        except Exception as error:  # noqa: BLE001 the test looks at what went wrong
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, jobs))


def columns() -> Counter[tuple[str, str, str]]:
    found: Counter[tuple[str, str, str]] = Counter()
    for tally in Tally.objects.all():
        for column in ("a_wins", "b_wins", "ties", "both_bad"):
            if getattr(tally, column):
                found[tally.a, tally.b, column] = getattr(tally, column)
    return found


def test_a_burst_of_posts_of_one_pair_gives_one_ballot(provider: MemoryArenas) -> None:
    client = Client()
    page = client.get("/vote/").content.decode()
    [nonce] = set(re.findall(r'name="pair" value="([\w-]+)"', page))
    Pair.objects.update(shown_at=timezone.now() - timedelta(seconds=10))
    cookies = client.cookies

    def post() -> int:
        browser = Client()
        browser.cookies = cookies
        return browser.post("/vote/cast/", {"pair": nonce, "choice": "left"}).status_code

    statuses = Counter(at_once([post] * 20))
    assert statuses == {303: 1, 409: 19}
    assert Ballot.objects.count() == 1
    assert columns().total() == 1


def test_votes_of_many_are_all_there_and_tallies_equal_a_recount(
    provider: MemoryArenas,
) -> None:
    def visitor(number: int) -> Callable[[], int]:
        def votes() -> int:
            client, rng, counted = Client(), Random(number), 0
            for _ in range(4):
                page = client.get("/vote/").content.decode()
                [nonce] = set(re.findall(r'name="pair" value="([\w-]+)"', page)) - done
                Pair.objects.filter(nonce=nonce).update(
                    shown_at=timezone.now() - timedelta(seconds=9)
                )
                done.add(nonce)
                choice = rng.choice(list(Outcome))
                response = client.post("/vote/cast/", {"pair": nonce, "choice": choice})
                counted += response.status_code == 303
            return counted

        done: set[str] = set()
        return votes

    answered = at_once([visitor(number) for number in range(24)])
    assert answered == [4] * 24
    assert Ballot.objects.count() == 96
    arena = Arena.objects.get()
    assert columns() == tallies.recount(arena.pk)
    assert columns().total() == Ballot.objects.filter(state="valid").count() > 0


def test_two_tabs_get_the_same_pair(provider: MemoryArenas) -> None:
    arenas.sync_arenas()
    nonces = at_once([lambda: show_pair(provider, "me", rng=Random()).nonce] * 12)
    assert len(set(nonces)) == 1
    assert Pair.objects.filter(state="open").count() == 1


def test_one_arena_row_is_made_by_many_first_visitors(provider: MemoryArenas) -> None:
    rows = at_once([lambda: arenas.row(provider.info).pk] * 12)
    assert len(set(rows)) == 1


def test_a_ballot_is_moved_by_one_of_many_admins(provider: MemoryArenas) -> None:
    pk = cast_vote(provider).pk

    def invalidate() -> bool:
        ballot = Ballot.objects.get(pk=pk)
        return ballots.change_state(
            ballot, Ballot.State.INVALID, reason="odd", actor="admin", now=START
        )

    assert Counter(at_once([invalidate] * 12))[True] == 1
    assert BallotEvent.objects.count() == 1
    assert columns().total() == 0


def test_one_of_many_workers_fits(provider: MemoryArenas) -> None:
    arena = arenas.row(provider.info)
    held = []  # nobody lets go, so that whoever comes second finds the first

    def work() -> bool:
        lease = refits.claim(arena.pk, timezone.now())
        held.append(lease)
        return lease.__enter__()

    assert Counter(at_once([work] * 12)) == {True: 1, False: 11}
