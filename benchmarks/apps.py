"""The ``benchmarks`` app."""

from __future__ import annotations

from django.apps import AppConfig


class BenchmarksConfig(AppConfig):
    """See the package's modules for what it does."""

    name = "benchmarks"
