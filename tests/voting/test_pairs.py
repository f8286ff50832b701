"""Issuing pairs."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pelican.rules import RULES
from tests.factories.voting import START, MemoryArenas, cast_vote, show_pair
from voting import arenas, ballots, pairs
from voting.models import Arena, Pair
from voting.outcomes import Outcome
from voting.ratings import fit_arena
from voting.voters import new_key

pytestmark = pytest.mark.django_db


def test_a_pair_is_two_eligible_entries_of_two_contestants(provider: MemoryArenas) -> None:
    pair = show_pair(provider, "me")
    assert pair.left_contestant != pair.right_contestant
    assert pair.left_entry in provider.entries[pair.left_contestant]
    assert pair.right_entry in provider.entries[pair.right_contestant]
    assert pair.probability == pytest.approx(1 / 15)
    assert pair.rules_version == RULES.version
    assert len(pair.nonce) == 22


def test_reloading_shows_the_same_pair(provider: MemoryArenas) -> None:
    assert show_pair(provider, "me") == show_pair(provider, "me", START + timedelta(minutes=29))
    assert show_pair(provider, "you") != show_pair(provider, "me")


def test_the_time_of_display_is_the_first_one(provider: MemoryArenas) -> None:
    show_pair(provider, "me")
    show_pair(provider, "me", START + timedelta(minutes=1))
    assert Pair.objects.get().shown_at == START


def test_a_prefetched_pair_has_not_been_shown(provider: MemoryArenas) -> None:
    pairs.next_pair(provider, provider.info, "me", START)
    assert Pair.objects.get().shown_at is None


def test_an_old_pair_makes_way_for_a_new_one(provider: MemoryArenas) -> None:
    old = show_pair(provider, "me")
    late = START + timedelta(minutes=RULES.voting.pair_minutes, seconds=1)
    assert show_pair(provider, "me", late) != old
    old.refresh_from_db()
    assert old.state == Pair.State.EXPIRED


def test_a_pair_whose_entry_was_withdrawn_makes_way(provider: MemoryArenas) -> None:
    old = show_pair(provider, "me")
    provider.entries = {
        name: [entry for entry in entries if entry != old.left_entry]
        for name, entries in provider.entries.items()
    }
    new = show_pair(provider, "me")
    assert new != old
    assert old.left_entry not in (new.left_entry, new.right_entry)


def test_sides_entries_and_pairs_come_up_evenly(provider: MemoryArenas) -> None:
    rng = Random(5)
    issued = [show_pair(provider, new_key(), rng=rng) for _ in range(600)]
    left = Counter(pair.left_contestant for pair in issued)
    assert set(left) == set(provider.entries)
    assert min(left.values()) > 60
    both = Counter(pair.left_contestant < pair.right_contestant for pair in issued)
    assert both[True] == pytest.approx(300, abs=60)
    entries = Counter(pair.left_entry for pair in issued)
    assert min(entries.values()) > 25


def test_a_voter_meets_every_two_once_and_is_then_told(provider: MemoryArenas) -> None:
    rng, now, seen = Random(3), START, set()
    for _ in range(15):
        now += timedelta(seconds=30)
        ballot = cast_vote(provider, "me", now=now, rng=rng)
        seen.add(frozenset((ballot.left, ballot.right)))
    assert len(seen) == 15
    with pytest.raises(pairs.EverythingSeenError) as caught:
        show_pair(provider, "me", now)
    assert caught.value.count == 15
    assert show_pair(provider, "you", now).voter == "you"


def test_a_skipped_pair_does_not_come_back(provider: MemoryArenas) -> None:
    rng, seen = Random(3), set()
    for _ in range(15):
        pair = show_pair(provider, "me", rng=rng)
        seen.add(frozenset((pair.left_contestant, pair.right_contestant)))
        ballots.skip(pair.nonce, "me", START)
    assert len(seen) == 15


def test_nobody_plays_twice_in_a_row(provider: MemoryArenas) -> None:
    rng, before = Random(3), None
    for number in range(5):
        ballot = cast_vote(provider, "me", now=START + timedelta(minutes=number), rng=rng)
        now_playing = {ballot.left, ballot.right}
        assert before is None or now_playing.isdisjoint(before)
        before = now_playing


Asked = tuple[str, str, str, str]


def ask(provider: MemoryArenas, voter: str, address: str, minutes: float = 0) -> Pair:
    """A pair drawn as for a visitor, by no given chance."""
    now = START + timedelta(minutes=minutes)
    return pairs.next_pair(provider, provider.info, voter, now, address=address)


def question(pair: Pair) -> Asked:
    return (pair.left_contestant, pair.left_entry, pair.right_contestant, pair.right_entry)


def test_without_the_cookie_an_address_is_asked_the_same_again(provider: MemoryArenas) -> None:
    asked = {question(ask(provider, new_key(), "192.0.2.1")) for _ in range(20)}
    assert len(asked) == 1
    elsewhere = {question(ask(provider, new_key(), f"198.51.100.{n}")) for n in range(20)}
    assert len(elsewhere) > 5


def test_letting_pairs_grow_too_old_turns_up_no_others(provider: MemoryArenas) -> None:
    late = RULES.voting.pair_minutes + 1
    asked = {
        question(ask(provider, voter, "192.0.2.1", minutes))
        for voter in (new_key(), new_key())
        for minutes in (0, late, 2 * late)
    }
    assert len(asked) == 1
    assert Pair.objects.count() == 6


@pytest.mark.parametrize("answer", ["skip", "vote"])
def test_who_closes_a_pair_moves_the_address_on(provider: MemoryArenas, answer: str) -> None:
    asked = set()
    for number in range(20):
        pair = ask(provider, new_key(), "192.0.2.1", number)
        asked.add(question(pair))
        if answer == "skip":
            ballots.skip(pair.nonce, pair.voter, pair.issued_at)
        else:
            ballots.cast(pair.nonce, pair.voter, Outcome.TIE, "192.0.2.1", pair.issued_at)
    assert len(asked) > 5


def test_pairs_of_addresses_come_up_evenly(provider: MemoryArenas) -> None:
    issued = [ask(provider, new_key(), f"2001:db8:0:{n:x}::1") for n in range(600)]
    left = Counter(pair.left_contestant for pair in issued)
    assert set(left) == set(provider.entries)
    assert min(left.values()) > 50


def test_one_contestant_is_too_few() -> None:
    alone = MemoryArenas.of(1)
    with pytest.raises(pairs.TooFewContestantsError):
        show_pair(alone, "me")


def test_a_contestant_without_entries_does_not_count() -> None:
    hollow = MemoryArenas({"a": ["1"], "b": [], "c": []})
    with pytest.raises(pairs.TooFewContestantsError):
        show_pair(hollow, "me")


def test_a_closed_arena_issues_nothing(provider: MemoryArenas) -> None:
    arenas.sync_arenas()
    Arena.objects.update(open=False)
    with pytest.raises(pairs.ArenaClosedError):
        show_pair(provider, "me")


def test_after_a_fit_pairs_follow_its_weights(provider: MemoryArenas) -> None:
    for number in range(40):
        cast_vote(provider, now=START + timedelta(minutes=number), rng=Random(number))
    fit_arena(arenas.row(provider.info), START + timedelta(days=1))
    rng = Random(1)
    probabilities = {show_pair(provider, new_key(), rng=rng).probability for _ in range(30)}
    assert len(probabilities) > 3


def test_issuing_takes_the_same_few_queries_whatever_the_size_of_the_field() -> None:
    counts = []
    for size in (4, 60):
        field = MemoryArenas.of(size, key=f"arena of {size}")
        show_pair(field, new_key())
        with CaptureQueriesContext(connection) as queries:
            pairs.next_pair(field, field.info, new_key(), START)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


def test_unanswered_pairs_are_purged_after_a_day_and_answered_ones_kept(
    provider: MemoryArenas,
) -> None:
    cast_vote(provider, "me")
    show_pair(provider, "me")
    assert pairs.purge(START + timedelta(hours=23)) == 0
    assert pairs.purge(START + timedelta(hours=25)) == 1
    assert Pair.objects.get().state == Pair.State.VOTED
