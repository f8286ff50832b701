"""The ranking of one board in detail, and the feed of its changes."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition as conditional
from django.views.decorators.http import require_safe

from boards.catalogue import BOARDS, Task
from boards.models import Variant
from pelican.rules import RULES
from pelican.site import standings_page
from pelican.site.board import variant_counts
from pelican.site.conditions import ConditionTab, arena_key, choose_tab, condition_tabs
from pelican.site.rankings import side_sentence
from pelican.site.tasks import task_name
from voting.history import DayOfChanges, last_closed_day, rank_changes, rating_history
from voting.tables import matrix, visitor_table


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
    key = arena_key(tab.condition)
    table = visitor_table(key)
    counts = variant_counts(tab.condition)
    listed = [
        (counts[row.contestant].variant, row) for row in table.listed if row.contestant in counts
    ]
    shown = listed[: standings_page.SHOWN]
    variants = [variant for variant, _row in shown]
    meetings = matrix(key, [variant.slug for variant in variants])
    charts, axis, span = standings_page.history_charts(shown, rating_history(key))
    names = {slug: count.variant.name for slug, count in counts.items()}
    context = {
        "task": task,
        "name": task_name(task),
        "tabs": tabs,
        "tab": tab,
        "method": table.method,
        "outcomes": standings_page.outcome_shares(table.method) if table.method else [],
        "islands": [
            [names.get(slug, slug) for slug in group]
            for group in (table.method.islands if table.method else ())
        ],
        "side_sentence": side_sentence(table.method) if table.method else "",
        "rows": standings_page.matrix_rows(variants, meetings),
        "hidden": len(listed) - len(shown),
        "charts": charts,
        "axis": axis,
        "span": span,
        "odd": standings_page.ODD,
        "voting_rules": RULES.voting,
    }
    return render(request, "site/standings.html", context)


def _last_change(request: HttpRequest, task_id: str) -> tuple[int, datetime] | None:
    _task, _tabs, tab = _board_or_404(request, task_id)
    return last_closed_day(arena_key(tab.condition), timezone.now().astimezone(UTC).date())


def _etag(request: HttpRequest, task_id: str) -> str:
    last = _last_change(request, task_id)
    return f'"{get_language()}-{last[0] if last else 0}"'


def _last_modified(request: HttpRequest, task_id: str) -> datetime | None:
    last = _last_change(request, task_id)
    return last[1] if last else None


@require_safe
@conditional(etag_func=_etag, last_modified_func=_last_modified)
def ranking_feed(request: HttpRequest, task_id: str) -> HttpResponse:
    """Rank ranges that changed, one entry a day that is over, as Atom."""
    task, _tabs, tab = _board_or_404(request, task_id)
    key = arena_key(tab.condition)
    page = request.build_absolute_uri(
        f"{reverse('standings', args=[task.id])}?condition={tab.code}"
    )
    feed = Atom1Feed(
        title=_("Visitor ranking: %(task)s") % {"task": task_name(task)},
        link=page,
        description="",
        subtitle=_("Rank ranges that changed, one entry a day."),
        language=get_language(),
        feed_url=request.build_absolute_uri(),
        feed_guid=_guid(key),
    )
    days = rank_changes(key, timezone.now().astimezone(UTC).date())
    slugs = {change.contestant for day in days for change in day.changes}
    variants = Variant.objects.filter(slug__in=slugs).select_related("version")
    names = {variant.slug: variant.name for variant in variants}
    for day in days:
        lines = _lines(day, names)
        feed.add_item(
            title=lines[0] if len(lines) == 1 else _("%(first)s and more") % {"first": lines[0]},
            link=page,
            description="\n".join(lines),
            unique_id=_guid(f"{key} {day.day.isoformat()}"),
            pubdate=day.at,
            updateddate=day.at,
        )
    return HttpResponse(
        feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8"
    )


def _guid(what: str) -> str:
    """An id that is the same for ever, wherever the site stands; one for each language."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"pelican ranking {what} {get_language()}").urn


def _lines(day: DayOfChanges, names: dict[str, str]) -> list[str]:
    lines = []
    for change in day.changes:
        values = {
            "name": names.get(change.contestant, change.contestant),
            "before": change.before,
            "after": change.after,
        }
        if not change.before:
            lines.append(_("%(name)s is ranked %(after)s") % values)
        elif not change.after:
            lines.append(_("%(name)s has no rank any more (was %(before)s)") % values)
        else:
            lines.append(_("%(name)s is now %(after)s (was %(before)s)") % values)
    return lines
