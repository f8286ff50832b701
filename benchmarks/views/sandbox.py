"""The documents that artifacts run in. Only a frame may ask for one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from benchmarks.frames import ancestors, previewed_artifact
from benchmarks.models import Artifact
from benchmarks.sandbox import Role, frame_document
from pelican.rules import RULES


@require_GET
@xframe_options_exempt
@cache_control(public=True, max_age=300, must_revalidate=True)
def sandbox(request: HttpRequest, sha256: str) -> HttpResponse:
    """An admitted artifact, by the digest of its source."""
    artifact = Artifact.objects.runnable().filter(sha256=sha256).first()
    return _frame(request, artifact)


@require_GET
@xframe_options_exempt
@never_cache
def preview(request: HttpRequest, token: str) -> HttpResponse:
    """Any artifact, for whoever was given the address."""
    return _frame(request, previewed_artifact(token))


def _frame(request: HttpRequest, artifact: Artifact | None) -> HttpResponse:
    if artifact is None or not artifact.contract.get("binding"):
        raise Http404
    # As a page of its own it could navigate anywhere: only the page around it forbids that.
    if request.headers.get("Sec-Fetch-Dest") != "iframe":
        return HttpResponseForbidden(
            _("This address is for a frame on a page of this site, not for a window."),
            "text/plain; charset=utf-8",
        )
    document = frame_document(
        artifact.source,
        binding=artifact.contract["binding"],
        role=Role.LIVE,
        width=RULES.sdf.width,
        height=RULES.sdf.height,
        ancestors=ancestors(request),
        label=_("Three-dimensional drawing; arrow keys turn it, + and − zoom, R resets"),
    )
    response = HttpResponse(document.html)
    for name, value in document.headers.items():
        response[name] = value
    response["Vary"] = "Sec-Fetch-Dest"
    return response
