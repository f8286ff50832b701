"""The front page: what this is, and a pair to vote on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchmarks.cards import featured
from benchmarks.frames import may_frame_artifacts
from boards.catalogue import CANONICAL_TASK, TASKS
from pelican.rules import RULES
from pelican.site.board import variant_counts
from pelican.site.conditions import arena_key, condition_tabs
from pelican.site.coverage import site_totals
from pelican.site.plates import newest_plates
from pelican.site.rankings import board_ranking
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
    """A pair, the top of the visitor ranking, the newest drawings, an artifact to wake up."""
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
    }
    if tabs:
        condition = tabs[0].condition
        ranking = board_ranking(visitor_table(arena_key(condition)), variant_counts(condition))
        context |= {"ranking": ranking, "top": ranking.ranked[:TOP_ROWS]}
    response = render(request, "site/home.html", context)
    if pair:
        remember(response, pair.voter)
    return response
