"""The staff log-in: Django's own, with a limit on how many passwords are tried."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache

from pelican.site.throttles import LogInAddressThrottle, LogInNameThrottle, held_back


@never_cache
def login(request: HttpRequest) -> HttpResponseBase:
    """The form, or what became of it.

    Every try counts, right or wrong, before the password is looked at, which takes long: a 429
    above the limit of the network, and then of the name. A network over its own limit counts
    nothing against a name, so that it cannot shut out the name's bearer any longer.
    """
    if request.method == "POST":
        for throttle in (LogInAddressThrottle(), LogInNameThrottle()):
            refusal = held_back(request, throttle, "429_login.html")
            if refusal is not None:
                return refusal
    return admin.site.login(request)
