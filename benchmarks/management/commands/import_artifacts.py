"""``manage.py import_artifacts``: a directory of modules becomes artifacts."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from benchmarks.decisions import decide_admission
from benchmarks.importing import (
    ImportRefusedError,
    ImportSource,
    describe,
    plan_import,
    run_import,
)
from boards.generation.naming import text_problem

_LONGEST: Final = {"source": 200, "licence": 400}


class Command(BaseCommand):
    """Exit status 0 when the import ran (skips are listed), 2 when the arguments are unusable."""

    help = (
        "Import a directory as the public SDF benchmark publishes it (artifacts/<id>.js, "
        "results/<id>.json, raw/<id>/, manifest.json), a directory of <id>.js with <id>.json, or "
        "one such module. Digests are verified, nothing is run, and importing again changes "
        "nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The directory, and what it does not say."""
        parser.add_argument("path", type=Path, metavar="DIR")
        parser.add_argument(
            "--source", help="where they come from, shown on pages (the directory's name)"
        )
        parser.add_argument("--licence", default="", help="terms of the modules, shown on pages")
        parser.add_argument(
            "--prompt", type=Path, help="the prompt file; results that name another digest stay out"
        )
        parser.add_argument(
            "--reference", action="store_true", help="samples of the house, not a model's"
        )
        parser.add_argument(
            "--admit", metavar="NOTE", help="admit all that is taken, with this note for the record"
        )

    def handle(self, **options: Any) -> None:
        """Plan, import with a progress bar, print the summary."""
        path: Path = options["path"]
        names = {
            "source": options["source"] or path.resolve().name,
            "licence": options["licence"],
        }
        for name, longest in _LONGEST.items():
            if problem := text_problem(names[name], longest):
                message = f"The {name} {problem}. Give another one with --{name}."
                raise CommandError(message, returncode=2)
        source = ImportSource(names["source"], names["licence"], reference=options["reference"])
        try:
            plan = plan_import(path, prompt_sha256=_digest(options["prompt"]))
        except ImportRefusedError as error:
            raise CommandError(str(error), returncode=2) from error
        bar = partial(tqdm, desc="importing", unit="artifact", disable=None)
        summary = run_import(plan, source, progress=bar)
        if options["admit"]:
            for artifact in summary.taken:
                decide_admission(artifact, admitted=True, note=options["admit"])
        self.stdout.write("\n".join(describe(summary)))


def _digest(prompt: Path | None) -> str:
    if prompt is None:
        return ""
    try:
        return hashlib.sha256(prompt.read_bytes()).hexdigest()
    except FileNotFoundError as error:
        raise CommandError(
            f"{prompt} does not exist. Name the prompt's file.", returncode=2
        ) from error
    except OSError as error:
        raise CommandError(f"{prompt} cannot be read: {error.strerror}.", returncode=2) from error
