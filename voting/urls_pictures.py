"""The pictures of a pair: addresses without a language, and without a hint."""

from __future__ import annotations

from django.urls import URLPattern, re_path

from voting.views import pictures

urlpatterns: list[URLPattern] = [
    re_path(r"^p/(?P<nonce>[\w-]{22})/(?P<side>[ab])$", pictures.picture, name="pair-picture"),
    re_path(r"^p/(?P<nonce>[\w-]{22})/(?P<side>[ab])\.png$", pictures.still, name="pair-still"),
]
