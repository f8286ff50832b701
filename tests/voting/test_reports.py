"""What a fit leaves for the desk."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest

from pelican.rules import RULES
from tests.factories.voting import START, MemoryArenas, cast_vote, show_pair
from voting import arenas, ballots
from voting.models import Arena, Ballot, IntegrityReport
from voting.outcomes import Outcome
from voting.ratings import fit_arena

pytestmark = pytest.mark.django_db
TARGET = "variant-003"
LATER = START + timedelta(days=1)


def boost(provider: MemoryArenas, voter: str, votes: int, now: datetime = START) -> None:
    """A session that prefers one contestant wherever it shows up and skips all other pairs."""
    rng = Random(5)
    while votes:
        pair = show_pair(provider, voter, now, rng)
        now += timedelta(seconds=20)
        sides = {pair.left_contestant: Outcome.LEFT, pair.right_contestant: Outcome.RIGHT}
        if TARGET in sides:
            ballots.cast(pair.nonce, voter, sides[TARGET], "198.51.100.7", now)
            votes -= 1
        else:
            ballots.skip(pair.nonce, voter, now)


@pytest.fixture
def twenty() -> Iterator[MemoryArenas]:
    """A field of twenty."""
    provider = MemoryArenas.of(20)
    arenas.register("test", provider)
    yield provider
    arenas.unregister("test")


@pytest.fixture
def arena(twenty: MemoryArenas) -> Arena:
    """200 honest votes of 40 sessions, and one fan."""
    rng = Random(4)
    for number in range(200):
        cast_vote(
            twenty,
            f"voter {number % 40}",
            outcome=rng.choice((Outcome.LEFT, Outcome.RIGHT, Outcome.TIE)),
            now=START + timedelta(minutes=number),
            address=f"192.0.2.{number % 40}",
            rng=rng,
        )
    boost(twenty, "fan", 16, START + timedelta(hours=6))
    return arenas.row(twenty.info)


def test_the_booster_leads_the_sessions_and_the_addresses(arena: Arena) -> None:
    snapshot = fit_arena(arena, LATER)
    report = IntegrityReport.objects.get()
    assert (report.arena, report.snapshot) == (arena, snapshot)
    first = report.sessions[0]
    assert (first["voter"], first["votes"], first["moved"]) == ("fan", 16, TARGET)
    assert first["points"] > 0
    assert first["favoured"] == TARGET
    assert "consensus" in first
    digest = Ballot.objects.filter(voter="fan").values_list("address_digest", flat=True)[0]
    assert report.addresses[0]["digest"] == digest
    assert len(report.sessions) == len(report.addresses) == RULES.voting.desk_sessions


def test_sessions_with_few_votes_are_listed_without_tests(arena: Arena) -> None:
    fit_arena(arena, LATER)
    small = [row for row in IntegrityReport.objects.get().sessions if row["votes"] < 15]
    assert small
    assert all(row["flags"] == [] and "consensus" not in row for row in small)


def test_influx_is_measured_against_the_last_fit_before_the_day(
    arena: Arena, twenty: MemoryArenas
) -> None:
    fit_arena(arena, START + timedelta(hours=10))
    boost(twenty, "second fan", 10, LATER)
    fit_arena(arena, LATER + timedelta(hours=1))
    rows = IntegrityReport.objects.get().influx
    days = [row["day"] for row in rows]
    assert days == sorted(days, reverse=True)
    assert set(days) == {"2026-11-01", "2026-11-02"}
    today = {row["contestant"]: row for row in rows if row["day"] == "2026-11-02"}
    assert today[TARGET]["votes"] == 10
    assert today[TARGET]["z"] > 0
    assert today[TARGET]["top_share"] == 1
    assert all(row["z"] is None for row in rows if row["day"] == "2026-11-01")


def test_a_new_fit_replaces_the_report_and_no_votes_leave_none(arena: Arena) -> None:
    fit_arena(arena, LATER)
    ballots.delete_votes("fan", LATER)
    fit_arena(arena, LATER + timedelta(hours=1))
    report = IntegrityReport.objects.get()
    assert "fan" not in {row["voter"] for row in report.sessions}
    for number in range(40):
        ballots.delete_votes(f"voter {number}", LATER)
    fit_arena(arena, LATER + timedelta(hours=2))
    assert not IntegrityReport.objects.exists()


def test_days_long_gone_are_left_out(arena: Arena) -> None:
    fit_arena(arena, START + timedelta(days=RULES.voting.desk_days + 1))
    assert IntegrityReport.objects.get().influx == []
