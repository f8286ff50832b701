"""What every page needs: theme, language links, navigation."""

from __future__ import annotations

from django.http import HttpRequest

THEMES = ("auto", "light", "dark")


def shell(request: HttpRequest) -> dict[str, object]:
    """Context of the page shell: the ``theme`` chosen by cookie."""
    theme = request.COOKIES.get("theme", "auto")
    return {"theme": theme if theme in THEMES else "auto"}
