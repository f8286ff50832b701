"""Where a verdict's scores contradict its own yes-or-no answers. Pure, no Django.

The table is ``RULES.judging.contradictions``. A contradicting verdict is flagged and still counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pelican.rules import RULES


@dataclass(frozen=True)
class Contradiction:
    """The item answered “no”, the score that is too high for that, and how high it might be."""

    item: str
    dimension: str
    score: int
    bound: int

    def as_dict(self) -> dict[str, Any]:
        """The contradiction as JSON."""
        return asdict(self)


def contradictions(
    checklist: Mapping[str, bool], scores: Mapping[str, int]
) -> tuple[Contradiction, ...]:
    """Every contradiction between answers and scores, in the order of the rules' table."""
    return tuple(
        Contradiction(item, dimension, scores[dimension], bound)
        for item, bounds in RULES.judging.contradictions.items()
        if checklist.get(item) is False
        for dimension, bound in bounds.items()
        if scores[dimension] > bound
    )
