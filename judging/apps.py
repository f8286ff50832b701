"""The ``judging`` app."""

from __future__ import annotations

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """See the package's modules for what it does."""

    name = "judging"
