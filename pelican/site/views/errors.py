"""Error pages of our own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views import defaults

from pelican.site.problems import is_for_api, problem


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 Django passes it by name
    """403: the form's token did not match; ``reason`` is Django's, kept out of the page."""
    return render(request, "403_csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """404: a page, or a problem for a program."""
    if is_for_api(request):
        return problem(404, "There is nothing at this address; /api/v1/schema/ names all there is.")
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """500: a page, or a problem for a program."""
    if is_for_api(request):
        return problem(500, "This is a mistake of ours, and it was logged.")
    return defaults.server_error(request)
