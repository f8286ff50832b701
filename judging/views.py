"""Verdicts as a CSV file, the same in every language."""

from __future__ import annotations

from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_safe

from judging.exports import VERDICT_COLUMNS, verdict_rows
from pelican.csv_stream import stream_csv


@require_safe
def verdicts_csv(request: HttpRequest) -> StreamingHttpResponse:  # noqa: ARG001 Django passes it
    """Every verdict on a published drawing."""
    return StreamingHttpResponse(
        stream_csv(VERDICT_COLUMNS, verdict_rows()),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="verdicts.csv"'},
    )
