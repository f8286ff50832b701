"""The grid of tasks, and the board of one task."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from boards.catalogue import BOARDS, Task
from boards.models import Condition
from pelican.rules import RULES
from pelican.site import board as board_page
from pelican.site.conditions import CONTESTANTS_MIN, arena_key, choose_tab, condition_tabs
from pelican.site.coverage import edition_cells, model_coverage, task_grid
from pelican.site.rankings import board_ranking, side_sentence
from pelican.site.references import reference_table
from pelican.site.tasks import task_name
from voting.tables import visitor_table


@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    """All 30 tasks and the prompt editions, with how much each was drawn."""
    context = {"grid": task_grid(), "editions": edition_cells(), "models": model_coverage()}
    return render(request, "site/boards.html", context)


@require_safe
def board(request: HttpRequest, task_id: str) -> HttpResponse:
    """One task under one condition: visitor ranking and drawings, filtered, sorted, in pages."""
    task = _task(task_id)
    tabs = condition_tabs(task)
    wanted = request.GET.get("condition", "")
    tab = choose_tab(tabs, wanted)
    if tab is None:
        if wanted:
            raise Http404
        return render(request, "site/board_empty.html", {"task": task, "name": task_name(task)})
    counts = board_page.variant_counts(tab.condition)
    chosen = board_page.BoardFilter.from_query(request.GET)
    table = visitor_table(arena_key(tab.condition))
    ranking = board_ranking(table, counts, chosen.admits, request.GET.get("sort", ""))
    page = board_page.paged(
        board_page.in_order(
            {slug: count for slug, count in counts.items() if chosen.admits(count.variant)},
            ranking.order,
        ),
        request.GET.get("page", ""),
    )
    context = {
        "task": task,
        "name": task_name(task),
        "tabs": tabs,
        "tab": tab,
        "totals": board_page.totals(counts.values()),
        "choices": board_page.filter_choices(counts.values()),
        "chosen": chosen,
        "vote_url": _vote_url(tab.condition, counts.values()),
        "valid_votes": table.method.valid if table.method else 0,
        "voting_rules": RULES.voting,
        "judging_rules": RULES.judging,
        "reference": reference_table(
            tab.condition, counts, chosen.admits, request.GET.get("efforts", "")
        ),
        "side_sentence": side_sentence(table.method) if table.method else "",
        "ranking": ranking.only({count.variant.slug for count in page}),
        "page": page,
        "drawings": board_page.drawings_of(page),
        "one_each": all(count.settled == 1 for count in counts.values()),
        "filtered": chosen != board_page.BoardFilter(),
    }
    return render(request, "site/board.html", context)


def _vote_url(condition: Condition, counts: Iterable[board_page.VariantCount]) -> str:
    """Where one votes on this board; empty where no pair can be formed."""
    if sum(count.passed > 0 for count in counts) < CONTESTANTS_MIN:
        return ""
    return reverse("vote-arena", args=[arena_key(condition)])


def _task(task_id: str) -> Task:
    try:
        return BOARDS[task_id]
    except KeyError:
        raise Http404 from None
