"""The site's addresses, an arena of twelve, and a view that inserts one row, to compare with."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone

from pelican.rules import RULES
from pelican.urls import *  # noqa: F403 the error handlers come along
from pelican.urls import urlpatterns as site_urls
from tests.factories.voting import MemoryArenas
from voting import arenas
from voting.models import Ballot
from voting.voters import new_key


def insert(request: HttpRequest) -> HttpResponse:
    """One row like a ballot's, and nothing else."""
    Ballot(
        pair_id=int(request.POST["pair"]),
        arena_id=int(request.POST["arena"]),
        left="variant-000",
        right="variant-001",
        left_entry="100",
        right_entry="102",
        entry_pair="100 102",
        outcome="left",
        voter=new_key(),
        cast_at=timezone.now(),
        state=Ballot.State.QUARANTINED,
        reason="benchmark",
        rules_version=RULES.version,
    ).save(force_insert=True)
    return HttpResponse(status=204)


arenas.register("bench", MemoryArenas.of(12))
urlpatterns = [*site_urls, path("bench-insert/", insert)]
