"""``manage.py run_batch``: starts a generation run, and waits for it if asked to."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from tqdm import tqdm

from boards.generation import log
from boards.generation.planning import Order, RunPlan, RunRefusedError, plan_run
from boards.generation.progress import Counts, counts_of
from boards.generation.runs import start_run
from boards.models import Harness, Run, Slot
from pelican.rules import RULES

_POLL_SECONDS: Final = 1.0
_STILL_SECONDS: Final = 10.0
EXIT_REFUSED: Final = 2
EXIT_UNFINISHED: Final = 3
EXIT_INTERRUPTED: Final = 130


class Command(BaseCommand):
    """Start a run of ``n`` drawings of each variant on each task."""

    help = "Start a generation run. The clusters draw; this command starts it and may watch it."

    def add_arguments(self, parser: CommandParser) -> None:
        """What to draw, by whom, how often; whether to wait; how to answer."""
        parser.add_argument("--task", action="append", required=True, help="task id; repeatable")
        parser.add_argument(
            "--variant", action="append", required=True, help="variant slug; repeatable"
        )
        parser.add_argument(
            "--n",
            type=int,
            default=RULES.generation.drawings,
            help="drawings of each variant on each task (default: %(default)s)",
        )
        parser.add_argument("--harness", default="", help="needed only where several fit")
        parser.add_argument(
            "--kind", choices=(Run.Kind.BATCH, Run.Kind.CANARY), default=Run.Kind.BATCH
        )
        parser.add_argument("--note", default="", help="kept with the run")
        parser.add_argument("--wait", action="store_true", help="wait until the run has ended")
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, *_args: object, **options: Any) -> None:
        """Start the run.

        Exit status 2: refused, nothing was started. 3: waited for, but paused or cancelled.
        130: the waiting was ended with Ctrl-C; the run goes on.
        """
        order = Order(
            tasks=options["task"],
            variants=options["variant"],
            n=options["n"],
            harness=options["harness"],
            kind=options["kind"],
        )
        try:
            plan = plan_run(order)
        except RunRefusedError as error:
            raise CommandError(
                "Nothing was started.\n" + "\n".join(f"- {text}" for text in error.problems),
                returncode=EXIT_REFUSED,
            ) from error
        for warning in plan.warnings:
            self.stderr.write(warning)
        with _unlogged():
            run = start_run(plan, note_text=options["note"])
        as_json = options["format"] == "json"
        if not as_json:
            self.stdout.write(f"Run {run.pk}: {_in_words(plan)}")
        if options["wait"]:
            try:
                self._wait(run, quiet=as_json)
            except KeyboardInterrupt:
                where = reverse("run", args=[run.pk])
                self.stderr.write(f"\nThe run goes on; watch it at {where}", str)
                sys.exit(EXIT_INTERRUPTED)
        self._report(run, as_json=as_json)
        if options["wait"] and run.state != Run.State.COMPLETE:
            sys.exit(EXIT_UNFINISHED)

    def _wait(self, run: Run, *, quiet: bool) -> None:
        """Watch the run until it is complete, cancelled or paused; say so when nothing moves."""
        moved = time.monotonic()
        if not quiet:
            self.stderr.write("Waiting for its end. Ctrl-C ends the waiting, not the run.", str)
        with tqdm(
            total=run.slots.count(), unit="slot", disable=True if quiet else None, file=sys.stderr
        ) as bar:
            before = Counts()
            while True:
                run.refresh_from_db()
                counts = counts_of(run)
                bar.update(counts.settled - bar.n)
                bar.set_postfix(drawn=counts.drawn, rejected=counts.rejected, failed=counts.failed)
                if run.state == Run.State.PAUSED or run.finished_at is not None:
                    return
                if counts != before:
                    before, moved = counts, time.monotonic()
                elif not quiet and time.monotonic() - moved >= _STILL_SECONDS:
                    moved = time.monotonic()
                    bar.clear()
                    self.stderr.write(_standstill(counts), str)
                time.sleep(_POLL_SECONDS)

    def _report(self, run: Run, *, as_json: bool) -> None:
        counts = counts_of(run)
        if not as_json:
            self.stdout.write(
                f"Run {run.pk} is {run.state}: {counts.tried} of {counts.total} settled, "
                f"{counts.drawn} drawn, {counts.rejected} rejected, {counts.failed} failed"
                + (f", {counts.cancelled} cancelled." if counts.cancelled else ".")
            )
            return
        slots = Slot.objects.filter(run=run).select_related("variant", "sample")
        content = {
            "run": run.pk,
            "state": run.state,
            "slots": [
                {
                    "variant": slot.variant.slug,
                    "task": slot.task,
                    "index": slot.index,
                    "state": slot.state,
                    "sample": slot.sample.pk if hasattr(slot, "sample") else None,
                    "gate_passed": slot.sample.gate_passed if hasattr(slot, "sample") else None,
                }
                for slot in slots
            ],
        }
        self.stdout.write(json.dumps(content))


@contextmanager
def _unlogged() -> Iterator[None]:
    """What this command says itself need not stand in a line of the log, too."""
    before = log.logger.level
    log.logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        log.logger.setLevel(before)


def _standstill(counts: Counts) -> str:
    """What is known about a run in which nothing has moved for a while."""
    if counts.running:
        return f"{_number(counts.running, 'drawing')} under way, {counts.queued} queued."
    if counts.queued:
        return (
            "Waiting for a worker. /ops/ shows what the workers do; "
            "without `manage.py serve` there is none."
        )
    return f"{_number(counts.waiting, 'drawing')} waiting to be tried again."


def _in_words(plan: RunPlan) -> str:
    """The plan in one line."""
    size = (
        f"{_number(len(plan.routes), 'variant')} × {_number(len(plan.tasks), 'task')} × {plan.n} "
        f"= {_number(plan.calls, 'call')}"
    )
    cost = plan.cost
    if plan.harness.kind == Harness.Kind.SKETCH:
        return f"{size}, no cost: the reference sketcher is no model"
    if cost.unpriced == plan.calls:
        return f"{size}, cost unknown"
    unpriced = f", {_number(cost.unpriced, 'call')} without a price" if cost.unpriced else ""
    return f"{size}, about ${cost.usd:.2f}{unpriced}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
