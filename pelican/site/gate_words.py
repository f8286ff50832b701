"""What the gate found, in the words of the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from pelican.site.templatetags.numbers import count


def filled(message: str, params: Mapping[str, Any]) -> str:
    """A stored message, translated, with its named placeholders filled in.

    A record whose parameters do not fit its message (written by an older version) is shown as it
    stands: a page is never lost for a sentence.
    """
    if not message:
        return ""
    words = {name: count(value) if type(value) is int else value for name, value in params.items()}
    try:
        return gettext(message) % words
    except (KeyError, TypeError, ValueError):
        return message


def violation_text(violation: Mapping[str, Any]) -> str:
    """One violation of a gate report in a sentence, or its code where it has no sentence."""
    text = filled(violation.get("message", ""), violation.get("params") or {})
    return text or str(violation.get("code", ""))
