"""The front page: what this is, a pair to vote on, and the tops of the two tables."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchmarks.cards import featured
from benchmarks.frames import may_frame_artifacts
from boards.catalogue import CANONICAL_TASK, TASKS
from boards.models import Condition
from pelican.rules import RULES
from pelican.site.board import variant_counts
from pelican.site.conditions import arena_key, condition_tabs
from pelican.site.coverage import site_totals
from pelican.site.plates import newest_plates
from pelican.site.rankings import board_ranking
from pelican.site.references import reference_table
from pelican.site.tasks import task_name
from voting.tables import visitor_table
from voting.views.vote import home_pair
from voting.voters import remember

TOP_ROWS = 5
NEWEST = 6


@never_cache
@require_safe
@may_frame_artifacts
def home(request: HttpRequest) -> HttpResponse:
    """A pair, the tops of both tables, the newest drawings, an artifact to wake up."""
    task = TASKS[CANONICAL_TASK]
    tabs = condition_tabs(task)
    pair = home_pair(request)
    context = {
        "task": task,
        "name": task_name(task),
        "totals": site_totals(),
        "pair": pair,
        "question": pair.question if pair else None,
        "tab": tabs[0] if tabs else None,
        "newest": newest_plates(NEWEST),
        "sdf": featured(),
        "voting_rules": RULES.voting,
        "judging_rules": RULES.judging,
    }
    if tabs:
        context |= _tops(tabs[0].condition)
    response = render(request, "site/home.html", context)
    if pair:
        remember(response, pair.voter)
    return response


def _tops(condition: Condition) -> dict[str, Any]:
    """The first rows of the reference table and of the visitor ranking, as boards order them."""
    counts = variant_counts(condition)
    reference = reference_table(condition, counts, admits=lambda _variant: True, efforts="")
    scored = [row for row in reference.rows if row.reference.score.mean]
    ranking = board_ranking(visitor_table(arena_key(condition)), counts)
    return {
        "reference": reference,
        "scored": scored[:TOP_ROWS],
        "ranked": ranking.ranked[:TOP_ROWS],
    }
