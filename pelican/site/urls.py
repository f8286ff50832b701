"""URLs of the pages that join several apps; the project adds the language prefix."""

from __future__ import annotations

from django.urls import URLPattern, path

from pelican.site.views import boards, data, home, preferences

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("boards/", boards.boards, name="boards"),
    path("data/", data.data, name="data"),
    path("theme/", preferences.set_theme, name="theme"),
]
