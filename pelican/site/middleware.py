"""What holds for every request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.views.defaults import bad_request

_SAFE: Final = ("GET", "HEAD")


class UnstorableValues:
    """400, not 500, where a page is asked for by a value that no row can have.

    A filter of the admin's takes numbers of any length, and a text may hold a NUL: the database
    refuses both. Only requests that read are answered so, since where something is written the
    value at fault may be ours.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Django's protocol."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The request goes on as it is."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The 400, or None for any other error."""
        refused = isinstance(error, DataError) or _overflowed(error)
        return bad_request(request, error) if refused and request.method in _SAFE else None


def _overflowed(error: Exception) -> bool:
    """Whether SQLite was given too large a number; its driver raises no error of databases then."""
    return isinstance(error, OverflowError) and "SQLite" in str(error)
