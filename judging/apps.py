"""The ``judging`` app."""

from __future__ import annotations

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """See the package's modules for what it does."""

    name = "judging"

    def ready(self) -> None:
        """Listen for drawings."""
        from boards.signals import sample_ready
        from judging import automatic  # models must be loaded first

        sample_ready.connect(automatic.hear)
