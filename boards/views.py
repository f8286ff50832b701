"""What has no language: drawings, to be shown by ``<img>`` alone, and their records as CSV."""

from __future__ import annotations

from typing import Final

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseGone,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from boards.exports import SAMPLE_COLUMNS, sample_rows
from boards.models import Condition, Sample
from boards.pictures import picture_png
from pelican.csv_stream import stream_csv

DRAWING_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Even opened in a tab of its own, a drawing can load and run nothing."""

CONDITION_DIGITS_MIN: Final = 12
"""A shorter start of a digest could mean two conditions."""

CACHE_SECONDS: Final = 300
"""Short, so that a take-down reaches every cache soon."""


@require_safe
def drawing_svg(request: HttpRequest, pk: int) -> HttpResponse:
    """The sanitised SVG of a published sample; 410 once it is withdrawn."""
    sample = _sample(pk)
    if sample.state == Sample.State.WITHDRAWN:
        return _withdrawn()
    if not sample.svg:
        raise Http404
    return _drawing(request, sample, sample.svg.encode(), "svg", "image/svg+xml; charset=utf-8")


@require_safe
def drawing_png(request: HttpRequest, pk: int) -> HttpResponse:
    """The 512 px picture of a published sample; 410 once it is withdrawn."""
    sample = _sample(pk)
    if sample.state == Sample.State.WITHDRAWN:
        return _withdrawn()
    png = picture_png(sample)
    if png is None:
        raise Http404
    return _drawing(request, sample, png, "png", "image/png")


def _sample(pk: int) -> Sample:
    samples = Sample.objects.select_related("slot__variant").defer("gate", "structure", "receipts")
    return get_object_or_404(samples, pk=pk)


def _withdrawn() -> HttpResponse:
    return HttpResponseGone(_("This drawing was withdrawn."), "text/plain; charset=utf-8")


def _drawing(
    request: HttpRequest, sample: Sample, content: bytes, suffix: str, content_type: str
) -> HttpResponse:
    response = HttpResponse(content, content_type)
    response["Cache-Control"] = f"public, max-age={CACHE_SECONDS}, must-revalidate"
    if "download" in request.GET:
        slot = sample.slot
        name = f"{slot.task}-{slot.variant.slug}-{slot.index}.{suffix}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    etag = quote_etag(f"{sample.sha256}.{suffix}")
    response["ETag"] = etag
    answer = get_conditional_response(request, etag=etag, response=response) or response
    # On a 304 too: its headers replace those that a cache has stored with the drawing.
    answer["Content-Security-Policy"] = DRAWING_POLICY
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@require_safe
def samples_csv(request: HttpRequest) -> StreamingHttpResponse:
    """Every drawing's record as CSV, or with ``?condition=`` those of one condition.

    ``condition`` is a digest or its start, of at least twelve digits.
    """
    code = request.GET.get("condition", "")
    condition = None
    if code:
        condition = Condition.objects.filter(digest__startswith=code).first()
        if condition is None or len(code) < CONDITION_DIGITS_MIN:
            raise Http404
    return StreamingHttpResponse(
        stream_csv(SAMPLE_COLUMNS, sample_rows(condition)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="samples.csv"'},
    )
