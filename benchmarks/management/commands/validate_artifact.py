"""``manage.py validate_artifact``: the validity pass over artifacts, here and now."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmarks import examinations, validating
from benchmarks.finding_words import finding_sentence
from benchmarks.models import Artifact, Validation
from benchmarks.profiles import CANONICAL, PROFILES, UnknownProfileError, get_profile


class Command(BaseCommand):
    """Exit status 0 when every pass was carried out, whatever was found; 1 when one was not."""

    help = (
        "Draw the twelve views, three close looks and the opening of artifacts in Chromium, "
        "measure the pictures, try input, context loss and disposal, and store outcome and stills."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Which artifacts, how, and how to say it."""
        parser.add_argument("slugs", nargs="*", metavar="SLUG")
        parser.add_argument("--all", action="store_true", help="every artifact")
        parser.add_argument(
            "--missing", action="store_true", help="skip those validated under this profile"
        )
        parser.add_argument(
            "--profile", default=CANONICAL.name, help=f"one of {', '.join(PROFILES)}"
        )
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, **options: Any) -> None:
        """Validate one after the other and say what came of each."""
        try:
            profile = get_profile(options["profile"])
        except UnknownProfileError as error:
            raise CommandError(str(error), returncode=2) from error
        failures = 0
        for artifact in _artifacts(options, profile.name):
            exam = examinations.ask(Validation, artifact, profile, enqueue=False)
            self.stderr.write(f"{artifact.slug} is being drawn:", str)
            done = validating.carry_out(exam.pk, aloud=True)
            if done is None:
                self.stderr.write(f"{artifact.slug}: another worker is at it.")
                failures += 1
                continue
            failures += done.progress != Validation.State.DONE
            self.stdout.write(
                json.dumps(_as_json(done)) if options["format"] == "json" else _as_text(done)
            )
        if failures:
            raise CommandError(f"{failures} could not be validated.", returncode=1)


def _artifacts(options: dict[str, Any], profile: str) -> list[Artifact]:
    slugs = options["slugs"]
    if bool(slugs) == options["all"]:
        raise CommandError("Name artifacts, or give --all.", returncode=2)
    chosen = Artifact.objects.all() if options["all"] else Artifact.objects.filter(slug__in=slugs)
    unknown = set(slugs) - set(chosen.values_list("slug", flat=True))
    if unknown:
        raise CommandError(f"There is no artifact {', '.join(sorted(unknown))}.", returncode=2)
    if options["missing"]:
        done = Validation.objects.filter(profile=profile, progress=Validation.State.DONE)
        chosen = chosen.exclude(pk__in=done.values("artifact"))
    return list(chosen)


def _as_json(validation: Validation) -> dict[str, Any]:
    return {
        "artifact": validation.artifact.slug,
        "profile": validation.profile,
        "progress": validation.progress,
        "problem": validation.problem,
        "outcome": validation.outcome,
        "findings": validation.findings,
        "environment": validation.environment,
    }


def _as_text(validation: Validation) -> str:
    lines = [f"{validation.artifact.slug}: {validation.outcome or validation.problem}"]
    lines += [
        f"  {finding['level']} {finding['code']}: {finding_sentence(finding)}"
        for finding in validation.findings
    ]
    return "\n".join(lines)
