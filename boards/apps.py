"""The ``boards`` app."""

from __future__ import annotations

from django.apps import AppConfig


class BoardsConfig(AppConfig):
    """See the package's modules for what it does."""

    name = "boards"
