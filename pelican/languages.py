"""URLs in two languages: English at ``/``, Simplified Chinese at ``/zh/``."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.urls import URLResolver
from django.urls.resolvers import LocalePrefixPattern
from django.utils.translation import get_language

LANGUAGE_TAGS: Final = {"en": "en", "zh-hans": "zh-Hans"}
"""Django's language codes as HTML writes them."""


def sentence_gap() -> str:
    """What stands between two sentences: a space, or nothing after a full-width stop."""
    return "" if (get_language() or "").startswith("zh") else " "


def url_prefix(language: str) -> str:
    """``""`` for the default language, else its first subtag and a slash: ``zh/``."""
    return "" if language == settings.LANGUAGE_CODE else f"{language.partition('-')[0]}/"


def path_in_language(path: str, language: str) -> str:
    """The same page in another language: ``/zh/boards/?a=1`` for ``/boards/?a=1``.

    ``path`` starts with a slash and may carry a query. It need not name an existing page, so a
    404 page keeps its address too.
    """
    bare = path[1:]
    for code, _name in settings.LANGUAGES:
        prefix = url_prefix(code)
        if prefix and (bare.startswith(prefix) or bare == prefix[:-1]):
            bare = bare[len(prefix) :]
    return f"/{url_prefix(language)}{bare}"


class ShortPrefixPattern(LocalePrefixPattern):
    """A language prefix without the script: ``zh-hans`` is served under ``zh/``."""

    def __init__(self) -> None:
        super().__init__(prefix_default_language=False)

    @property
    def language_prefix(self) -> str:
        """The prefix of the active language."""
        return url_prefix(get_language() or settings.LANGUAGE_CODE)


def language_patterns(*urls: Any) -> list[URLResolver]:
    """Like Django's ``i18n_patterns``, with the short prefix."""
    return [URLResolver(ShortPrefixPattern(), list(urls))]
