"""Numbers as the pages write them: ``{% load numbers %}``.

Every filter answers "unavailable" for ``None``: an unknown value is never shown as zero.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext, pgettext

register = template.Library()

NARROW_SPACE: Final = "\N{NARROW NO-BREAK SPACE}"


def _known(function: Callable[[Any], str]) -> Callable[[Any], str]:
    @register.filter(name=function.__name__)
    @wraps(function)
    def answer(value: Any) -> str:
        return gettext("unavailable") if value is None else function(value)

    return answer


@_known
def count(value: int) -> str:
    """A whole number with thousands separators: ``8,412``."""
    return f"{value:,}"


@_known
def whole(value: float) -> str:
    """A rating, rounded, without separators: ``1141``."""
    return f"{value:.0f}"


@_known
def score(value: float) -> str:
    """One decimal: ``8.6``."""
    return f"{value:.1f}"


@_known
def signed(value: float) -> str:
    """One decimal and always a sign: ``+4.7``, ``−0.3``."""
    return f"{value:+.1f}".replace("-", "\N{MINUS SIGN}")


@_known
def share(value: float) -> str:
    """Two decimals, for what lies between 0 and 1: ``0.71``."""
    return f"{value:.2f}"


@_known
def percent(value: float) -> str:
    """A share of 1 as a whole percentage: ``68 %``; Chinese sets no space there."""
    space = "" if (get_language() or "").startswith("zh") else NARROW_SPACE
    return f"{value * 100:.0f}{space}%"


@_known
def measure(value: float) -> str:
    """A measured value or a bound: at most two decimals, three below 0.1, no idle zeros."""
    decimals = 2 if abs(value) >= 0.1 else 3
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@_known
def byte_size(value: int) -> str:
    """A size in bytes, in words: ``5,812 bytes``."""
    return ngettext("%(number)s byte", "%(number)s bytes", value) % {"number": count(value)}


@_known
def duration(milliseconds: int) -> str:
    """``0.9 s``, ``12 s``, ``1 m 42 s``."""
    if milliseconds < 9_950:
        return gettext("%(seconds)s s") % {"seconds": f"{milliseconds / 1000:.1f}"}
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    if not minutes:
        return gettext("%(seconds)s s") % {"seconds": seconds}
    return gettext("%(minutes)s m %(seconds)s s") % {
        "minutes": count(minutes),
        "seconds": f"{seconds:02d}",
    }


@_known
def moment(value: dt.datetime) -> str:
    """A day and a time in UTC: ``12 Nov 2026, 14:02``."""
    return date_format(_utc(value), pgettext("date and time format", "j M Y, H:i"))


@_known
def recent(value: dt.datetime) -> str:
    """A moment of the last weeks, in UTC and without the year: ``12 Nov, 14:02``."""
    return date_format(_utc(value), pgettext("date and time format without year", "j M, H:i"))


@_known
def day(value: dt.datetime) -> str:
    """A day in UTC: ``12 Nov 2026``."""
    return date_format(_utc(value), pgettext("date format", "j M Y"))


@register.filter
def digest(value: str) -> str:
    """The start of a digest in groups of four: ``9f2c 81d0 55ab 7e13 …``."""
    groups = [value[start : start + 4] for start in range(0, min(len(value), 16), 4)]
    return " ".join(groups) + (" …" if len(value) > 16 else "")


def _utc(value: dt.datetime) -> dt.datetime:
    return timezone.localtime(value, dt.UTC) if timezone.is_aware(value) else value
