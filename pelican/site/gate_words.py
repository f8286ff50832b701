"""What the drawing engine found, in the words of the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from boards.svg import words
from pelican.site.templatetags.numbers import NARROW_SPACE, count


def filled(message: str, params: Mapping[str, Any]) -> str:
    """A stored message, translated, with its named placeholders filled in.

    Whole numbers are counts and other numbers are shares, as in :func:`boards.svg.words.fill`. A
    record whose parameters do not fit its message (written by an older version) is shown as it
    stands: a page is never lost for a sentence.
    """
    if not message:
        return ""
    try:
        return gettext(message) % {name: _shown(value) for name, value in params.items()}
    except (KeyError, TypeError, ValueError):
        return message


def violation_text(violation: Mapping[str, Any]) -> str:
    """One violation of a gate report in a sentence, or its code where it has no sentence."""
    text = filled(violation.get("message", ""), violation.get("params") or {})
    return text or code_label(str(violation.get("code", "")))


def code_label(code: str) -> str:
    """A gate code in plain words; a code of another version stands for itself."""
    return gettext(words.CODES[code]) if code in words.CODES else code


def normalisation_text(code: str) -> str:
    """What was changed before anything was measured."""
    return gettext(words.NORMALISATIONS[code]) if code in words.NORMALISATIONS else code


def removal_text(removal: Mapping[str, Any]) -> str:
    """What the sanitiser took out: ``{kind, name, count}``."""
    return filled(words.REMOVALS.get(str(removal.get("kind")), ""), removal) or str(removal)


def flag_text(flag: str) -> str:
    """A remark on the drawing."""
    return gettext(words.FLAGS[flag]) if flag in words.FLAGS else flag


def share_text(share: float) -> str:
    """A share of 1 in percent, with as many of two decimals as it needs: ``0.5 %``."""
    return f"{100 * share:.2f}".rstrip("0").rstrip(".") + f"{NARROW_SPACE}%"


def _shown(value: object) -> object:
    if type(value) is int:
        return count(value)
    return share_text(value) if type(value) is float else value
