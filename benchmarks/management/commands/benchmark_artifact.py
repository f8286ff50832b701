"""``manage.py benchmark_artifact SLUG``: frame times of an artifact, here and now."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmarks import benchmarking, examinations
from benchmarks.models import Artifact, Benchmark
from benchmarks.profiles import CANONICAL, PROFILES, UnknownProfileError, get_profile


class Command(BaseCommand):
    """Exit status 0 when there are times, 1 when trials were rejected or could not run."""

    help = (
        "Time an artifact in Chromium: twelve fixed views, warmed up, then timed frames in serial "
        "trials. Which GPU is used is up to CHROMIUM_FLAGS; the result says which it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Which artifact, under which profile."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "--profile", default=CANONICAL.name, help=f"one of {', '.join(PROFILES)}"
        )
        parser.add_argument("--frames", type=int, help="timed frames a trial; renames the profile")
        parser.add_argument("--trials", type=int, help="number of trials; renames the profile")
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, **options: Any) -> None:
        """Benchmark and say what came of it."""
        benchmark = _carry_out(options)
        if options["format"] == "json":
            self.stdout.write(json.dumps(_as_json(benchmark), indent=2))
        else:
            self.stdout.write("\n".join(_as_text(benchmark)))
        if benchmark.result != Benchmark.Result.MEASURED:
            raise CommandError("There are no times.", returncode=1)


def _carry_out(options: dict[str, Any]) -> Benchmark:
    frames, trials = options["frames"], options["trials"]
    if any(count is not None and count < 1 for count in (frames, trials)):
        raise CommandError("--frames and --trials are at least 1.", returncode=2)
    try:
        profile = get_profile(options["profile"]).reduced(frames=frames, trials=trials)
        artifact = Artifact.objects.get(slug=options["slug"])
    except UnknownProfileError as error:
        raise CommandError(str(error), returncode=2) from error
    except Artifact.DoesNotExist as error:
        raise CommandError(f"There is no artifact {options['slug']}.", returncode=2) from error
    exam = examinations.ask(Benchmark, artifact, profile, enqueue=False)
    benchmark = benchmarking.carry_out(exam.pk)
    if benchmark is None:
        raise CommandError("Another worker is at it.", returncode=1)
    return benchmark


def _as_json(benchmark: Benchmark) -> dict[str, Any]:
    return {
        "artifact": benchmark.artifact.slug,
        "profile": benchmark.profile,
        "progress": benchmark.progress,
        "problem": benchmark.problem,
        "result": benchmark.result,
        "reason": benchmark.reason,
        "method": benchmark.method,
        "comparison_key": benchmark.comparison_key,
        "environment": benchmark.environment,
        "setup_ms": benchmark.setup_ms,
        "first_frame_ms": benchmark.first_frame_ms,
        "median_ms": benchmark.median_ms,
        "p95_ms": benchmark.p95_ms,
        "throughput": benchmark.throughput,
        "timer_doubt": benchmark.timer_doubt,
        "trials": list(
            benchmark.trials.values(
                "number", "median_ms", "p95_ms", "wall_median_ms", "rejection", "samples"
            )
        ),
    }


def _as_text(benchmark: Benchmark) -> list[str]:
    lines = [f"{benchmark.artifact.slug}, {benchmark.profile}: {benchmark.result or 'no result'}"]
    if benchmark.problem:
        lines.append(f"  {benchmark.problem}")
    if benchmark.reason:
        lines.append(f"  {benchmark.reason.get('code')}: {_detail(benchmark.reason)}")
    if benchmark.median_ms is not None and benchmark.throughput is not None:
        lines.append(f"  {benchmark.get_method_display()}, {benchmark.environment['renderer']}")
        lines.append(
            f"  median {benchmark.median_ms:.2f} ms, p95 {benchmark.p95_ms:.2f} ms, "
            f"{benchmark.throughput:.1f} frames a second"
        )
        lines.append(
            f"  set-up {benchmark.setup_ms:.0f} ms, first frame {benchmark.first_frame_ms:.0f} ms"
        )
    return lines


def _detail(reason: dict[str, Any]) -> str:
    return str(reason.get("message") or reason.get("detail") or reason.get("step") or "")
