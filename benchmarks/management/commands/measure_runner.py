"""``manage.py measure_runner``: what the runner costs beside a bare loop in the page."""

from __future__ import annotations

import json
import statistics
from dataclasses import replace
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmarks.contract import check_module
from benchmarks.models import Artifact
from benchmarks.profiles import CI
from benchmarks.runner.supervise import RunnerFailedError, RunnerUnavailableError, examine
from benchmarks.validating import request_for

_SECONDS: Final = 600


class Command(BaseCommand):
    """Interleaved at 96×54, where a fixed cost would show most."""

    help = (
        "Draw the same frames by a bare loop in the page and by the runner, in turns, and print "
        "the ratio of their times."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Which artifact, how often."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--turns", type=int, default=7)
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, **options: Any) -> None:
        """Measure and print."""
        artifact = Artifact.objects.filter(slug=options["slug"]).first()
        if artifact is None:
            raise CommandError(f"There is no artifact {options['slug']}.", returncode=2)
        profile = replace(
            CI, name="pelican-canvas-96x54-overhead", width=96, height=54, trials=options["turns"]
        )
        try:
            request = request_for(
                artifact.source, check_module(artifact.source), profile, kind="overhead"
            )
            with examine(request, seconds=_SECONDS) as outcome:
                turns, problem = outcome.report.overhead, outcome.report.problem
        except (RunnerUnavailableError, RunnerFailedError) as error:
            raise CommandError(str(error), returncode=1) from error
        if problem:
            raise CommandError(
                f"Nothing to compare: {problem['step']} ended with {problem['code']} "
                f"{problem['message']}".rstrip()
                + ".",
                returncode=1,
            )
        ratios = [turn["runner_ms"] / turn["bare_ms"] for turn in turns]
        answer = {
            "turns": turns,
            "median_ratio": statistics.median(ratios),
            "smallest_ratio": min(ratios),
            "largest_ratio": max(ratios),
        }
        if options["format"] == "json":
            self.stdout.write(json.dumps(answer))
            return
        self.stdout.write(
            f"runner ÷ bare loop: median {answer['median_ratio']:.3f} of {len(ratios)} turns, "
            f"{answer['smallest_ratio']:.3f} to {answer['largest_ratio']:.3f}"
        )
