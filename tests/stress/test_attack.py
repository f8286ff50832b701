"""One address attacks for an hour with everything that a script can do, and gets nowhere much."""

from __future__ import annotations

import datetime as dt
import re
import sys
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.factories.voting import START, MemoryArenas
from voting import arenas, desk
from voting.models import Arena, Ballot, Pair, Rating
from voting.ratings import fit_arena
from voting.simulate import simulate_ballots

pytestmark = [pytest.mark.django_db, pytest.mark.stress]

VARIANTS: Final = 20
BALLOTS: Final = 3_000
STEP: Final = dt.timedelta(seconds=9)
STEPS: Final = 250
POINTS_MAX: Final = 30


@pytest.fixture
def arena() -> Iterator[Arena]:
    """20 variants from 905 to 1095 points with 3,000 honest ballots of the day before."""
    provider = MemoryArenas.of(VARIANTS)
    provider.demo = True
    arenas.register("test", provider)
    row = arenas.row(provider.info)
    simulate_ballots(
        row,
        {name: 905.0 + 10 * number for number, name in enumerate(provider.entries)},
        provider.entries,
        votes=BALLOTS,
        voters=200,
        seed=11,
        start=START - dt.timedelta(days=1),
        days=1,
    )
    yield row
    arenas.unregister("test")


class Attacker:
    """Knows every drawing at sight and wants ``target`` to win; one address, any headers."""

    def __init__(self, target: str, *, keeps_cookie: bool) -> None:
        self.target = target
        self.keeps_cookie = keeps_cookie
        self.rng = Random(12)
        self.client = self._browser()

    def _browser(self) -> Client:
        """A new visitor as far as headers can tell."""
        forged = f"203.0.113.{self.rng.randrange(256)}"
        return Client(
            headers={
                "X-Forwarded-For": f"{forged}, {forged}",
                "X-Real-IP": forged,
                "Forwarded": f"for={forged}",
                "User-Agent": f"Browser {self.rng.random()}",
            },
            REMOTE_ADDR="198.51.100.9",
        )

    def step(self, clock: time_machine.Traveller) -> None:
        """Look at a pair and vote if the target is in it; else get rid of the pair."""
        page = self.client.get("/vote/").content.decode()
        nonces = set(re.findall(r'name="pair" value="([\w-]{22})"', page))
        pair = Pair.objects.filter(nonce__in=nonces, state="open").first()
        clock.shift(STEP)
        if pair is None:
            self.client = self._browser()
            return
        sides = {pair.left_contestant: "left", pair.right_contestant: "right"}
        choice = sides.get(self.target, "skip")
        for _ in range(3):  # replays
            self.client.post("/vote/cast/", {"pair": pair.nonce, "choice": choice})
        if not self.keeps_cookie:
            self.client = self._browser()


def rating(arena: Arena, contestant: str) -> float:
    """As the last fit gave it."""
    newest = Rating.objects.filter(snapshot__arena=arena, contestant=contestant)
    return float(newest.order_by("-snapshot__created_at").values_list("rating", flat=True)[0])


@pytest.mark.parametrize("keeps_cookie", [True, False], ids=["one cookie", "ever new cookies"])
@pytest.mark.parametrize("target", ["variant-010", "variant-018"], ids=["middle", "top"])
def test_an_hour_from_one_address_moves_little_and_shows_on_the_desk(
    arena: Arena, target: str, keeps_cookie: bool
) -> None:
    before = rating(arena, target)
    attacker = Attacker(target, keeps_cookie=keeps_cookie)
    with time_machine.travel(START, tick=False) as clock:
        for _ in range(STEPS):
            attacker.step(clock)
        fit_arena(arena, timezone.now())
    cast = Ballot.objects.filter(cast_at__gte=START)
    counted = cast.filter(state="valid")
    moved = rating(arena, target) - before
    cookies = "one cookie" if keeps_cookie else "ever new cookies"
    sys.stdout.write(
        f"{target}, {cookies}: {STEPS} pairs, {cast.count()} ballots, {counted.count()} count: "
        f"{moved:+.1f} points\n"
    )
    assert moved < POINTS_MAX
    shown = desk.arena_desk(arena)
    suspects = shown.sessions if keeps_cookie else shown.addresses
    keys = counted.values_list("voter" if keeps_cookie else "address_digest", flat=True)
    assert set(keys) & {one.key for one in suspects[:10]}
    addresses = cast.order_by().values("address_digest").distinct()
    assert addresses.count() == 1, "a header made it another address"
