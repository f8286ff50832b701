"""What has no language: frames, stills, modules."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path

from benchmarks.views import artifact, sandbox

urlpatterns: list[URLPattern] = [
    re_path(r"^sandbox/(?P<sha256>[0-9a-f]{64})$", sandbox.sandbox, name="sandbox"),
    path("sandbox/by/<str:token>", sandbox.preview, name="sandbox-preview"),
    re_path(r"^stills/(?P<pk>\d+)\.(?P<suffix>png|webp)$", artifact.still, name="still"),
    path("modules/<slug:slug>.js", artifact.module, name="module"),
]
