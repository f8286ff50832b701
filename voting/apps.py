"""The ``voting`` app."""

from __future__ import annotations

from django.apps import AppConfig


class VotingConfig(AppConfig):
    """See the package's modules for what it does."""

    name = "voting"
