"""Puts a judging run together: who is judged with whom, by which judges, at how many calls."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from boards.models import Run, Sample
from judging import dispatch
from judging.models import (
    BlindDescription,
    Judge,
    JudgingPass,
    JudgingRun,
    Triple,
    TripleSample,
)
from judging.prompts import LANGUAGES, VERSION
from judging.triples import Entry, orders, partition
from pelican.rules import RULES


class JudgingRefusedError(ValueError):
    """A judging run may not start. The message says why and what to do."""


@dataclass(frozen=True)
class Order:
    """What is to be judged, by whom and within which budget. No judge named: the active panel."""

    run: Run
    judges: Sequence[Judge] = ()
    language: str = "zh"
    seed: int | None = None
    calls_max: int | None = None
    cost_max_usd: float | None = None
    semantic: bool = False


@dataclass(frozen=True)
class JudgingPlan:
    """A checked order: its judges, and the triples of each task and condition."""

    order: Order
    judges: tuple[Judge, ...]
    seed: int
    triples: tuple[tuple[str, tuple[int, ...]], ...]
    """Pairs of a task id and the samples of a triple."""

    @property
    def samples(self) -> int:
        """How many samples are judged."""
        return sum(len(members) for _task, members in self.triples)

    @property
    def calls(self) -> int:
        """Calls when nothing fails: a description of each sample, and each triple in each order."""
        return len(self.judges) * (self.samples + RULES.judging.orders * len(self.triples))


def active_panel(run: Run) -> list[Judge]:
    """The judges that judge this run when nobody says otherwise; demo runs have their own."""
    return list(Judge.objects.filter(active=True, demo=run.demo))


def plan_judging(order: Order) -> JudgingPlan:
    """Check an order and make its triples.

    Raises:
        JudgingRefusedError: no judge, no sample, a mixed panel, or an unknown language.
    """
    judges = tuple(order.judges or active_panel(order.run))
    if not judges:
        raise JudgingRefusedError(
            _(
                "No judge is active. Give the panel's judges a model and set them active; the "
                "arithmetic channel needs no key."
            )
        )
    if len({judge.stands_in for judge in judges}) > 1:
        raise JudgingRefusedError(_("Computed answers and judges never share a run."))
    for judge in judges:
        _must_be_callable(judge)
    if order.language not in LANGUAGES:
        raise JudgingRefusedError(_("The prompts are in Chinese (zh) and English (en)."))
    if not order.run.is_finished:
        raise JudgingRefusedError(_("The run is not finished: judge it when it is."))
    seed = secrets.randbelow(2**31) if order.seed is None else order.seed
    triples = _triples(order.run, seed)
    if not triples:
        raise JudgingRefusedError(_("No drawing of this run passed the gate."))
    return JudgingPlan(order, judges, seed, triples)


def _must_be_callable(judge: Judge) -> None:
    lacks_harness = judge.channel in Judge.CALLING and judge.harness is None
    lacks_model = not judge.model_id and not judge.stands_in
    if lacks_harness or lacks_model:
        raise JudgingRefusedError(
            _("The judge %(judge)s has no model or no harness yet.") % {"judge": judge.role}
        )


def _triples(run: Run, seed: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    groups: defaultdict[tuple[str, int], list[Entry]] = defaultdict(list)
    rows = (
        Sample.objects.passed()
        .filter(slot__run=run)
        .values_list("pk", "slot__task", "slot__condition", "slot__variant__version__slug")
    )
    for sample, task, condition, model in rows.order_by("pk"):
        groups[task, condition].append(Entry(sample, model))
    return tuple(
        (task, members)
        for (task, _condition), entries in sorted(groups.items())
        for members in partition(entries, seed)
    )


def start_judging(
    plan: JudgingPlan, *, created_by: Any = None, hand_out: bool = True
) -> JudgingRun:
    """Store a plan with all of its calls, and hand the first of them out.

    With ``hand_out`` false nothing is queued: the caller asks in its own process.

    Raises:
        JudgingRefusedError: another judging of this run has not ended.
    """
    order = plan.order
    try:
        with transaction.atomic():
            judging = JudgingRun.objects.create(
                run=order.run,
                seed=plan.seed,
                language=order.language,
                prompt_version=VERSION,
                rules_version=RULES.version,
                stand_in=plan.judges[0].stands_in,
                semantic=order.semantic,
                calls_max=order.calls_max,
                cost_max_usd=order.cost_max_usd,
                created_by=created_by,
            )
            judging.judges.set(plan.judges)
            for number, (task, members) in enumerate(plan.triples, start=1):
                _store_triple(judging, plan, number, task, members)
    except IntegrityError as error:
        text = _("This run is being judged already: let that end, or cancel it.")
        raise JudgingRefusedError(text) from error
    if hand_out:
        dispatch.hand_out(judging.pk)
    return judging


def _store_triple(
    judging: JudgingRun, plan: JudgingPlan, number: int, task: str, members: tuple[int, ...]
) -> None:
    triple = Triple.objects.create(judging=judging, number=number, task=task)
    TripleSample.objects.bulk_create(
        TripleSample(triple=triple, sample_id=sample, alone=len(members) == 1) for sample in members
    )
    BlindDescription.objects.bulk_create(
        BlindDescription(judging=judging, judge=judge, sample_id=sample)
        for judge in plan.judges
        for sample in members
    )
    JudgingPass.objects.bulk_create(
        JudgingPass(
            judging=judging,
            judge=judge,
            triple=triple,
            order_number=order_number,
            samples=list(shown),
        )
        for order_number, shown in enumerate(orders(members, plan.seed), start=1)
        for judge in plan.judges
    )


def plan_in_words(plan: JudgingPlan) -> str:
    """The plan in one line."""
    return ngettext(
        "%(samples)s drawing, %(judges)s judges, %(triples)s triples: %(calls)s calls",
        "%(samples)s drawings, %(judges)s judges, %(triples)s triples: %(calls)s calls",
        plan.samples,
    ) % {
        "samples": plan.samples,
        "judges": len(plan.judges),
        "triples": len(plan.triples),
        "calls": plan.calls,
    }
