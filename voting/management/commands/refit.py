"""``manage.py refit``: fit arenas now instead of by a job."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from voting.models import Arena
from voting.ratings import fit_arena
from voting.refits import claim


class Command(BaseCommand):
    """Fits the named arenas, or all of them."""

    help = "Compute the ratings of arenas from their ballots, now."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Keys of arenas."""
        parser.add_argument("arena", nargs="*", help="key of an arena; all of them without")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Fit and say what came of it; an unknown key stops everything."""
        keys: list[str] = options["arena"]
        arenas = Arena.objects.filter(key__in=keys) if keys else Arena.objects.all()
        unknown = set(keys) - {arena.key for arena in arenas}
        if unknown:
            raise CommandError(f"No such arena: {', '.join(sorted(unknown))}.", returncode=2)
        for arena in arenas:
            now = timezone.now()
            with claim(arena.pk, now) as mine:
                if not mine:
                    self.stderr.write(f"{arena.key}: a job is fitting it right now")
                    continue
                snapshot = fit_arena(arena, now)
            self.stdout.write(
                f"{arena.key}: {snapshot.valid} valid ballots, {snapshot.ratings.count()} rated"
                + (f" ({snapshot.note})" if snapshot.note else "")
            )
