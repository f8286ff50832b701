"""At most one refit on its way, none lost, none twice."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from django_q.models import OrmQ, Schedule
from django_q.signing import SignedPackage

from pelican.rules import RULES
from tests.factories.voting import START, MemoryArenas, cast_vote
from voting import arenas, jobs, pairs, refits
from voting.models import Arena, Pair, RatingSnapshot
from voting.schedules import ensure_schedules

SECONDS = timedelta(seconds=1)


def queued() -> list[tuple[Any, ...]]:
    return [
        (package["func"], package["args"])
        for package in (SignedPackage.loads(job.payload) for job in OrmQ.objects.all())
    ]


@pytest.mark.django_db(transaction=True)
def test_many_votes_ask_for_one_refit(provider: MemoryArenas) -> None:
    for minute in range(5):
        cast_vote(provider, now=START + timedelta(minutes=minute))
    arena = Arena.objects.get()
    assert queued() == [("voting.jobs.refit", (arena.pk,))]
    assert arena.dirty_at == START


@pytest.mark.django_db(transaction=True)
def test_a_refit_waits_for_more_ballots_without_a_worker(provider: MemoryArenas) -> None:
    before = timezone.now()
    cast_vote(provider)
    job = OrmQ.objects.get()
    assert job.key == "fast"
    wait = (job.lock - before) / SECONDS
    assert wait == pytest.approx(RULES.voting.refit_seconds, abs=1)


@pytest.mark.django_db(transaction=True)
def test_a_vote_during_the_fit_asks_for_another(provider: MemoryArenas) -> None:
    cast_vote(provider)
    arena = Arena.objects.get()
    with refits.claim(arena.pk, START) as mine:
        assert mine
        OrmQ.objects.all().delete()
        cast_vote(provider)
        assert len(queued()) == 1
    arena.refresh_from_db()
    assert arena.dirty_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_vote_is_answered_though_the_queue_is_out_of_order(
    provider: MemoryArenas, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_args: Any, **_options: Any) -> None:
        raise RuntimeError("no queue")

    # The queue lives in the votes' own database: it cannot fail alone without this.
    monkeypatch.setattr(refits, "async_task", fail)
    assert cast_vote(provider).pk
    assert "no queue" in caplog.text
    assert Arena.objects.get().dirty_at == START


@pytest.mark.django_db
def test_the_job_fits_and_clears_the_mark(provider: MemoryArenas) -> None:
    cast_vote(provider)
    arena = Arena.objects.get()
    assert jobs.refit(arena.pk) == f"snapshot {RatingSnapshot.objects.get().pk}"
    arena.refresh_from_db()
    assert arena.dirty_at is arena.refit_claimed_at is None


@pytest.mark.django_db
def test_a_job_delivered_twice_fits_once(provider: MemoryArenas) -> None:
    cast_vote(provider)
    arena = Arena.objects.get()
    jobs.refit(arena.pk)
    assert jobs.refit(arena.pk) == "up to date"
    assert RatingSnapshot.objects.count() == 1


@pytest.mark.django_db
def test_a_job_whose_arena_is_gone_does_nothing() -> None:
    assert jobs.refit(12345) == "the arena is gone"


@pytest.mark.django_db
def test_a_job_that_finds_another_at_work_comes_back(provider: MemoryArenas) -> None:
    cast_vote(provider)
    arena = Arena.objects.get()
    Arena.objects.update(refit_claimed_at=timezone.now())
    assert "try again later" in jobs.refit(arena.pk)
    assert queued() == [("voting.jobs.refit", (arena.pk,))]
    assert not RatingSnapshot.objects.exists()


@pytest.mark.django_db
def test_a_fit_that_fails_leaves_the_mark_for_the_sweep(
    provider: MemoryArenas, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast_vote(provider)
    arena = Arena.objects.get()

    def fail(*_args: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("voting.ratings.fit_arena", fail)
    with pytest.raises(MemoryError):
        jobs.refit(arena.pk)
    arena.refresh_from_db()
    assert arena.refit_claimed_at is None
    assert arena.dirty_at is not None
    assert refits.sweep(arena.dirty_at + refits.LEASE - SECONDS) == 0
    assert refits.sweep(arena.dirty_at + refits.LEASE + SECONDS) == 1
    assert queued() == [("voting.jobs.refit", (arena.pk,))]


@pytest.mark.django_db
def test_a_worker_that_dies_during_the_fit_is_noticed(provider: MemoryArenas) -> None:
    arena = arenas.row(provider.info)
    Arena.objects.update(refit_claimed_at=START)  # the mark was cleared, then the worker died
    late = START + refits.LEASE + SECONDS
    assert refits.sweep(late) == 1
    arena.refresh_from_db()
    assert arena.dirty_at == late
    with refits.claim(arena.pk, late) as mine:
        assert mine


@pytest.mark.django_db
def test_the_sweep_job_says_what_it_did(provider: MemoryArenas) -> None:
    cast_vote(provider)
    with time_machine.travel(START + refits.LEASE + SECONDS, tick=False):
        assert jobs.sweep() == "1 refits sent again"
        assert jobs.sweep() == "0 refits sent again"


@pytest.mark.django_db
def test_tidying_drops_what_nobody_needs(provider: MemoryArenas) -> None:
    pairs.next_pair(provider, provider.info, "me", START)
    with time_machine.travel(START + timedelta(days=2), tick=False):
        assert jobs.tidy() == "1 pairs and 0 snapshots dropped"
    assert not Pair.objects.exists()


@pytest.mark.django_db
def test_tidying_stores_arenas_nobody_has_voted_in_yet(provider: MemoryArenas) -> None:
    jobs.tidy()
    assert Arena.objects.get().key == provider.key


@pytest.mark.django_db
def test_schedules_are_made_once() -> None:
    ensure_schedules()
    ensure_schedules()
    stored = Schedule.objects.filter(name__startswith="voting.").order_by("name")
    assert [(one.name, one.func, one.schedule_type, one.cluster) for one in stored] == [
        ("voting.sweep", "voting.jobs.sweep", Schedule.MINUTES, "fast"),
        ("voting.tidy", "voting.jobs.tidy", Schedule.HOURLY, "fast"),
    ]
