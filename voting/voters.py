"""Who votes: a random key in a signed cookie, given out with the first pair.

The key is the voter and the cluster of the intervals. It says nothing about a person and is
destroyed when its holder deletes their votes.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Final, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

COOKIE: Final = "voter"
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_SALT: Final = "voting.voter"
_YEAR_SECONDS: Final = 365 * 24 * 3600

Response = TypeVar("Response", bound=HttpResponseBase)


@dataclass(frozen=True)
class Voter:
    """A voter's ``key``; ``is_new`` until the cookie has been sent."""

    key: str
    is_new: bool


def is_key(text: str) -> bool:
    """Whether a text has the form of :func:`new_key`; anything else need not be looked up."""
    return _KEY.fullmatch(text) is not None


def new_key() -> str:
    """128 random bits, as text that is safe in a URL (22 characters)."""
    return secrets.token_urlsafe(16)


def known_voter(request: HttpRequest) -> Voter | None:
    """The voter whose cookie came with the request; a forged or stale one is none."""
    key = request.get_signed_cookie(COOKIE, default=None, salt=_SALT, max_age=_YEAR_SECONDS)
    return Voter(key, is_new=False) if key else None


def voter_of(request: HttpRequest) -> Voter:
    """The known voter, or a new one that :func:`remember` must send home."""
    return known_voter(request) or Voter(new_key(), is_new=True)


def remember(response: Response, voter: Voter) -> Response:
    """Send a new voter's cookie along; returns the same response."""
    if voter.is_new:
        response.set_signed_cookie(
            COOKIE,
            voter.key,
            salt=_SALT,
            max_age=_YEAR_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.PRODUCTION,
        )
    return response


def forget(response: HttpResponseBase) -> None:
    """Take the cookie away."""
    response.delete_cookie(COOKIE, samesite="Lax")
