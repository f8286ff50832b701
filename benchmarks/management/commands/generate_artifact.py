"""``manage.py generate_artifact --harness H VARIANT…``: models write artifacts, one call each."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmarks.generating import GenerationRefusedError, generate


class Command(BaseCommand):
    """Exit status 0 when every call brought a reply, whatever it was; 1 otherwise."""

    help = (
        "Send the SDF prompt to variants, each in a fresh conversation of one turn, and store what "
        "they answer as artifacts that await admission."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Through which harness, and whom to ask."""
        parser.add_argument("variants", nargs="+", metavar="VARIANT", help="slug of a variant")
        parser.add_argument("--harness", required=True, help="slug of a harness of models.toml")

    def handle(self, **options: Any) -> None:
        """Ask one after the other; a failure does not keep the others from being asked."""
        failed = 0
        for slug in options["variants"]:
            try:
                artifact = generate(options["harness"], slug)
            except GenerationRefusedError as error:
                self.stderr.write(f"{slug}: {error}")
                failed += 1
                continue
            codes = sorted({finding["code"] for finding in artifact.contract["findings"]})
            said = f": {', '.join(codes)}" if codes else ""
            self.stdout.write(f"{artifact.slug}, {artifact.source_bytes} bytes{said}")
        if failed:
            raise CommandError(f"{failed} brought no artifact.", returncode=1)
