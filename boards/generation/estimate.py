"""How fast a run goes and how long it will take. Pure Python, no Django."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

RECENT: Final = 20
"""Only the latest slots say how fast it goes now."""


@dataclass(frozen=True)
class Estimate:
    """Slots settled a minute, and seconds to go; None while that cannot be known."""

    per_minute: float | None
    seconds_left: float | None


def estimate(
    settled: Sequence[dt.datetime], remaining: int, now: dt.datetime, began: dt.datetime
) -> Estimate:
    """The pace of the latest slots, and what it means for the ``remaining`` ones.

    ``settled`` are the times at which slots were settled, in order; the last ``RECENT`` of them
    count, and the one before, at which their stretch began. A stretch in which nothing was settled
    counts, so that a run which stands still is not promised an end.
    """
    if not settled:
        return Estimate(None, None)
    recent = settled[-RECENT:]
    since = settled[-RECENT - 1] if len(settled) > RECENT else began
    until = max(now, recent[-1]) if remaining else recent[-1]
    seconds = (until - since).total_seconds()
    if seconds <= 0:
        return Estimate(None, None)
    pace = len(recent) / seconds
    return Estimate(pace * 60, remaining / pace if remaining else 0.0)
