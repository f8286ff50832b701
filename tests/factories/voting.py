"""Contestants in memory, and votes the way visitors cast them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from boards.svg.blind import blind
from voting import ballots, pairs
from voting.arenas import ArenaInfo, Fact, Picture, Reveal
from voting.models import Arena, Ballot, Pair, RatingSnapshot
from voting.outcomes import Outcome
from voting.voters import new_key

START = datetime(2026, 11, 1, 12, tzinfo=UTC)


def drawing(shade: int) -> str:
    """A drawing of the tests' own; every shade is another one."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">'
        f'<title>Painted by shade {shade}</title><circle id="wheel" cx="20" cy="15" r="9" '
        f'fill="rgb({shade},{shade},{shade})"/><use href="#wheel" x="{shade % 7}"/></svg>'
    )


@dataclass
class MemoryArenas:
    """A provider of one arena whose contestants are given.

    ``entries`` maps contestants to the ids of their entries; ``drawings`` may replace what an
    entry looks like.
    """

    entries: Mapping[str, Sequence[str]]
    key: str = "pelican_bicycle@0123456789ab"
    demo: bool = False
    drawings: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, count: int, key: str = "pelican_bicycle@0123456789ab") -> MemoryArenas:
        """An arena of ``count`` contestants with two entries each."""
        return cls(
            {f"variant-{n:03}": (str(100 + 2 * n), str(101 + 2 * n)) for n in range(count)}, key
        )

    def arenas(self) -> Sequence[ArenaInfo]:
        return [
            ArenaInfo(
                key=self.key,
                title="Pelican on a bicycle",
                url="/boards/pelican_bicycle/",
                contestants=len(self.entries),
                subtitle="Generate an SVG of a pelican riding a bicycle",
                task="pelican_bicycle",
                condition="0123456789ab" + 52 * "0",
                demo=self.demo,
                canonical=True,
            )
        ]

    @property
    def info(self) -> ArenaInfo:
        """The one arena."""
        return self.arenas()[0]

    def contestants(self, key: str) -> Mapping[str, Sequence[str]]:
        return self.entries if key == self.key else {}

    def picture(self, key: str, entry: str) -> Picture | None:
        if not any(entry in own for own in self.contestants(key).values()):
            return None
        svg = self.drawings.get(entry, drawing(int(entry) % 256))
        return Picture(blind(svg, Random()), "image/svg+xml")

    def still(self, key: str, entry: str) -> Picture | None:
        """A still of the drawings that have one: those of even number."""
        shown = self.picture(key, entry)
        return shown and Picture(b"still", "image/png") if int(entry) % 2 == 0 else None

    def reveal(self, key: str, entries: Sequence[str]) -> Mapping[str, Reveal]:
        owners = {entry: name for name, own in self.contestants(key).items() for entry in own}
        return {
            entry: Reveal(
                contestant=owners[entry],
                name=f"Model {owners[entry]}",
                effort="high",
                vendor=f"Vendor of {owners[entry]}",
                url=f"/samples/{entry}/",
                contestant_url=f"/variants/{owners[entry]}/",
                number_text="drawing 1 of 2",
                facts=(
                    Fact("ref", "Reference", "7.5", drawn=True, place=0.5),
                    Fact("env", "Reward", "", drawn=True, note="unavailable"),
                    Fact("", "Structure", "100 %"),
                ),
            )
            for entry in entries
            if entry in owners
        }


def snapshot_of(arena: Arena, at: datetime, **changes: Any) -> RatingSnapshot:
    """A converged fit of nothing in particular, without ratings."""
    values = {
        "high_water_mark": 1,
        "valid": 1,
        "quarantined": 0,
        "invalid": 0,
        "rules_version": "1",
        "code_version": "1",
        "digest": f"{at}",
        "converged": True,
    }
    return RatingSnapshot.objects.create(arena=arena, created_at=at, **values | changes)


def show_pair(
    provider: MemoryArenas,
    voter: str,
    now: datetime = START,
    rng: Random | None = None,
    address: str = "192.0.2.1",
) -> Pair:
    """Put the next pair before a voter."""
    pair = pairs.next_pair(provider, provider.info, voter, now, rng or Random(1), address=address)
    pairs.mark_shown(pair, now)
    return pair


def cast_vote(
    provider: MemoryArenas,
    voter: str | None = None,
    outcome: Outcome = Outcome.LEFT,
    now: datetime = START,
    address: str = "192.0.2.1",
    rng: Random | None = None,
) -> Ballot:
    """Show a pair and answer it, ten seconds later, at ``now``."""
    voter = voter or new_key()
    pair = show_pair(provider, voter, now - timedelta(seconds=10), rng, address)
    return ballots.cast(pair.nonce, voter, outcome, address, now)
