"""The product's settings for a site that is stormed: votes are limited by nothing but its speed."""

from __future__ import annotations

from pelican.rules import RULES
from pelican.settings import *  # noqa: F403 a settings module adds to the product's

_UNLIMITED = {
    "view_seconds_min": 0.0,
    "session_votes_per_5_minutes": 10**9,
    "session_votes_per_day": 10**9,
    "address_votes_per_hour": 10**9,
    "address_votes_per_day": 10**9,
    "address_pairs_per_hour": 10**9,
}
for _name, _value in _UNLIMITED.items():
    # The rules are frozen for everybody else; 50 sessions of one address are the test's own doing.
    object.__setattr__(RULES.voting, _name, _value)
