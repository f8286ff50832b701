"""URLs of files that have no language."""

from __future__ import annotations

from django.urls import URLPattern, path

from boards import views

urlpatterns: list[URLPattern] = [
    path("drawings/<int:pk>.svg", views.drawing_svg, name="drawing-svg"),
    path("drawings/<int:pk>.png", views.drawing_png, name="drawing-png"),
    path("data/samples.csv", views.samples_csv, name="samples-csv"),
]
