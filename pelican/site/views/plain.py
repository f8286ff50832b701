"""Small files that robots and browsers ask for by their well-known names."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe

_ROBOTS: Final = """\
User-agent: *
Disallow: /admin/
Disallow: /ops/
Disallow: /p/
Disallow: /vote/
Disallow: /zh/ops/
Disallow: /zh/vote/
"""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 the same for everyone
    """Everything may be read but staff pages and voting, where each view draws a new pair."""
    return HttpResponse(_ROBOTS, "text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 the same for everyone
    """To the mark, for browsers that do not read the page's link to it."""
    return HttpResponseRedirect(static("img/mark.svg"))
