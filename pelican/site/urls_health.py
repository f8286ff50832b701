"""URLs of the health checks, which have no language."""

from __future__ import annotations

from django.urls import URLPattern, path

from pelican.site.views import health

urlpatterns: list[URLPattern] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
