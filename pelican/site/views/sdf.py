"""Voting on artifacts: the way to their arena, their ranking, and the feed of its changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import condition as conditional
from django.views.decorators.http import require_safe

from benchmarks.models import Artifact, ArtifactCondition
from pelican.site.ranking_feed import feed_changed_at, feed_etag, feed_of
from pelican.site.sdf_contestants import ARENA, artifact_arena_key
from pelican.site.sdf_ranking import (
    RankingTab,
    artifact_ranking,
    contestants,
    ranked_cards,
    ranking_tabs,
)
from pelican.site.standings_page import detail
from voting.arenas import all_arenas
from voting.tables import visitor_table


@require_safe
def vote(request: HttpRequest) -> HttpResponse:
    """The first arena of artifacts, real before demo."""
    for info in all_arenas():
        if info.key.partition("@")[0] == ARENA:
            return redirect("vote-arena", arena_key=info.key)
    return render(request, "benchmarks/no_pair.html")


@require_safe
def ranking(request: HttpRequest) -> HttpResponse:
    """Visitor ranking, matrix, history and method of one condition (``?condition=&sort=``)."""
    tabs = ranking_tabs()
    chosen = _chosen(request, tabs)
    context: dict[str, Any] = {"tabs": tabs, "chosen": chosen, "subject": _("Artifact")}
    if chosen is not None:
        key = artifact_arena_key(chosen)
        table, cards = visitor_table(key), ranked_cards(chosen)
        context |= {
            "ranking": artifact_ranking(table, cards, request.GET.get("sort", "")),
            "vote_url": _vote_url(key),
            **detail(table, contestants(cards.values())),
        }
    return render(request, "benchmarks/ranking.html", context)


def _chosen(request: HttpRequest, tabs: list[RankingTab]) -> ArtifactCondition | None:
    """The condition asked for, the first one when none is; None where there is none at all."""
    wanted = request.GET.get("condition", "")
    found = [tab.condition for tab in tabs if not wanted or tab.condition.code == wanted]
    if wanted and not found:
        raise Http404
    return found[0] if found else None


def _vote_url(key: str) -> str:
    """Where to vote in this arena; empty while there is no pair."""
    known = {info.key for info in all_arenas()}
    return reverse("vote-arena", args=[key]) if key in known else ""


def _condition_or_404(request: HttpRequest) -> ArtifactCondition:
    chosen = _chosen(request, ranking_tabs())
    if chosen is None:
        raise Http404
    return chosen


def _etag(request: HttpRequest) -> str:
    return feed_etag(artifact_arena_key(_condition_or_404(request)))


def _last_modified(request: HttpRequest) -> datetime | None:
    return feed_changed_at(artifact_arena_key(_condition_or_404(request)))


@require_safe
@conditional(etag_func=_etag, last_modified_func=_last_modified)
def ranking_feed(request: HttpRequest) -> HttpResponse:
    """Rank ranges of artifacts that changed, one entry a day that is over, as Atom."""
    chosen = _condition_or_404(request)
    return feed_of(
        request,
        artifact_arena_key(chosen),
        name=_("Pelicans in the round"),
        page=f"{reverse('sdf-ranking')}?condition={chosen.code}",
        names_of=_titles,
    )


def _titles(slugs: Collection[str]) -> Mapping[str, str]:
    return dict(Artifact.objects.filter(slug__in=slugs).values_list("slug", "title"))
