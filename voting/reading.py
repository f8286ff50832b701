"""One pass over the ballots of an arena, and all that a fit and its report need of them."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC
from typing import Final

import numpy as np

from pelican.rules import RULES
from voting.bradley_terry import CODE_VERSION
from voting.integrity import NO_GROUP
from voting.models import Arena, Ballot

_STATES: Final = {state: number for number, state in enumerate(Ballot.State.values)}
_CHUNK: Final = 5_000


@dataclass
class Reading:
    """What the pass leaves behind.

    ``ids`` and ``states`` hold every ballot; ``addresses`` and ``days`` the valid ones in order of
    time: the number of the address digest in ``digests`` (or ``NO_GROUP``) and the ordinal of the
    day in UTC. ``voters`` numbers the voters as :class:`voting.bradley_terry.Votes` does.
    """

    ids: array[int] = field(default_factory=lambda: array("q"))
    states: array[int] = field(default_factory=lambda: array("b"))
    addresses: array[int] = field(default_factory=lambda: array("q"))
    days: array[int] = field(default_factory=lambda: array("q"))
    voters: dict[str, int] = field(default_factory=dict)
    digests: dict[str, int] = field(default_factory=dict)

    def valid_rows(self, arena: Arena) -> Iterator[tuple[str, str, str, str]]:
        """The valid ballots in order of time, as (left, right, outcome, voter)."""
        ballots = Ballot.objects.filter(arena=arena).order_by("cast_at", "id")
        columns = ("id", "state", "left", "right", "outcome", "voter", "address_digest", "cast_at")
        for pk, state, left, right, outcome, voter, digest, cast_at in ballots.values_list(
            *columns
        ).iterator(_CHUNK):
            self.ids.append(pk)
            self.states.append(_STATES[state])
            if state != Ballot.State.VALID:
                continue
            self.voters.setdefault(voter, len(self.voters))
            self.addresses.append(
                self.digests.setdefault(digest, len(self.digests)) if digest else NO_GROUP
            )
            self.days.append(cast_at.astimezone(UTC).toordinal())
            yield left, right, outcome, voter

    def counts(self) -> dict[str, int]:
        """Ballots by state."""
        found = Counter(self.states)
        return {state: found[number] for state, number in _STATES.items()}

    @property
    def high_water_mark(self) -> int:
        """The largest id that was read."""
        return max(self.ids, default=0)

    def digest(self) -> str:
        """SHA-256 over mark, counts, both versions and the state of every ballot by id."""
        header = json.dumps(
            {
                "high_water_mark": self.high_water_mark,
                "counts": self.counts(),
                "rules_version": RULES.version,
                "code_version": CODE_VERSION,
            },
            sort_keys=True,
        )
        ids = np.array(self.ids, dtype="<i8")
        order = np.argsort(ids)
        digest = hashlib.sha256(header.encode())
        digest.update(ids[order].tobytes())
        digest.update(np.array(self.states, dtype="i1")[order].tobytes())
        return digest.hexdigest()
