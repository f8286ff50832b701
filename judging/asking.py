"""One call of a judging run: claim it, ask, keep the reply, read it, settle.

The reply is stored before it is read, so a judge is not asked twice for what it has said: a kill
between the arrival of a reply and its storing repeats that one call, and nothing else.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import F, Sum
from django.utils import timezone

from boards.catalogue import Task, get_task
from boards.generation.keys import Redactor
from boards.generation.protocol import Failure, HarnessError, Picture, Reply, StoppedError
from boards.generation.retries import seconds_until_retry
from boards.models import Sample
from boards.pictures import picture_png
from boards.raw import read_raw, save_raw
from judging import channels, claims, prompts, verdicts
from judging.channels.question import Question, Subject
from judging.claims import Call, ClaimLostError
from judging.criteria import criteria_for
from judging.models import BlindDescription, JudgingPass, JudgingRun, PanelCall
from judging.parsing import UnparsedError, parse_description, parse_verdicts
from judging.prompts import Language
from judging.triples import LABELS
from pelican.rules import RULES

logger = logging.getLogger(__name__)


class _BudgetSpentError(Exception):
    """The judging run may not make another call."""


def perform(kind: str, pk: int) -> JudgingRun | None:
    """Make a call, if there is one to be made now; returns its judging run."""
    call = claims.take(kind, pk)
    if call is None:
        return None
    try:
        _carry_out(call)
    except ClaimLostError:
        logger.warning("%s %s: the claim was lost; nothing of this call counts.", kind, pk)
    settle_run(call.judging_id)
    return call.judging


def _carry_out(call: Call) -> None:
    redactor = Redactor.from_environment()
    try:
        while not _read(call, _kept(call) or _ask(call, redactor)):
            claims.reread(call)
    except _BudgetSpentError:
        claims.let_go(call, PanelCall.State.OPEN)
        _pause(call.judging_id, JudgingRun.Pause.BUDGET)
    except StoppedError:
        claims.let_go(call, PanelCall.State.CANCELLED)
    except HarnessError as error:
        _failed(call, error.failure, redactor.text(error.detail), error.retry_after)
    except ClaimLostError:
        raise
    except Exception as error:
        logger.exception("Call %s: this site failed, not the judge.", call.pk)
        detail = redactor.text(f"{type(error).__name__}: {error}")
        _failed(call, Failure.INTERNAL, detail, None)


def _kept(call: Call) -> str | None:
    """The reply that was stored and not yet read, or None."""
    if len(call.replies) <= call.examined:
        return None
    content = read_raw(call.replies[call.examined]["path"])
    return None if content is None else str(json.loads(content)["reply"])


def _ask(call: Call, redactor: Redactor) -> str:
    """Ask the judge and store what it says."""
    question = question_of(call)
    _begin(call)
    reply = channels.ask(call.judge, question)
    text = redactor.text(reply.content.decode("utf-8", "replace"))
    record = {
        **{name: value for name, value in reply.record.items() if name != "request"},
        "judge": call.judge.role,
        "prompt_version": prompts.VERSION,
        "samples": [subject.digest for subject in question.subjects],
        "ended": timezone.now().isoformat(),
        "receipts": reply.receipts.as_dict(),
        "reply": text,
    }
    content = redactor.text(json.dumps(record, ensure_ascii=False, default=str))
    raw = save_raw("verdicts", content.encode("utf-8", "surrogatepass"))
    reference = {"path": raw.path, "digest": raw.digest, "prompts": prompts.VERSION}
    kept = [*call.replies, reference]
    claims.write(call, replies=kept, model=reply.model[:200], **_costs(call, reply))
    call.replies = kept
    JudgingRun.objects.filter(pk=call.judging_id).update(failures_in_row=0)
    return text


def question_of(call: Call) -> Question:
    """What a call asks: pictures and prompt, nothing that says who drew.

    Raises:
        HarnessError: a picture cannot be made.
    """
    language: Language = "zh" if call.judging.language == "zh" else "en"
    if isinstance(call, BlindDescription):
        sample = call.sample
        return Question(
            kind="describe",
            prompt=prompts.describe(language),
            language=language,
            task=sample.task,
            subjects=(_subject(sample, LABELS[0]),),
            token=call.token,
            tick=claims.Watch(call),
        )
    samples = Sample.objects.in_bulk(call.samples)
    question = scoring_question(
        get_task(call.triple.task), [samples[pk] for pk in call.samples], language
    )
    return replace(question, order=call.order_number, token=call.token, tick=claims.Watch(call))


def scoring_question(task: Task, samples: Sequence[Sample], language: Language) -> Question:
    """The question that scores ``samples`` in this order, labelled A, B, C.

    Raises:
        HarnessError: a picture cannot be made.
    """
    labels = LABELS[: len(samples)]
    return Question(
        kind="score",
        prompt=prompts.score(task, language, labels),
        language=language,
        task=task,
        subjects=tuple(map(_subject, samples, labels)),
    )


def _subject(sample: Sample, label: str) -> Subject:
    png = picture_png(sample)
    if png is None:
        raise HarnessError(Failure.SETTING, f"Sample {sample.pk} has no picture.")
    return Subject(Picture(label, png), sample.response_digest, sample.structure)


def _begin(call: Call) -> None:
    """Count a request before it is made; raises when the budget of the run is spent."""
    with transaction.atomic():
        judging = JudgingRun.objects.select_for_update().get(pk=call.judging_id)
        spent = spent_on(judging)
        over_calls = judging.calls_max is not None and spent["calls"] >= judging.calls_max
        over_cost = judging.cost_max_usd is not None and spent["cost"] >= judging.cost_max_usd
        if over_calls or over_cost:
            raise _BudgetSpentError
        claims.write(call, calls=F("calls") + 1)


def spent_on(judging: JudgingRun) -> dict[str, float]:
    """Requests begun and US dollars known to be spent, over all calls of a judging run."""
    total = {"calls": 0.0, "cost": 0.0}
    for model in claims.KINDS.values():
        sums = model.objects.filter(judging=judging).aggregate(
            calls=Sum("calls", default=0), cost=Sum("cost_usd", default=0.0)
        )
        total = {name: total[name] + sums[name] for name in total}
    return total


def _costs(call: Call, reply: Reply) -> Mapping[str, Any]:
    """Tokens and cost added up over the tries; unknown stays unknown."""
    receipts, judge = reply.receipts, call.judge
    cost = receipts.cost_usd
    prices = (judge.price_input, judge.price_output)
    tokens = (receipts.input_tokens, receipts.output_tokens)
    if cost is None and None not in prices and None not in tokens:
        cost = sum((price or 0) * (count or 0) for price, count in zip(prices, tokens, strict=True))
        cost /= 1e6
    return {
        "input_tokens": _added(call.input_tokens, receipts.input_tokens),
        "output_tokens": _added(call.output_tokens, receipts.output_tokens),
        "cost_usd": _added(call.cost_usd, cost),
    }


def _added(*amounts: float | None) -> float | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if known else None


def _read(call: Call, text: str) -> bool:
    """Read a reply. True when the call is settled, False when it is to be asked again."""
    examined = call.examined + 1
    try:
        if isinstance(call, BlindDescription):
            claims.let_go(
                call, PanelCall.State.DONE, text=parse_description(text), examined=examined
            )
        else:
            _store_verdicts(call, text, examined)
    except UnparsedError as error:
        if examined > RULES.judging.parse_retries:
            claims.let_go(call, PanelCall.State.UNPARSED, examined=examined, error=str(error))
            return True
        claims.write(call, examined=examined, error=str(error))
        return False
    return True


def _store_verdicts(call: JudgingPass, text: str, examined: int) -> None:
    labels = LABELS[: len(call.samples)]
    parsed = parse_verdicts(text, labels, criteria_for(get_task(call.triple.task)))
    with transaction.atomic():
        verdicts.store(call, parsed)
        claims.let_go(call, PanelCall.State.DONE, examined=examined)


def _failed(call: Call, failure: Failure, detail: str, retry_after: float | None) -> None:
    call.refresh_from_db(fields=["failures", "calls"])
    # An error of this site would come again; staff can ask again when it is mended.
    final = failure == Failure.INTERNAL
    wait = None if final else seconds_until_retry(failure, call.failures, retry_after)
    fields: dict[str, Any] = {"error": f"{failure}: {detail}"[:1000]}
    if call.calls > call.failures + len(call.replies):
        fields["failures"] = call.failures + 1
    if wait is not None:
        due = timezone.now() + dt.timedelta(seconds=wait)
        claims.let_go(call, PanelCall.State.OPEN, due_at=due, **fields)
        return
    claims.let_go(call, PanelCall.State.FAILED, **fields)
    row = JudgingRun.objects.filter(pk=call.judging_id)
    row.update(failures_in_row=F("failures_in_row") + 1)
    if row.filter(failures_in_row__gte=RULES.generation.pause_after_failures).exists():
        _pause(call.judging_id, JudgingRun.Pause.FAILURES)


def _pause(judging_pk: int, reason: JudgingRun.Pause) -> None:
    JudgingRun.objects.filter(pk=judging_pk, state=JudgingRun.State.RUNNING).update(
        state=JudgingRun.State.PAUSED, pause_reason=reason
    )


def settle_run(judging_pk: int) -> None:
    """Close a judging run of which nothing is left to be asked."""
    pending = [
        model.objects.filter(judging=judging_pk, state__in=PanelCall.PENDING).exists()
        for model in claims.KINDS.values()
    ]
    if not any(pending):
        JudgingRun.objects.filter(
            pk=judging_pk, state__in=(JudgingRun.State.RUNNING, JudgingRun.State.PAUSED)
        ).update(
            state=JudgingRun.State.COMPLETE,
            pause_reason=JudgingRun.Pause.NONE,
            finished_at=timezone.now(),
        )
