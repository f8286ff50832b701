"""URLs in two languages: English at ``/``, Simplified Chinese at ``/zh/``."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import URLResolver
from django.urls.resolvers import LocalePrefixPattern
from django.utils.translation import get_language


class ShortPrefixPattern(LocalePrefixPattern):
    """A language prefix without the script: ``zh-hans`` is served under ``zh/``."""

    def __init__(self) -> None:
        super().__init__(prefix_default_language=False)

    @property
    def language_prefix(self) -> str:
        """``""`` for the default language, else its first subtag and a slash."""
        language = get_language() or settings.LANGUAGE_CODE
        return "" if language == settings.LANGUAGE_CODE else f"{language.partition('-')[0]}/"


def language_patterns(*urls: Any) -> list[URLResolver]:
    """Like Django's ``i18n_patterns``, with the short prefix."""
    return [URLResolver(ShortPrefixPattern(), list(urls))]
