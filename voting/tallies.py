"""Keeps the tallies in step with the valid ballots, inside the caller's transaction."""

from __future__ import annotations

from collections import Counter

from django.db.models import F

from voting.models import Ballot, Tally
from voting.outcomes import Outcome
from voting.statements import add_to_tally


def counter_of(left: str, right: str, outcome: str) -> tuple[str, str, str]:
    """Where a ballot is counted: ``a``, ``b`` and the name of the column."""
    a, b = sorted((left, right))
    if outcome == Outcome.TIE:
        return a, b, "ties"
    if outcome == Outcome.BOTH_BAD:
        return a, b, "both_bad"
    winner = left if outcome == Outcome.LEFT else right
    return a, b, "a_wins" if winner == a else "b_wins"


def count(ballot: Ballot, change: int) -> None:
    """Add (+1) or take away (-1) one valid ballot."""
    a, b, column = counter_of(ballot.left, ballot.right, ballot.outcome)
    if change > 0:
        add_to_tally(ballot.arena_id, a, b, column)
    else:
        tally = Tally.objects.filter(arena=ballot.arena_id, a=a, b=b)
        tally.update(**{column: F(column) - 1})


def recount(arena_id: int) -> Counter[tuple[str, str, str]]:
    """What the tallies must say, counted anew from the valid ballots."""
    ballots = Ballot.objects.filter(arena=arena_id, state=Ballot.State.VALID)
    found: Counter[tuple[str, str, str]] = Counter()
    for left, right, outcome in ballots.values_list("left", "right", "outcome").iterator():
        found[counter_of(left, right, outcome)] += 1
    return found
