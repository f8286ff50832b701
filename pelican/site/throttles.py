"""Limits on what costs the machine work or is worth guessing; no address and no name is kept."""

from __future__ import annotations

import unicodedata

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from voting.addresses import address_digest, client_address


class AddressThrottle(SimpleRateThrottle):
    """What one network may ask for."""

    def get_cache_key(self, request: Request | HttpRequest, view: object) -> str:  # noqa: ARG002
        """One counter for each address digest of the day; one for all that have none."""
        plain = request._request if isinstance(request, Request) else request  # noqa: SLF001 the documented way to Django's own
        digest = address_digest(client_address(plain), timezone.now())
        return f"throttle-{self.scope}-{digest}"


class ScoreThrottle(AddressThrottle):
    """Evaluations that one network may ask for, on the page and through the API together."""

    scope = "score"


class LogInAddressThrottle(AddressThrottle):
    """Passwords that one network may try, whatever the name."""

    scope = "login_address"


class LogInNameThrottle(SimpleRateThrottle):
    """Passwords that may be tried for one name, wherever they come from."""

    scope = "login_name"

    def get_cache_key(self, request: Request | HttpRequest, view: object) -> str:  # noqa: ARG002
        """One counter for each name, whether somebody bears it or not, in any case of letters."""
        name = unicodedata.normalize("NFKC", request.POST.get("username", "").strip()).casefold()
        return (
            f"throttle-{self.scope}-{salted_hmac(__name__, name, algorithm='sha256').hexdigest()}"
        )


def held_back(
    request: HttpRequest, throttle: SimpleRateThrottle, template: str = "429.html"
) -> HttpResponse | None:
    """Count the request; the 429 to answer it with where it is one too many, None otherwise."""
    if throttle.allow_request(request, None):  # type: ignore[arg-type]  # our keys need no more than Django's request, and no view
        return None
    response = render(request, template, status=429)
    response["Retry-After"] = str(max(1, round(throttle.wait() or 60)))
    return response
