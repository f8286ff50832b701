"""The share of ballots that count is watched, and too low a share is said aloud."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from pelican.rules import RULES
from tests.factories.voting import MemoryArenas, cast_vote
from voting import arenas, jobs, shares
from voting.models import Arena, Ballot
from voting.reasons import Reason
from voting.shares import Share
from voting.voters import new_key

pytestmark = pytest.mark.django_db

LEAST = RULES.voting.valid_share_min
ENOUGH = RULES.voting.valid_share_votes


@pytest.mark.parametrize(
    ("valid", "total", "alarming"),
    [
        (0, 0, False),
        (0, ENOUGH - 1, False),
        (0, ENOUGH, True),
        (round(LEAST * 100), 100, False),
        (round(LEAST * 100) - 1, 100, True),
        (100, 100, False),
    ],
)
def test_too_low_a_share_of_enough_ballots_is_alarming(
    valid: int, total: int, alarming: bool
) -> None:
    assert Share(valid, total).alarming is alarming


def cast(provider: MemoryArenas, count: int, state: str, *, hours_ago: float = 1) -> None:
    before = set(Ballot.objects.values_list("pk", flat=True))
    for _ in range(count):
        cast_vote(provider, new_key(), now=timezone.now() - timedelta(hours=hours_ago))
    reason = "" if state == "valid" else "too_fast"
    Ballot.objects.exclude(pk__in=before).update(state=state, reason=reason)


@pytest.fixture
def broken(provider: MemoryArenas) -> Arena:
    """An arena in which a check has begun to set every ballot aside, half a day ago."""
    cast(provider, 30, "valid", hours_ago=30)
    cast(provider, 5, "valid", hours_ago=13)
    cast(provider, ENOUGH, "quarantined", hours_ago=12)
    return Arena.objects.get()


def test_an_arena_is_in_alarm_for_its_last_day_alone(broken: Arena) -> None:
    assert shares.alarms(timezone.now()) == [(broken, Share(5, ENOUGH + 5))]
    assert shares.alarms(timezone.now() + timedelta(hours=12)) == []


@pytest.mark.parametrize("reason", [Reason.VOTER_REQUEST, Reason.UNDONE])
def test_what_voters_take_back_themselves_is_left_aside(
    provider: MemoryArenas, reason: Reason
) -> None:
    cast(provider, 1, "valid")
    cast(provider, ENOUGH, "invalid")
    Ballot.objects.filter(state="invalid").update(reason=reason)
    share, reasons = shares.valid_share(Arena.objects.get(), timezone.now())
    assert (share.valid, share.total, share.withdrawn) == (1, 1, ENOUGH)
    assert not share.low
    assert [one.count for one in reasons] == [ENOUGH]
    assert shares.alarms(timezone.now()) == []


def test_arenas_do_not_hide_each_other(broken: Arena) -> None:
    sound = MemoryArenas.of(4, key="another@0123456789ab")
    arenas.register("sound", sound)
    try:
        cast(sound, ENOUGH, "valid")
        cast(sound, 1, "quarantined")
    finally:
        arenas.unregister("sound")
    assert [arena for arena, _share in shares.alarms(timezone.now())] == [broken]


def test_any_number_of_arenas_takes_two_queries(
    broken: Arena, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(5):
        Arena.objects.create(key=f"another-{number}", title="Another")
    with django_assert_num_queries(2):
        shares.alarms(timezone.now())


def test_the_hourly_job_says_it_in_the_log(broken: Arena, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "voting.shares"):
        assert jobs.tidy().endswith("few votes count in 1 arenas")
    assert f"in {broken.key} only 5 of {ENOUGH + 5} count" in caplog.text


def test_nothing_is_said_while_votes_count(
    provider: MemoryArenas, caplog: pytest.LogCaptureFixture
) -> None:
    cast(provider, 3, "quarantined")
    with caplog.at_level(logging.WARNING, "voting.shares"):
        assert "few" not in jobs.tidy()
    assert not caplog.records
