"""What a visitor chooses for themselves: the theme."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from pelican.site.context import THEME_COOKIE, THEMES

_YEAR_SECONDS = 365 * 24 * 3600


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keep the posted ``theme`` in a cookie and return to the page in ``next``.

    ``auto`` removes the cookie. An unknown theme is a 400; a ``next`` on another host is ignored.
    """
    theme = request.POST.get("theme", "")
    if theme not in THEMES:
        return HttpResponseBadRequest("theme must be auto, light or dark.", "text/plain")
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(
        target, {request.get_host()}, require_https=request.is_secure()
    ):
        target = reverse("home")
    response = HttpResponseRedirect(target)
    if theme == "auto":
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    else:
        response.set_cookie(
            THEME_COOKIE,
            theme,
            max_age=_YEAR_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.PRODUCTION,
        )
    return response
