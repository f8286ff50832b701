"""URLs of the API, version 1, and of its description."""

from __future__ import annotations

from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from pelican.site.api import ScoreView

urlpatterns: list[URLPattern] = [
    path("score", ScoreView.as_view(), name="api-score"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(
            url_name="api-schema", template_name="site/api_docs.html"
        ),
        name="api-docs",
    ),
]
