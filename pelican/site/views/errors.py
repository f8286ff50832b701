"""Error pages of our own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 Django passes it by name
    """403: the form's token did not match; ``reason`` is Django's, kept out of the page."""
    return render(request, "403_csrf.html", status=403)
