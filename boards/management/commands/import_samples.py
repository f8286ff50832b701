"""``manage.py import_samples``: a directory of drawings or replies becomes samples."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from boards.catalogue import CANONICAL_TASK, UnknownTaskError
from boards.generation.importing import (
    SUFFIXES,
    Source,
    describe,
    plan_import,
    run_import,
)
from boards.generation.manifest import MANIFEST_COLUMNS, ImportRefusedError
from boards.generation.naming import text_problem

_SOURCE_CHARACTERS: Final = 200


class Command(BaseCommand):
    """Exit status 0 when the import ran (skips are listed), 2 when the arguments are unusable."""

    help = (
        f"Import a directory of drawings or raw replies ({', '.join(SUFFIXES)}). Names are read as "
        "<variant>[-<n>], the numbers of a variant running from 1; an effort at the end of a name "
        "(gannet-3-high) is split off. Importing again changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The directory, and what its names do not say."""
        parser.add_argument("directory", type=Path)
        parser.add_argument("--task", default=CANONICAL_TASK, help="task of all files")
        parser.add_argument(
            "--manifest",
            type=Path,
            help=f"CSV file with the columns {', '.join(MANIFEST_COLUMNS)}; two are required: "
            "file and version",
        )
        parser.add_argument(
            "--source", help="where the drawings come from, shown on pages (the directory's name)"
        )
        parser.add_argument("--licence", default="", help="terms of the drawings, shown on pages")

    def handle(self, **options: Any) -> None:
        """Plan, import with a progress bar, print the summary."""
        directory: Path = options["directory"]
        name = options["source"] or directory.resolve().name
        if problem := text_problem(name, _SOURCE_CHARACTERS):
            message = f"The source's name {problem}. Give another one with --source."
            raise CommandError(message, returncode=2)
        source = Source(name, options["licence"])
        try:
            plan = plan_import(directory, task=options["task"], manifest=options["manifest"])
        except (ImportRefusedError, UnknownTaskError) as error:
            raise CommandError(str(error), returncode=2) from error
        bar = partial(tqdm, desc="importing", unit="file", disable=None)
        summary = run_import(plan, source, progress=bar)
        self.stdout.write("\n".join(describe(summary)))
