"""The pages of the SDF benchmark, in every language. Fixed names come before artifacts."""

from __future__ import annotations

from django.urls import URLPattern, path

from benchmarks.views import artifact, data, desk, gallery, reviews

urlpatterns: list[URLPattern] = [
    path("sdf/", gallery.artifacts, name="sdf"),
    path("sdf/timings/", gallery.timings, name="sdf-timings"),
    path("sdf/compare/", gallery.compare, name="sdf-compare"),
    path("sdf/reviews/", reviews.reviews, name="sdf-reviews"),
    path("sdf/reviews/<str:token>/", reviews.review, name="sdf-review"),
    path("sdf/desk/", desk.desk, name="sdf-desk"),
    path("sdf/desk/<slug:slug>/", desk.artifact, name="sdf-desk-artifact"),
    path("sdf/desk/<slug:slug>/<str:action>/", desk.act, name="sdf-desk-act"),
    path("sdf/<slug:slug>/", artifact.artifact, name="artifact"),
    path("data/sdf/<slug:table>.csv", data.table, name="sdf-csv"),
]
