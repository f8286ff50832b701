"""The gallery, the tables of times, and two artifacts side by side."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchmarks import comparison, timetables
from benchmarks.cards import NOT_VALIDATED, Filters, gallery
from benchmarks.frames import may_frame_artifacts
from benchmarks.models import Artifact, Validation


@require_safe
@may_frame_artifacts
def artifacts(request: HttpRequest) -> HttpResponse:
    """All artifacts, asleep until somebody touches them."""
    filters = Filters(
        track=_choice(request, "track", Artifact.Track.values),
        outcome=_choice(request, "outcome", [*Validation.Outcome.values, NOT_VALIDATED]),
        condition=request.GET.get("condition", ""),
    )
    context = {
        "gallery": gallery(filters),
        "filters": filters,
        "tracks": Artifact.Track.choices,
        "outcomes": Validation.Outcome.choices,
    }
    return render(request, "benchmarks/gallery.html", context)


@require_safe
def timings(request: HttpRequest) -> HttpResponse:
    """Frame times: one table for each set of equal circumstances."""
    return render(request, "benchmarks/timings.html", {"tables": timetables.time_tables()})


@require_safe
@may_frame_artifacts
def compare(request: HttpRequest) -> HttpResponse:
    """Two artifacts side by side; without a choice, a form to choose."""
    chosen = [request.GET.get(side, "") for side in ("a", "b")]
    sides = comparison.sides(chosen)
    if any(slug and side is None for slug, side in zip(chosen, sides, strict=True)):
        raise Http404
    context = {
        "sides": [side for side in sides if side is not None],
        "both": all(sides),
        "chosen": chosen,
        "choices": comparison.choices(),
        "rows": comparison.rows(*sides),
    }
    return render(request, "benchmarks/compare.html", context)


def _choice(request: HttpRequest, name: str, allowed: list[str]) -> str:
    """A filter's value, empty when it is none of those there are."""
    value = request.GET.get(name, "")
    return value if value in allowed else ""
