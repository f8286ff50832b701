"""The ranking of one board in detail, and the feed of its changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import condition as conditional
from django.views.decorators.http import require_safe

from boards.catalogue import BOARDS, Task
from boards.models import Variant
from pelican.site.board import variant_counts
from pelican.site.conditions import ConditionTab, arena_key, choose_tab, condition_tabs
from pelican.site.ranking_feed import feed_changed_at, feed_etag, feed_of
from pelican.site.standings_page import Contestant, detail
from pelican.site.tasks import task_name
from voting.tables import visitor_table


def _board_or_404(
    request: HttpRequest, task_id: str
) -> tuple[Task, list[ConditionTab], ConditionTab]:
    task = BOARDS.get(task_id)
    if task is None:
        raise Http404
    tabs = condition_tabs(task)
    tab = choose_tab(tabs, request.GET.get("condition", ""))
    if tab is None:
        raise Http404
    return task, tabs, tab


@require_safe
def standings(request: HttpRequest, task_id: str) -> HttpResponse:
    """Head-to-head matrix, history and method of one board (``?condition=``)."""
    task, tabs, tab = _board_or_404(request, task_id)
    contestants = {
        slug: Contestant(slug, count.variant.name, count.variant.get_absolute_url())
        for slug, count in variant_counts(tab.condition).items()
    }
    context = {
        "task": task,
        "name": task_name(task),
        "tabs": tabs,
        "tab": tab,
        "subject": _("Variant"),
        **detail(visitor_table(arena_key(tab.condition)), contestants),
    }
    return render(request, "site/standings.html", context)


def _key(request: HttpRequest, task_id: str) -> str:
    _task, _tabs, tab = _board_or_404(request, task_id)
    return arena_key(tab.condition)


def _etag(request: HttpRequest, task_id: str) -> str:
    return feed_etag(_key(request, task_id))


def _last_modified(request: HttpRequest, task_id: str) -> datetime | None:
    return feed_changed_at(_key(request, task_id))


@require_safe
@conditional(etag_func=_etag, last_modified_func=_last_modified)
def ranking_feed(request: HttpRequest, task_id: str) -> HttpResponse:
    """Rank ranges that changed, one entry a day that is over, as Atom."""
    task, _tabs, tab = _board_or_404(request, task_id)
    return feed_of(
        request,
        arena_key(tab.condition),
        name=task_name(task),
        page=f"{reverse('standings', args=[task.id])}?condition={tab.code}",
        names_of=_names,
    )


def _names(slugs: Collection[str]) -> Mapping[str, str]:
    variants = Variant.objects.filter(slug__in=slugs).select_related("version")
    return {variant.slug: variant.name for variant in variants}
