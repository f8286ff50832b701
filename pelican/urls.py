"""All URLs: pages in two languages, and what has no language (pictures, health, admin)."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from pelican.languages import language_patterns
from pelican.site.views import login

handler404 = "pelican.site.views.errors.not_found"
handler500 = "pelican.site.views.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/login/", login.login),
    path("admin/", admin.site.urls),
    path("api/v1/", include("pelican.site.urls_api")),
    path("", include("pelican.site.urls_health")),
    path("", include("pelican.site.urls_plain")),
    path("", include("boards.urls")),
    path("", include("judging.urls")),
    path("", include("benchmarks.urls_files")),
    path("", include("voting.urls_pictures")),
    *language_patterns(
        path("", include("voting.urls")),
        path("", include("pelican.site.urls")),
        path("", include("benchmarks.urls")),
    ),
]
