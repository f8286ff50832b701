"""Issues pairs: finds the one that a voter has open, or draws the next."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from random import Random, SystemRandom

from django.db import IntegrityError, transaction

from pelican.rules import RULES
from voting import arenas
from voting.addresses import address_digest
from voting.arenas import ArenaInfo, Provider
from voting.matchmaking import Draws, NothingLeftError, Standings, Two, build, two
from voting.models import Arena, Pair, PairWeights
from voting.voters import new_key


class NoPairError(LookupError):
    """There is no pair to show; the subclass says why."""


class ArenaClosedError(NoPairError):
    """The arena takes no votes now."""


class TooFewContestantsError(NoPairError):
    """It takes two to make a pair."""


class EverythingSeenError(NoPairError):
    """This voter has judged every two contestants; ``count`` is how many pairs that are."""

    def __init__(self, count: int) -> None:
        super().__init__(f"All {count} pairs have been seen.")
        self.count = count


def next_pair(
    provider: Provider,
    info: ArenaInfo,
    voter: str,
    now: datetime,
    rng: Random | None = None,
    *,
    address: str = "",
) -> Pair:
    """The voter's open pair in this arena, or a fresh one; raises :class:`NoPairError`.

    A voter has one open pair an arena, so reloading the page does not turn up another; nor does
    coming back without the cookie, see :func:`_chance`. Of the client's ``address`` the pair keeps
    the digest of the day.
    """
    arena = arenas.row(info)
    if not arena.open:
        raise ArenaClosedError
    contestants = {
        name: entries for name, entries in provider.contestants(info.key).items() if entries
    }
    if len(contestants) < 2:
        raise TooFewContestantsError
    found = _still_open(arena, voter, contestants, now)
    if found is not None:
        return found
    client = _Client(voter, address_digest(address, now) if address else "")
    return _issue(arena, client, contestants, now, rng or _chance(arena, client.address_digest))


def _still_open(
    arena: Arena, voter: str, contestants: Mapping[str, Sequence[str]], now: datetime
) -> Pair | None:
    """The open pair, closed instead where it is too old or one of its entries is gone."""
    pair = Pair.objects.filter(arena=arena, voter=voter, state=Pair.State.OPEN).first()
    if pair is None:
        return None
    sides = (
        (pair.left_contestant, pair.left_entry),
        (pair.right_contestant, pair.right_entry),
    )
    if not pair.is_expired(now) and all(
        entry in contestants.get(contestant, ()) for contestant, entry in sides
    ):
        return pair
    Pair.objects.filter(pk=pair.pk, state=Pair.State.OPEN).update(state=Pair.State.EXPIRED)
    return None


@dataclass(frozen=True)
class _Client:
    """Whom a pair is put to."""

    voter: str
    address_digest: str


def _chance(arena: Arena, digest: str) -> Random:
    """What the next pair of an address is drawn with: the same until one of its pairs is closed.

    Whoever drops the cookie, keeps many, or lets a pair grow too old, to be asked about a
    favourite, is asked about the same two again. Only an answer or a skip moves on, and those are
    limited (``address_pairs_per_hour``); asking is not, or anybody could use up what is allowed to
    all behind an address. The digest is made with the secret salt of the day, so nobody can
    foretell what will be drawn.
    """
    if not digest:
        return SystemRandom()
    closed = Pair.objects.filter(address_digest=digest, state__in=Pair.CLOSED)
    # Said twice, since only then the index, which leaves out pairs without a digest, is used.
    closed = closed.exclude(address_digest="").order_by("-issued_at", "-id")
    last = closed.values_list("pk", flat=True).first()
    return Random(f"{digest} {arena.pk} {last}")  # noqa: S311 the digest in the seed is the secret


def _issue(
    arena: Arena,
    client: _Client,
    contestants: Mapping[str, Sequence[str]],
    now: datetime,
    rng: Random,
) -> Pair:
    draws = _draws(arena, tuple(sorted(contestants)))
    seen, resting = _seen(arena, client.voter)
    try:
        drawn = draws.draw(rng, seen, resting)
    except NothingLeftError as error:
        count = len(contestants) * (len(contestants) - 1) // 2
        raise EverythingSeenError(count) from error
    left, right = drawn.contestants if rng.random() < 0.5 else drawn.contestants[::-1]
    pair = Pair(
        arena=arena,
        nonce=new_key(),
        left_contestant=left,
        right_contestant=right,
        left_entry=rng.choice(contestants[left]),
        right_entry=rng.choice(contestants[right]),
        voter=client.voter,
        address_digest=client.address_digest,
        probability=drawn.probability,
        rules_version=RULES.version,
        issued_at=now,
    )
    try:
        with transaction.atomic():
            pair.save(force_insert=True)
    except IntegrityError:
        # The voter's other tab was faster: both show the same pair.
        return _still_open(arena, client.voter, contestants, now) or _issue(
            arena, client, contestants, now, rng
        )
    return pair


def count_all(info: ArenaInfo) -> int:
    """How many pairs of two contestants an arena has."""
    return info.contestants * (info.contestants - 1) // 2


def left_for(info: ArenaInfo, voter: str) -> int:
    """How many of them a voter has neither judged nor skipped."""
    closed = Pair.objects.filter(arena__key=info.key, voter=voter, state__in=Pair.CLOSED)
    rows = closed.values_list("left_contestant", "right_contestant")
    return max(0, count_all(info) - len({two(left, right) for left, right in rows}))


def _seen(arena: Arena, voter: str) -> tuple[set[Two], tuple[str, ...]]:
    """The contestants this voter has judged or skipped together, and the last two, who rest."""
    closed = Pair.objects.filter(arena=arena, voter=voter, state__in=Pair.CLOSED).order_by("-id")
    rows = list(closed.values_list("left_contestant", "right_contestant"))
    return {two(left, right) for left, right in rows}, rows[0] if rows else ()


def _draws(arena: Arena, contestants: tuple[str, ...]) -> Draws:
    token = (PairWeights.objects.filter(arena=arena).values_list("token", flat=True).first()) or ""
    return _cached_draws(token, contestants)


@lru_cache(maxsize=64)
def _cached_draws(token: str, contestants: tuple[str, ...]) -> Draws:
    """The token is new with each fit, so a process computes each mix once."""
    weights = PairWeights.objects.filter(token=token).first() if token else None
    if weights is None:
        return build(contestants, Standings())
    undecided = array("f", bytes(weights.undecided))
    if sys.byteorder == "big":
        undecided.byteswap()
    return build(
        contestants, Standings(weights.contestants, weights.votes, weights.ratings, undecided)
    )


def mark_shown(pair: Pair, now: datetime) -> None:
    """Note when the pair's page was rendered for the first time."""
    Pair.objects.filter(pk=pair.pk, shown_at=None).update(shown_at=now)


def purge(now: datetime) -> int:
    """Delete pairs nobody answered that are a day old; returns how many."""
    unanswered = Pair.objects.exclude(state=Pair.State.VOTED)
    deleted, _by_model = unanswered.filter(issued_at__lt=now - timedelta(days=1)).delete()
    return deleted
