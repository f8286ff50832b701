"""``/sdf/vote/``: to the arena of artifacts, or a word on why there is none."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from pelican.site.sdf_contestants import ARENA
from voting.arenas import all_arenas


@require_safe
def vote(request: HttpRequest) -> HttpResponse:
    """The first arena of artifacts, real before demo."""
    for info in all_arenas():
        if info.key.partition("@")[0] == ARENA:
            return redirect("vote-arena", arena_key=info.key)
    return render(request, "benchmarks/no_pair.html")
