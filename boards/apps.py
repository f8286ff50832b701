"""The ``boards`` app."""

from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import Tags, register


class BoardsConfig(AppConfig):
    """See the package's modules for what it does."""

    name = "boards"

    def ready(self) -> None:
        """Have what the database holds checked against the catalogue."""
        from boards.checks import every_edition_is_declared  # models must be loaded first

        register(every_edition_is_declared, Tags.database)
