"""The page ``boards``."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def boards(request: HttpRequest) -> HttpResponse:
    """The page."""
    return render(request, "base.html")
