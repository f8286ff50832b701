"""``manage.py judge``: has the panel judge a run, or one judge one drawing again and again."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from tqdm import tqdm

from boards.generation.protocol import HarnessError
from boards.models import Run, Sample
from judging import control, looks, repeats
from judging.models import Judge, JudgingRun
from judging.panel import (
    JudgingRefusedError,
    Order,
    plan_in_words,
    plan_judging,
    start_judging,
)
from judging.progress import progress_of
from judging.prompts import LANGUAGES

_POLL_SECONDS: Final = 1.0
EXIT_REFUSED: Final = 2
EXIT_UNFINISHED: Final = 3
EXIT_INTERRUPTED: Final = 130


class Command(BaseCommand):
    """Start or go on with the judging of a run; or measure how repeatable a judge is."""

    help = "Have the panel judge a run. The clusters ask; this command starts it and may watch it."

    def add_arguments(self, parser: CommandParser) -> None:
        """What to judge, by whom, within which budget; whether to wait."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--run", type=int, help="number of the generation run")
        what.add_argument(
            "--repeat", nargs=2, type=int, metavar=("N", "SAMPLE"), help="ask one judge N times"
        )
        parser.add_argument(
            "--judge",
            action="append",
            default=[],
            help="role of a judge; repeatable (default: every active one)",
        )
        parser.add_argument("--language", choices=LANGUAGES, default="zh")
        parser.add_argument("--calls", type=int, help="pause after so many requests")
        parser.add_argument("--cost", type=float, help="pause after so many US$, where known")
        parser.add_argument("--semantic", action="store_true", help="with the semantic judge")
        parser.add_argument("--wait", action="store_true", help="wait until it has ended")
        parser.add_argument("--here", action="store_true", help="ask in this process, not a worker")
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, *_args: object, **options: Any) -> None:
        """Judge.

        Exit status 2: refused, nothing was asked. 3: waited for, but not complete. 130: the waiting
        was ended with Ctrl-C; the judging goes on.
        """
        try:
            judges = [_judge(role) for role in options["judge"]]
            if options["repeat"]:
                self._repeat(judges, options)
                return
            judging = self._judging(judges, options)
        except JudgingRefusedError as error:
            raise CommandError(str(error), returncode=EXIT_REFUSED) from error
        except HarnessError as error:
            raise CommandError(f"{error.failure}: {error.detail}") from error
        if options["here"]:
            self._watch(judging, options, here=True)
        elif options["wait"]:
            try:
                self._watch(judging, options, here=False)
            except KeyboardInterrupt:
                where = reverse("judging-run", args=[judging.pk])
                self.stderr.write(f"\nThe judging goes on; watch it at {where}", str)
                sys.exit(EXIT_INTERRUPTED)
        self._report(judging, as_json=options["format"] == "json")
        waited = options["here"] or options["wait"]
        if waited and judging.state != JudgingRun.State.COMPLETE:
            sys.exit(EXIT_UNFINISHED)

    def _judging(self, judges: list[Judge], options: dict[str, Any]) -> JudgingRun:
        """The open judging of the run, gone on with; or a new one."""
        run = Run.objects.filter(pk=options["run"]).first()
        if run is None:
            raise JudgingRefusedError(f"There is no run {options['run']}.")
        budget = {"calls_max": options["calls"], "cost_max_usd": options["cost"]}
        going = JudgingRun.objects.filter(
            run=run, state__in=(JudgingRun.State.RUNNING, JudgingRun.State.PAUSED)
        ).first()
        if going is not None:
            if going.state == JudgingRun.State.PAUSED:
                control.resume(going.pk, **budget)
            self.stderr.write(f"Judging {going.pk} goes on.")
            going.refresh_from_db()
            return going
        order = Order(
            run=run,
            judges=judges,
            language=options["language"],
            semantic=options["semantic"],
            **budget,
        )
        plan = plan_judging(order)
        self.stderr.write(plan_in_words(plan))
        return start_judging(plan, hand_out=not options["here"])

    def _watch(self, judging: JudgingRun, options: dict[str, Any], *, here: bool) -> None:
        quiet = True if options["format"] == "json" else None
        with tqdm(
            total=progress_of(judging).total, unit="call", disable=quiet, file=sys.stderr
        ) as bar:

            def show() -> None:
                bar.update(progress_of(judging).settled - bar.n)

            if here:
                control.conduct(judging, show)
                if judging.state == JudgingRun.State.COMPLETE:
                    looks.look_at_all(judging)
                return
            while judging.state == JudgingRun.State.RUNNING:
                time.sleep(_POLL_SECONDS)
                judging.refresh_from_db()
                show()

    def _report(self, judging: JudgingRun, *, as_json: bool) -> None:
        progress = progress_of(judging)
        if as_json:
            facts = {"judging": judging.pk, "run": judging.run_id, "state": judging.state}
            names = ("total", "done", "unparsed", "failed", "requests", "lost", "cost_usd")
            facts |= {name: getattr(progress, name) for name in names}
            self.stdout.write(json.dumps(facts))
            return
        cost = "" if progress.cost_usd is None else f", ${progress.cost_usd:.4f}"
        self.stdout.write(
            f"Judging {judging.pk} is {judging.state}: {progress.settled} of {progress.total} "
            f"calls settled, {progress.unparsed} not readable, {progress.failed} failed; "
            f"{progress.requests} requests, {progress.lost} lost{cost}."
        )

    def _repeat(self, judges: list[Judge], options: dict[str, Any]) -> None:
        number, pk = options["repeat"]
        sample = Sample.objects.filter(pk=pk, gate_passed=True).first()
        if sample is None:
            raise JudgingRefusedError(f"There is no drawing {pk} that passed the gate.")
        if len(judges) != 1:
            raise JudgingRefusedError("Name one judge with --judge.")
        series = repeats.repeat(judges[0], sample, number, options["language"])
        spread = repeats.spread_of(series)
        if options["format"] == "json":
            self.stdout.write(json.dumps({"series": series.pk, **spread.as_dict()}))
            return
        sd = "unknown" if spread.sd is None else f"{spread.sd:.4f}"
        self.stdout.write(
            f"{series.asked} times, {series.unread} not readable: mean {spread.mean or 0:.2f}, "
            f"sd {sd}, flipped items: {', '.join(spread.flipped) or 'none'}, descriptions "
            f"{'identical' if spread.same_words else 'differ'}."
        )


def _judge(role: str) -> Judge:
    judge = Judge.objects.filter(role=role).select_related("harness").first()
    if judge is None:
        raise JudgingRefusedError(f"There is no judge {role}.")
    return judge
