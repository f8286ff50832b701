"""``manage.py data_dictionary``: what the columns of the exported files mean, as Markdown."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import override

from pelican.site.datasets import DATASETS

INTRODUCTION = """\
# Data dictionary

The files of the page `/data/`. They are UTF-8 CSV with a header (RFC 4180); times are ISO 8601 in
UTC, decimals have a point, and an unknown value is an empty cell, never zero. A text that a
spreadsheet would take for a formula begins with an apostrophe.

`make dictionary` writes this page from the declarations of the columns.
"""


class Command(BaseCommand):
    """Print the dictionary; ``make dictionary`` keeps it in ``docs/``."""

    help = "Prints the data dictionary of the exported files as Markdown."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print."""
        with override("en"):
            self.stdout.write(dictionary(), ending="")


def dictionary() -> str:
    """The page ``docs/data-dictionary.md``."""
    parts = [INTRODUCTION]
    for dataset in DATASETS:
        rows = [
            f"| `{column.name}` | {column.type} | {column.unit} | {column.meaning} |"
            for column in dataset.columns
        ]
        head = ["| column | type | unit | meaning |", "| --- | --- | --- | --- |"]
        table = "\n".join([*head, *rows])
        parts.append(f"## {dataset.name}\n\nHolds {dataset.holds}.\n\n{table}\n")
    return "\n".join(parts)
