"""One artifact: live, with everything that is known of it; its source and its stills as files."""

from __future__ import annotations

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from benchmarks.frames import may_frame_artifacts
from benchmarks.models import Artifact, Still
from benchmarks.records import records_of
from pelican.rules import RULES


@require_safe
@may_frame_artifacts
def artifact(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of one artifact."""
    found = get_object_or_404(Artifact.objects.with_names(), slug=slug)
    if found.withdrawn:
        return render(request, "site/withdrawn.html", status=410)
    if not found.listed and not request.user.is_staff:
        raise Http404
    context = {
        "artifact": found,
        "records": records_of(found),
        "near": RULES.sdf.distance_min,
        "far": RULES.sdf.distance_max,
    }
    return render(request, "benchmarks/artifact.html", context)


@require_safe
@cache_control(public=True, max_age=300, must_revalidate=True)
def module(_request: HttpRequest, slug: str) -> HttpResponse:
    """The module as a file to save, never to run: plain text, sandboxed."""
    found = get_object_or_404(Artifact.objects.published(), slug=slug)
    response = HttpResponse(found.source, "text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}.js"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_safe
def still(request: HttpRequest, pk: int, suffix: str) -> HttpResponseBase:
    """A still: the PNG as it was drawn, or the smaller WebP of it."""
    found = get_object_or_404(Still.objects.select_related("validation__artifact"), pk=pk)
    owner = found.validation.artifact
    if owner.withdrawn or not (owner.listed or request.user.is_staff):
        raise Http404
    path = found.path if suffix == "png" else found.small_path
    try:
        file = default_storage.open(path)
    except FileNotFoundError as error:
        raise Http404 from error
    response = FileResponse(file, content_type=f"image/{suffix}")
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    shared = {"public": True} if owner.listed else {"private": True}
    patch_cache_control(response, max_age=300, must_revalidate=True, **shared)
    return response
