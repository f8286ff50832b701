"""URLs of the site's own files that have no language."""

from __future__ import annotations

from django.urls import URLPattern, path

from pelican.site.views import plain

urlpatterns: list[URLPattern] = [
    path("robots.txt", plain.robots, name="robots"),
    path("favicon.ico", plain.favicon, name="favicon"),
]
