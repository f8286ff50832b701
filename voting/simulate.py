"""Simulated ballots, for the demo and for tests. They live in arenas marked as demo only."""

from __future__ import annotations

import math
import string
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.db import transaction

from pelican.rules import RULES
from voting.models import Arena, Ballot, Pair, Tally
from voting.models.pairs import entry_pair
from voting.outcomes import Outcome
from voting.tallies import recount
from voting.voters import new_key

_KEY_LETTERS: Final = string.ascii_letters + string.digits + "-_"
_KEY_LENGTH: Final = 22
_VOTER_PREFIX: Final = "demo-"
_TIE_SHARE: Final = 0.12
_BOTH_BAD_SHARE: Final = 0.3
"""Chance that two of the weakest are both found bad; it falls to nothing for the strongest."""


class NotADemoError(ValueError):
    """Simulated votes were asked for in an arena that holds real ones."""


@dataclass(frozen=True)
class SimulatedVote:
    """One made-up vote."""

    left: str
    right: str
    outcome: Outcome
    voter: str
    cast_at: datetime
    probability: float


def simulate_votes(
    strengths: Mapping[str, float],
    *,
    votes: int,
    voters: int,
    seed: int,
    start: datetime,
    days: int,
) -> Iterator[SimulatedVote]:
    """Votes by the Bradley–Terry model, evenly spread over ``days`` from ``start``.

    ``strengths`` are ratings in points around the centre. Pairs are drawn uniformly and no voter
    judges two contestants twice, so ``votes`` may not exceed ``voters`` times the number of pairs.
    """
    rng = Random(seed)  # noqa: S311 repeatable is what is wanted here
    names = sorted(strengths)
    pairs = [(a, b) for index, a in enumerate(names) for b in names[index + 1 :]]
    if votes > voters * len(pairs):
        raise ValueError(f"{voters} voters cannot cast {votes} votes on {len(pairs)} pairs.")
    open_pairs = {
        _VOTER_PREFIX + _key(rng)[len(_VOTER_PREFIX) :]: rng.sample(pairs, len(pairs))
        for _ in range(voters)
    }
    step = timedelta(days=days) / votes
    for number in range(votes):
        voter = rng.choice(list(open_pairs))
        left, right = open_pairs[voter].pop()
        if not open_pairs[voter]:
            del open_pairs[voter]
        if rng.random() < 0.5:
            left, right = right, left
        yield SimulatedVote(
            left=left,
            right=right,
            outcome=_outcome(strengths[left], strengths[right], rng),
            voter=voter,
            cast_at=start + step * (number + rng.random()),
            probability=1 / len(pairs),
        )


def _outcome(left: float, right: float, rng: Random) -> Outcome:
    scale, centre = RULES.voting.scale, RULES.voting.centre
    weakness = 1 / (1 + math.exp((max(left, right) - centre + scale / 4) / (scale / 8)))
    if rng.random() < _BOTH_BAD_SHARE * weakness:
        return Outcome.BOTH_BAD
    if rng.random() < _TIE_SHARE:
        return Outcome.TIE
    chance = 1 / (1 + 10 ** ((right - left) / scale))
    return Outcome.LEFT if rng.random() < chance else Outcome.RIGHT


def _key(rng: Random) -> str:
    return "".join(rng.choices(_KEY_LETTERS, k=_KEY_LENGTH))


def simulate_ballots(
    arena: Arena,
    strengths: Mapping[str, float],
    entries: Mapping[str, Sequence[str]],
    *,
    votes: int,
    voters: int,
    seed: int,
    start: datetime,
    days: int,
) -> None:
    """Fill a demo arena with simulated ballots, and fit it as it stood at the end of each day.

    ``strengths`` are ratings in points, ``entries`` the ids that each contestant is shown by. See
    :func:`simulate_votes`. The daily fits give the demo a history. Raises :class:`NotADemoError`.
    """
    # scipy: 80 MB that a process which only imports this module can do without
    from voting.ratings import fit_arena

    if not arena.demo:
        raise NotADemoError(f"Arena {arena.key} is no demo: no votes are made up there.")
    rng = Random(seed + 1)  # noqa: S311 see simulate_votes
    by_day: dict[int, list[SimulatedVote]] = {}
    for vote in simulate_votes(
        strengths, votes=votes, voters=voters, seed=seed, start=start, days=days
    ):
        by_day.setdefault((vote.cast_at - start).days, []).append(vote)
    for day, cast in sorted(by_day.items()):
        with transaction.atomic():
            _store(arena, cast, entries, rng)
        fit_arena(arena, start + timedelta(days=day + 1))
    _retally(arena)


def _store(
    arena: Arena, votes: Sequence[SimulatedVote], entries: Mapping[str, Sequence[str]], rng: Random
) -> None:
    pairs = [
        Pair(
            arena=arena,
            nonce=new_key(),  # unique across arenas, whatever the seed
            left_contestant=vote.left,
            right_contestant=vote.right,
            left_entry=rng.choice(entries[vote.left]),
            right_entry=rng.choice(entries[vote.right]),
            voter=vote.voter,
            probability=vote.probability,
            rules_version=RULES.version,
            issued_at=vote.cast_at - timedelta(seconds=20),
            shown_at=vote.cast_at - timedelta(seconds=10),
            state=Pair.State.VOTED,
        )
        for vote in votes
    ]
    Pair.objects.bulk_create(pairs, batch_size=500)
    Ballot.objects.bulk_create(
        [
            Ballot(
                pair=pair,
                arena=arena,
                left=vote.left,
                right=vote.right,
                left_entry=pair.left_entry,
                right_entry=pair.right_entry,
                entry_pair=entry_pair(pair.left_entry, pair.right_entry),
                outcome=vote.outcome.value,
                voter=vote.voter,
                cast_at=vote.cast_at,
                rules_version=RULES.version,
            )
            for pair, vote in zip(pairs, votes, strict=True)
        ],
        batch_size=500,
    )


def _retally(arena: Arena) -> None:
    """Replace the arena's tallies by a count of its ballots."""
    cells: dict[tuple[str, str], Counter[str]] = {}
    for (a, b, column), count in recount(arena.pk).items():
        cells.setdefault((a, b), Counter())[column] = count
    with transaction.atomic():
        Tally.objects.filter(arena=arena).delete()
        Tally.objects.bulk_create(
            Tally(arena=arena, a=a, b=b, **counts) for (a, b), counts in cells.items()
        )


def remove_simulated() -> int:
    """Delete every demo arena with all that hangs on it; returns how many there were."""
    arenas = Arena.objects.filter(demo=True)
    count = arenas.count()
    arenas.delete()
    return count
