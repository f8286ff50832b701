"""One variant: everything it drew, and how it fared."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def variant(request: HttpRequest, slug: str) -> HttpResponse:
    """Its drawings by task and condition, its ratings and whom it met."""
    return render(request, "base.html")
