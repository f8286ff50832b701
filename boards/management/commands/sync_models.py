"""``manage.py sync_models FILE``: makes the catalogue follow ``models.toml``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from boards.generation.catalogue_sync import sync_models
from boards.generation.configuration import ConfigurationError
from boards.generation.models_toml import read_models_file


class Command(BaseCommand):
    """Apply a models file and print what changed."""

    help = "Make vendors, models, variants and harnesses follow a models.toml file."

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, and whether only to look."""
        parser.add_argument("file", type=Path, help="for example models.toml")
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would change, change nothing"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        """Apply the file; a file that cannot be used ends with exit status 2."""
        try:
            file = read_models_file(options["file"])
        except ConfigurationError as error:
            raise CommandError(str(error), returncode=2) from error
        difference = sync_models(file, dry_run=options["dry_run"])
        for line in difference.lines:
            self.stdout.write(line)
        count = len(difference.lines)
        would = "would change" if options["dry_run"] else "changed"
        self.stdout.write(f"{count} {would}." if count else "Nothing to change.")
