"""``manage.py load_demo``: demo drawings and simulated ballots, or ``--remove`` them."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from boards.generation.importing import describe
from pelican.site.demo.loading import load_demo, remove_demo


class Command(BaseCommand):
    """Both ways may be repeated."""

    help = (
        "Load the demo data: thirty drawings of the project's own and simulated ballots, all "
        "labelled demo and apart from everything real."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Nothing but the way back."""
        parser.add_argument("--remove", action="store_true", help="remove all demo data")

    def handle(self, **options: Any) -> None:
        """Load or remove, and say what was done."""
        if options["remove"]:
            self._say(f"{remove_demo()} demo drawings and all simulated ballots removed.", options)
            return
        bar = partial(tqdm, desc="demo drawings", unit="drawing", disable=None)
        self._say("\n".join(describe(load_demo(bar))), options)

    def _say(self, text: str, options: dict[str, Any]) -> None:
        if options["verbosity"]:
            self.stdout.write(text)
