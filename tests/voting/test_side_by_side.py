"""Votes, deletions, decisions and fits that meet half-way: staged, on the real database."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection, connections, transaction

from tests.factories.voting import START, MemoryArenas, cast_vote, show_pair
from tests.voting.test_concurrency import at_once, columns
from voting import arenas, ballots, decisions, refits, tallies
from voting.limits import admit
from voting.models import Arena, Ballot, BallotEvent, Tally
from voting.outcomes import Outcome
from voting.ratings import fit_arena
from voting.voters import new_key

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 100
LATER = START + timedelta(minutes=1)


@contextmanager
def held_open(work: Callable[[], Any]) -> Iterator[Callable[[], None]]:
    """Work done in a transaction of another connection, committed when what is yielded is called.

    SQLite lets nobody else write meanwhile, so there it is committed by itself before long.
    """
    done, go = threading.Event(), threading.Event()

    def run() -> None:
        try:
            with transaction.atomic():
                work()
                done.set()
                go.wait(SECONDS if connection.vendor == "postgresql" else 0.5)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run)
        assert done.wait(SECONDS) or running.result()

        def commit() -> None:
            go.set()
            running.result()

        try:
            yield commit
        finally:
            go.set()


def aside(work: Callable[[], Any]) -> tuple[ThreadPoolExecutor, Future[Any]]:
    """Work under way on a connection of its own, with time to get as far as it can."""
    pool = ThreadPoolExecutor(1)
    future = pool.submit(lambda: at_once([work], threads=1)[0])
    threading.Event().wait(0.3)
    return pool, future


def test_no_vote_on_its_way_outlives_the_deletion_of_all(
    provider: MemoryArenas, monkeypatch: pytest.MonkeyPatch
) -> None:
    voter = new_key()
    pair = show_pair(provider, voter)

    def delete_meanwhile(*given: Any) -> Any:
        ballots.delete_votes(voter, LATER)
        return admit(*given)

    monkeypatch.setattr("voting.ballots.admit", delete_meanwhile)
    with pytest.raises(ballots.UsedPairError):
        ballots.cast(pair.nonce, voter, Outcome.LEFT, "192.0.2.1", LATER)
    assert not Ballot.objects.exists()
    assert columns().total() == 0


def test_a_vote_not_yet_committed_is_deleted_with_the_others(provider: MemoryArenas) -> None:
    voter = new_key()
    cast_vote(provider, voter)
    pair = show_pair(provider, voter, LATER)
    answer = LATER + timedelta(seconds=9)
    with held_open(
        lambda: ballots.cast(pair.nonce, voter, Outcome.LEFT, "192.0.2.1", answer)
    ) as commit:
        pool, deletion = aside(lambda: ballots.delete_votes(voter, answer))
        commit()
        with pool:
            assert deletion.result() == 2
    assert set(Ballot.objects.values_list("state", flat=True)) == {"invalid"}
    assert columns().total() == 0


def test_what_is_set_aside_while_its_voter_deletes_it_never_counts_again(
    provider: MemoryArenas,
) -> None:
    ballot = cast_vote(provider)
    every = Ballot.objects.all()
    with held_open(
        lambda: decisions.quarantine(every, reason="odd", actor="admin", now=LATER)
    ) as commit:
        pool, deletion = aside(lambda: ballots.delete_votes(ballot.voter, LATER))
        commit()
        with pool:
            assert deletion.result() == 1
    assert decisions.restore(every, reason="", actor="admin", now=LATER) == 0
    assert Ballot.objects.get().state == Ballot.State.INVALID
    assert columns().total() == 0


def test_a_vote_that_a_fit_did_not_see_has_the_next_one_asked_for(provider: MemoryArenas) -> None:
    cast_vote(provider)
    arena = Arena.objects.get()
    voter = new_key()
    pair = show_pair(provider, voter, LATER)
    answer = LATER + timedelta(seconds=9)

    def fit() -> int:
        with refits.claim(arena.pk, answer) as mine:
            assert mine
            return fit_arena(arena, answer).valid

    with held_open(
        lambda: ballots.cast(pair.nonce, voter, Outcome.LEFT, "192.0.2.1", answer)
    ) as commit:
        pool, fitted = aside(fit)
        if connection.vendor == "postgresql":
            assert fitted.result(SECONDS) == 1
        commit()
        with pool:
            seen = fitted.result()
    assert Ballot.objects.filter(state="valid").count() == 2
    arena.refresh_from_db()
    assert seen == 2 or arena.dirty_at is not None


def test_nobody_waits_in_a_circle_for_votes_and_decisions(provider: MemoryArenas) -> None:
    arenas.sync_arenas()
    for number in range(12):
        cast_vote(provider, rng=Random(number), address="")

    def visitor(number: int) -> Callable[[], None]:
        def votes() -> None:
            for turn in range(6):
                cast_vote(provider, rng=Random(100 * number + turn), address="")

        return votes

    def staff(number: int) -> Callable[[], None]:
        def decide() -> None:
            every = Ballot.objects.order_by("pk" if number % 2 else "-pk")
            for _ in range(6):
                decisions.quarantine(every, reason="odd", actor="admin", now=LATER)
                decisions.restore(every, reason="", actor="admin", now=LATER)

        return decide

    jobs = [make(number) for number in range(4) for make in (visitor, staff)]
    assert at_once(jobs, threads=8) == [None] * 8
    assert Ballot.objects.count() == 12 + 24
    assert columns() == tallies.recount(Arena.objects.get().pk)


def test_a_bulk_decision_has_one_line_of_history_for_each_ballot(provider: MemoryArenas) -> None:
    for number in range(5):
        cast_vote(provider, rng=Random(number), outcome=Outcome.TIE)
    every = Ballot.objects.all()
    assert decisions.quarantine(every, reason="odd", actor="admin", now=LATER) == 5
    assert decisions.quarantine(every, reason="odd", actor="admin", now=LATER) == 0
    assert BallotEvent.objects.count() == 5
    assert sum(tally.total for tally in Tally.objects.all()) == 0
