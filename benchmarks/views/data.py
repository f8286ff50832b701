"""The tables of this app as CSV files."""

from __future__ import annotations

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from benchmarks.exports import TABLES
from pelican.csv_stream import stream_csv


@require_GET
def table(_request: HttpRequest, table: str) -> StreamingHttpResponse:
    """One of artifacts, validations, benchmarks, trials, reviews."""
    if table not in TABLES:
        raise Http404
    columns, rows = TABLES[table]
    return StreamingHttpResponse(
        stream_csv(columns, rows()),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="sdf-{table}.csv"'},
    )
