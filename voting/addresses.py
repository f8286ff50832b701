"""Where a vote comes from, as a digest that links votes of one day and nothing longer.

No address is stored. The salt of a day lives in the cache: every process and machine shares it
there, it expires by itself, and a cache is never part of a backup, so that a copy of the database
cannot be turned back into addresses.
"""

from __future__ import annotations

import datetime as dt
import hmac
import logging
import secrets
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

log = logging.getLogger(__name__)

SALT_DAYS: Final = 2
_DAY_SECONDS: Final = 24 * 3600


def client_address(request: HttpRequest) -> str:
    """The visitor's address: from the connection, or from behind ``TRUSTED_PROXIES`` proxies.

    Each proxy of ours appends the address that it was called from, so only that many entries from
    the right of ``X-Forwarded-For`` can be believed; with fewer than that, the connection counts.
    """
    connection = str(request.META.get("REMOTE_ADDR", ""))
    steps: int = settings.TRUSTED_PROXIES
    forwarded = request.headers.get("X-Forwarded-For", "").split(",")
    if steps < 1 or len(forwarded) < steps:
        return connection
    return forwarded[-steps].strip() or connection


def network(address: str) -> str | None:
    """What one subscriber usually holds: an IPv4 address, or an IPv6 /64. None if unreadable."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ip_network((int(parsed), 64), strict=False))
    return str(parsed)


def address_digest(address: str, now: dt.datetime) -> str:
    """HMAC of the address's network under the salt of the day; "" when it cannot be made."""
    net = network(address)
    if net is None:
        log.warning("A vote came without a readable address: its limits cannot be checked.")
        return ""
    salt = _salt(now.date())
    return hmac.new(salt, net.encode(), "sha256").hexdigest() if salt else ""


def destroy_old_salts(today: dt.date) -> None:
    """Remove what the cache may still hold of salts that have had their two days."""
    old = [_key(today - dt.timedelta(days=days)) for days in range(SALT_DAYS, SALT_DAYS + 30)]
    cache.delete_many(old)


def _key(day: dt.date) -> str:
    return f"voting.salt.{day:%Y-%m-%d}"


def _salt(day: dt.date) -> bytes | None:
    """The day's salt, made by whoever asks first; None while the cache is out of order."""
    try:
        found: bytes | None = cache.get(_key(day))
        if found is None:
            # add() lets one of several first askers win; all then read the winner's.
            cache.add(_key(day), secrets.token_bytes(32), timeout=SALT_DAYS * _DAY_SECONDS)
            found = cache.get(_key(day))
    except Exception:  # every cache has errors of its own, and votes must go on
        log.exception("The cache is out of order: the limits of addresses cannot be checked.")
        return None
    return found
