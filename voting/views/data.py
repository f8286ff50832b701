"""The tables of this app as CSV files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from pelican.csv_stream import Column, stream_csv
from voting import exports
from voting.models import Arena


@require_safe
def ballots_csv(request: HttpRequest) -> StreamingHttpResponse:
    """Every ballot, or with ``?arena=`` those of one arena."""
    return _csv(request, "ballots", exports.BALLOT_COLUMNS, exports.ballot_rows)


@require_safe
def ratings_csv(request: HttpRequest) -> StreamingHttpResponse:
    """The latest ratings of every arena, or with ``?arena=`` of one."""
    return _csv(request, "ratings", exports.RATING_COLUMNS, exports.rating_rows)


def _csv(
    request: HttpRequest,
    name: str,
    columns: Sequence[Column],
    rows: Callable[[Arena | None], Iterator[Sequence[Any]]],
) -> StreamingHttpResponse:
    key = request.GET.get("arena")
    arena = _arena_or_404(key) if key else None
    return StreamingHttpResponse(
        stream_csv(columns, rows(arena)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


def _arena_or_404(key: str) -> Arena:
    if not key.isprintable():
        raise Http404  # PostgreSQL cannot even look for a text with a null in it
    return get_object_or_404(Arena, key=key)
