"""The page ``data``."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def data(request: HttpRequest) -> HttpResponse:
    """The page."""
    return render(request, "base.html")
