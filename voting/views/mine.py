"""One's own votes, and their deletion."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from voting import ballots, mine
from voting.views.responses import SeeOther
from voting.voters import forget, known_voter

_VOTES_A_PAGE = 50


@never_cache
@require_safe
def my_votes(request: HttpRequest) -> HttpResponse:
    """The history of the browser that asks."""
    voter = known_voter(request)
    own = mine.own_ballots(voter.key) if voter else []
    page = Paginator(own, _VOTES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "votes": mine.history(list(page.object_list)),
        "page": page,
        "total": len(own),
        "agreement": mine.agreement(own),
        "tables": mine.own_tables(own),
        "deleted": "deleted" in request.GET,
    }
    return render(request, "voting/mine.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_votes(request: HttpRequest) -> HttpResponse:
    """Ask whether to delete all one's votes; on POST do so, all or none."""
    voter = known_voter(request)
    if request.method != "POST":
        total = len(mine.own_ballots(voter.key)) if voter else 0
        return render(request, "voting/delete.html", {"total": total})
    if voter:
        ballots.delete_votes(voter.key, timezone.now())
    response = SeeOther(reverse("my-votes") + "?deleted=1")
    forget(response)
    return response
