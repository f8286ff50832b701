"""``manage.py purge_raw``: deletes raw records that are older than the rules allow."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from boards.raw import purge_raw
from pelican.rules import RULES


class Command(BaseCommand):
    """Delete old raw records now; a daily job does the same."""

    help = f"Delete raw records older than {RULES.generation.raw_days} days."

    def handle(self, *_args: object, **_options: object) -> None:
        """Delete them and say how many there were."""
        self.stdout.write(f"Raw records deleted: {purge_raw()}.")
