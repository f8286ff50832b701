"""What every page needs: theme, language links, navigation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from pelican.languages import LANGUAGE_TAGS, path_in_language
from pelican.rules import RULES

THEMES: Final = ("auto", "light", "dark")
THEME_COOKIE: Final = "theme"


@dataclass(frozen=True)
class LanguageLink:
    """The page at hand in one language. ``tag`` is what ``lang`` and ``hreflang`` say."""

    tag: str
    label: str
    path: str
    url: str
    current: bool


@dataclass(frozen=True)
class NavItem:
    """One entry of a navigation bar; ``current`` marks the part of the site one is in."""

    label: str | Promise
    url: str
    current: bool


# Name of the entry's URL, its label, and the beginnings of paths that belong to it.
_MAIN: Final = (
    ("vote", _("Vote"), ("vote", "votes")),
    ("boards", _("Boards"), ("boards", "variants", "samples")),
    ("score", _("Try the scorer"), ("score",)),
    ("sdf", _("SDF"), ("sdf",)),
    ("data", _("Data"), ("data",)),
)
_STAFF: Final = (
    ("runs", _("Runs"), ("ops/runs",)),
    ("judgings", _("Judging"), ("ops/judging",)),
    ("desk", _("Votes"), ("ops/votes",)),
    ("sdf-desk", _("Artifacts"), ("sdf/desk", "sdf/reviews")),
    ("ops", _("Operations"), ("ops",)),
    ("admin:index", _("Admin"), ("admin",)),
)
_LABELS: Final = {"en": "EN", "zh-hans": "中文"}


def shell(request: HttpRequest) -> dict[str, object]:
    """Context of the page shell.

    ``theme`` chosen by cookie (``auto light dark``), ``language_tag``, ``languages`` (links to
    this very page), ``nav``, ``staff_nav`` (empty but for staff) and ``rules_version``.
    """
    language = get_language() or settings.LANGUAGE_CODE
    path = path_in_language(request.path, settings.LANGUAGE_CODE).strip("/")
    # An error page may be rendered before the session middleware has run.
    user = getattr(request, "user", None)
    return {
        "theme": chosen_theme(request),
        "language_tag": LANGUAGE_TAGS.get(language, language),
        "languages": _language_links(request, language),
        "nav": _items(_MAIN, path),
        "staff_nav": _items(_STAFF, path) if user is not None and user.is_staff else (),
        "rules_version": RULES.version,
    }


def chosen_theme(request: HttpRequest) -> str:
    """``light`` or ``dark`` where the visitor chose one, else ``auto``."""
    theme = request.COOKIES.get(THEME_COOKIE, "auto")
    return theme if theme in THEMES else "auto"


def _language_links(request: HttpRequest, language: str) -> list[LanguageLink]:
    links = []
    for code, _name in settings.LANGUAGES:
        path = path_in_language(request.get_full_path(), code)
        links.append(
            LanguageLink(
                tag=LANGUAGE_TAGS.get(code, code),
                label=_LABELS.get(code, code),
                path=path,
                url=_absolute(request, path),
                current=code == language,
            )
        )
    return links


def _absolute(request: HttpRequest, path: str) -> str:
    """The whole address of a path; the path alone under a host that this site does not have."""
    try:
        return request.build_absolute_uri(path)
    except DisallowedHost:  # the page that says so has this context, too
        return path


def _items(
    entries: tuple[tuple[str, str | Promise, tuple[str, ...]], ...], path: str
) -> list[NavItem]:
    """The entries; the one with the longest beginning of ``path`` is the current one."""
    beginnings = [part for _name, _label, parts in entries for part in parts]
    matching = [part for part in beginnings if f"{path}/".startswith(f"{part}/")]
    longest = max(matching, key=len, default=None)
    return [NavItem(label, reverse(name), longest in parts) for name, label, parts in entries]
