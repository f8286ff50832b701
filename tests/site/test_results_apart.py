"""A vote moves no score, a score moves no vote."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Model
from django.utils import timezone

from judging.models import Verdict
from judging.reference import sample_references
from pelican.site.conditions import arena_key
from pelican.site.contestants import DrawingArenas
from tests.factories.judging import judge_sample
from tests.site.conftest import Colony
from voting import arenas, ballots, pairs
from voting.models import Arena, Ballot, Rating, RatingSnapshot, Tally
from voting.outcomes import Outcome
from voting.ratings import fit_arena
from voting.voters import new_key


def rows(*models: type[Model]) -> list[list[dict[str, Any]]]:
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def vote_and_fit(colony: Colony, votes: int) -> None:
    provider = DrawingArenas()
    info = arenas.find(arena_key(colony.condition))[1]
    now = timezone.now()
    for _ in range(votes):
        voter = new_key()
        pair = pairs.next_pair(provider, info, voter, now, address="192.0.2.1")
        pairs.mark_shown(pair, now - timedelta(seconds=9))
        ballots.cast(pair.nonce, voter, Outcome.LEFT, "192.0.2.1", now)
    fit_arena(Arena.objects.get(key=info.key), now)


def test_votes_and_refits_leave_every_verdict_and_score_as_it_was(colony: Colony) -> None:
    judge_sample(colony.passed, 8)
    before = rows(Verdict), sample_references([colony.passed.pk])
    vote_and_fit(colony, 3)
    assert Rating.objects.count() == 2
    assert (rows(Verdict), sample_references([colony.passed.pk])) == before


def test_verdicts_leave_every_ballot_tally_and_rating_as_it_was(colony: Colony) -> None:
    vote_and_fit(colony, 3)
    tables = (Ballot, Tally, RatingSnapshot, Rating)
    before = rows(*tables)
    assert all(before)
    for mark in (10, 1):
        judge_sample(colony.passed, mark)
    vote_and_fit(colony, 0)
    ratings = [row["rating"] for row in before[-1]]
    assert rows(Ballot, Tally) == before[:2]
    newest = Rating.objects.filter(snapshot=RatingSnapshot.objects.latest("pk")).order_by("pk")
    assert list(newest.values_list("rating", flat=True)) == ratings
