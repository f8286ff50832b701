"""Limits on what costs the machine work, by address digest; no address is kept."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from voting.addresses import address_digest, client_address


class ScoreThrottle(SimpleRateThrottle):
    """Evaluations that one network may ask for, on the page and through the API together."""

    scope = "score"

    def get_cache_key(self, request: Request | HttpRequest, view: object) -> str:  # noqa: ARG002
        """One counter for each address digest of the day; one for all that have none."""
        plain = request._request if isinstance(request, Request) else request  # noqa: SLF001 the documented way to Django's own
        return f"throttle-score-{address_digest(client_address(plain), timezone.now())}"
