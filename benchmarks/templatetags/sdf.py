"""What templates of the SDF pages need: ``{% load sdf %}``."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext as _

from benchmarks.findings import Level
from pelican.rules import RULES

register = template.Library()


@register.inclusion_tag("benchmarks/partials/stages.html")
def stages() -> dict[str, Any]:
    """The script that brings canvases alive, with its limits and its words."""
    return {"limits": RULES.sdf}


@register.filter
def level_chip(level: str) -> str:
    """The chip of a finding's level."""
    return {Level.FAILED: "fail", Level.UNMET: "warn"}.get(Level(level), "info")


@register.filter
def level_word(level: str) -> str:
    """A finding's level in a word."""
    words = {
        Level.FAILED: _("failed"),
        Level.UNMET: _("not met"),
        Level.ADVISORY: _("advisory"),
    }
    return words[Level(level)]


@register.filter
def outcome_chip(outcome: str) -> str:
    """The chip of an outcome; an artifact that nobody validated has the empty one."""
    return {"passed": "pass", "warnings": "warn", "failed": "fail"}.get(outcome, "none")


@register.filter
def outcome_word(outcome: str) -> str:
    """An outcome in words."""
    words = {"passed": _("passed"), "warnings": _("warnings"), "failed": _("failed")}
    return words.get(outcome, _("not validated yet"))


@register.filter
def milliseconds(value: float | str | None) -> str:
    """A frame time: two decimals below 10 ms, one below 100, none above.

    Where there is no benchmark to have a time, the template hands in an empty text.
    """
    if value is None or isinstance(value, str):
        return _("unavailable")
    decimals = 2 if value < 10 else 1 if value < 100 else 0
    return _("%(time)s ms") % {"time": f"{value:,.{decimals}f}"}


@register.filter
def kilobytes(value: int) -> str:
    """A size in KB of 1,000 bytes, as the cards say it."""
    return _("%(size)s KB") % {"size": f"{value / 1000:.1f}"}
