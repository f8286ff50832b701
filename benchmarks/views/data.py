"""The tables of this app as CSV files."""

from __future__ import annotations

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_safe

from benchmarks.exports import TABLES
from pelican.csv_stream import stream_csv


@require_safe
def table(_request: HttpRequest, table: str) -> StreamingHttpResponse:
    """One of artifacts, validations, benchmarks, trials, reviews."""
    chosen = TABLES.get(table)
    if chosen is None:
        raise Http404
    return StreamingHttpResponse(
        stream_csv(chosen.columns, chosen.rows()),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="sdf-{table}.csv"'},
    )
