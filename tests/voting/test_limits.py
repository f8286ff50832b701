"""Over a limit a ballot is stored, answered normally, and does not count."""

from datetime import datetime, timedelta

import pytest
from django.test import override_settings

from pelican.rules import RULES
from tests.factories.voting import START, MemoryArenas, cast_vote, show_pair
from voting import ballots, pairs
from voting.models import Ballot, Pair, Tally
from voting.outcomes import Outcome
from voting.reasons import Reason
from voting.voters import new_key

pytestmark = pytest.mark.django_db


def store(
    like: Ballot, number: int, *, voter: str | None = None, digest: str = "", at: datetime
) -> None:
    """Ballots of the past, as rows."""
    made = [new_key() for _ in range(number)]
    rows = Pair.objects.bulk_create(
        Pair(
            arena=like.arena, nonce=key, left_contestant="a", right_contestant="b",
            left_entry=key, right_entry="b", voter=voter or key, probability=1,
            rules_version="1", issued_at=at, state="voted",
        )
        for key in made
    )  # fmt: skip
    Ballot.objects.bulk_create(
        Ballot(
            pair=pair, arena=like.arena, left="a", right="b", left_entry=pair.left_entry,
            right_entry="b", entry_pair=pair.entry_pair, outcome="left", voter=pair.voter,
            address_digest=digest, cast_at=at, rules_version="1",
        )
        for pair in rows
    )  # fmt: skip


@pytest.mark.parametrize(("seconds", "reason"), [(1.4, Reason.TOO_FAST), (1.5, ""), (600, "")])
def test_a_vote_takes_time_to_look(provider: MemoryArenas, seconds: float, reason: str) -> None:
    pair = show_pair(provider, "me")
    ballot = ballots.cast(
        pair.nonce, "me", Outcome.LEFT, "192.0.2.1", START + timedelta(seconds=seconds)
    )
    assert ballot.reason == reason
    assert ballot.state == ("quarantined" if reason else "valid")
    assert Tally.objects.exists() is not bool(reason)


def test_a_prefetched_pair_is_seen_from_the_reveal_on(provider: MemoryArenas) -> None:
    cast_vote(provider, "me")
    pair = pairs.next_pair(provider, provider.info, "me", START)
    too_soon, soon = (START + timedelta(seconds=seconds) for seconds in (1.4, 1.6))
    assert ballots.cast(pair.nonce, "me", Outcome.TIE, "192.0.2.1", soon).state == "valid"
    pair = pairs.next_pair(provider, provider.info, "me", soon)
    later = soon + (too_soon - START)
    ballot = ballots.cast(pair.nonce, "me", Outcome.TIE, "192.0.2.1", later)
    assert ballot.reason == Reason.TOO_FAST


def test_a_pair_that_was_only_prefetched_has_not_been_seen(provider: MemoryArenas) -> None:
    pair = pairs.next_pair(provider, provider.info, "me", START)
    later = START + timedelta(minutes=1)
    ballot = ballots.cast(pair.nonce, "me", Outcome.TIE, "192.0.2.1", later)
    assert ballot.reason == Reason.NEVER_SHOWN


MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("votes", "ago", "reason"),
    [
        (29, MINUTE, ""),
        (30, MINUTE, Reason.SESSION_BURST),
        (30, 6 * MINUTE, ""),
        (199, HOUR, ""),
        (200, HOUR, Reason.SESSION_DAY),
        (200, 25 * HOUR, ""),
    ],
)
def test_limits_of_a_voter(provider: MemoryArenas, votes: int, ago: timedelta, reason: str) -> None:
    like = cast_vote(provider)
    store(like, votes, voter="me", at=START - ago)
    assert cast_vote(provider, "me").reason == reason


@pytest.mark.parametrize(
    ("votes", "ago", "reason"),
    [
        (118, MINUTE, ""),
        (119, MINUTE, Reason.ADDRESS_HOUR),
        (119, 2 * HOUR, ""),
        (599, 2 * HOUR, Reason.ADDRESS_DAY),
        (600, 25 * HOUR, ""),
    ],
)
def test_limits_of_an_address(
    provider: MemoryArenas, votes: int, ago: timedelta, reason: str
) -> None:
    like = cast_vote(provider)  # one more from this address
    store(like, votes, digest=like.address_digest, at=START - ago)
    assert cast_vote(provider).reason == reason
    assert cast_vote(provider, address="192.0.2.99").reason == ""


def test_a_check_that_could_not_be_made_is_no_offence(provider: MemoryArenas) -> None:
    broken = {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": "/dev/null/nowhere",
    }
    with override_settings(CACHES={"default": broken}):
        ballot = cast_vote(provider)
    assert (ballot.state, ballot.reason) == ("valid", Reason.ADDRESS_UNCHECKED)
    assert ballot.address_digest == ""


def test_who_skips_until_a_favourite_turns_up_is_not_counted(provider: MemoryArenas) -> None:
    for _ in range(RULES.voting.address_pairs_per_hour - 1):
        skipped = show_pair(provider, new_key())
        ballots.skip(skipped.nonce, skipped.voter, START)
    assert cast_vote(provider, new_key()).state == "valid"
    over = cast_vote(provider, new_key())
    assert (over.state, over.reason) == ("quarantined", Reason.ADDRESS_PAIRS)
    assert cast_vote(provider, new_key(), address="192.0.2.2").state == "valid"
    later = cast_vote(provider, new_key(), now=START + timedelta(hours=1, minutes=1))
    assert later.state == "valid"


def test_asking_for_pairs_sets_nobodys_votes_aside(provider: MemoryArenas) -> None:
    callers = [new_key() for _ in range(RULES.voting.address_pairs_per_hour + 10)]
    expired = timedelta(minutes=RULES.voting.pair_minutes, seconds=1)
    for moment in (START, START + expired):
        for caller in callers:
            show_pair(provider, caller, moment)
    assert cast_vote(provider, now=START + expired).state == "valid"
