"""URLs of the pages that join several apps; the project adds the language prefix."""

from __future__ import annotations

from django.urls import URLPattern, path

from pelican.site.views import boards, data, home, ops, preferences, samples, variants

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("boards/", boards.boards, name="boards"),
    path("boards/<slug:task_id>/", boards.board, name="board"),
    path("variants/<slug:slug>/", variants.variant, name="variant"),
    path("samples/<int:pk>/", samples.sample, name="sample"),
    path("data/", data.data, name="data"),
    path("ops/", ops.ops, name="ops"),
    path("theme/", preferences.set_theme, name="theme"),
]
