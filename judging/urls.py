"""Addresses of files that are the same in every language."""

from __future__ import annotations

from django.urls import URLPattern, path

from judging import views

urlpatterns: list[URLPattern] = [
    path("data/verdicts.csv", views.verdicts_csv, name="verdicts-csv"),
]
