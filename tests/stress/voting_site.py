"""Fills and audits the database of a site under storm, each in a process of its own.

``python -m tests.stress.voting_site populate`` makes an empty database a board of many variants and
prints the arena's key; ``audit`` prints as JSON what the ballots, tallies and ratings say.
"""

from __future__ import annotations

import json
import sys
from collections import Counter

import django

VARIANTS = 40


def populate() -> str:
    """Forty variants with one drawing each; returns the key of their arena."""
    from django.core.management import call_command

    from tests.factories.boards import ConditionFactory, RunFactory, SampleFactory, SlotFactory
    from voting.arenas import sync_arenas

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    condition, run = ConditionFactory.create(), RunFactory.create()
    for _ in range(VARIANTS):
        SampleFactory.create(slot=SlotFactory.create(run=run, condition=condition, index=1))
    (arena,) = sync_arenas()
    return str(arena.key)


def audit() -> dict[str, object]:
    """Ballots by pair, whether tallies are those of a recount and ratings those of a fresh fit."""
    from voting.bradley_terry import Votes, fit
    from voting.models import Arena, Ballot, Rating, RatingSnapshot, Tally
    from voting.tallies import recount

    arena = Arena.objects.get()
    tallies: Counter[tuple[str, str, str]] = Counter()
    for tally in Tally.objects.all():
        for column in ("a_wins", "b_wins", "ties", "both_bad"):
            tallies[tally.a, tally.b, column] = getattr(tally, column)
    ballots = Ballot.objects.order_by("cast_at", "id")
    rows = list(ballots.values_list("pair__nonce", "left", "right", "outcome", "voter", "state"))
    newest = RatingSnapshot.objects.filter(converged=True).order_by("-created_at", "-id").first()
    stored = dict(Rating.objects.filter(snapshot=newest).values_list("contestant", "rating"))
    fresh = {
        one.contestant: one.rating
        for one in fit(Votes.from_rows(row[1:5] for row in rows if row[5] == "valid")).standings
    }
    return {
        "ballots": [(row[0], row[3]) for row in rows],
        "valid": sum(row[5] == "valid" for row in rows),
        "settled": arena.dirty_at is None and arena.refit_claimed_at is None,
        "tallies_equal_a_recount": +tallies == recount(arena.pk),
        "rating_error": max(
            (abs(stored.get(name, 0.0) - value) for name, value in fresh.items()), default=0.0
        ),
    }


if __name__ == "__main__":
    django.setup()
    what = {"populate": populate, "audit": audit}[sys.argv[1]]
    sys.stdout.write(json.dumps(what()))
