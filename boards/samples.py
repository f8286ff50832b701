"""Turns a reply into a sample: evaluated outside, stored inside a transaction."""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils import timezone

from boards import pictures
from boards.catalogue import Task
from boards.models import Attempt, Sample, Slot
from boards.raw import save_raw
from boards.signals import sample_ready
from boards.svg import Evaluation, evaluate
from pelican.rules import RULES

logger = logging.getLogger(__name__)


class NotEvaluatedError(RuntimeError):
    """A reply got no verdict through no fault of its own; try again. The message says why."""


def evaluate_reply(reply: bytes, task: Task) -> Evaluation:
    """The verdict on a reply. Not to be called inside a transaction: a drawing may take seconds.

    Raises :class:`NotEvaluatedError` where the machine was busy, so that no drawing is rejected for
    it. A drawing that provokes a fault in our own code would provoke it each time: that is logged,
    and the drawing is rejected like any other that cannot be rendered.
    """
    evaluation = evaluate(reply, task)
    if evaluation.transient:
        raise NotEvaluatedError(str(evaluation.error))
    if evaluation.error:
        logger.error("A drawing (%s) was not measured: %s", evaluation.sha256, evaluation.error)
    return evaluation


def unsaved_sample(reply: bytes, evaluation: Evaluation) -> Sample:
    """A sample that says what ``evaluation`` found in ``reply``; of no slot yet, and not stored."""
    gate = evaluation.gate
    structure = evaluation.structure
    svg = evaluation.sanitised or ""
    return Sample(
        response_digest=hashlib.sha256(reply).hexdigest(),
        response_bytes=len(reply),
        svg=svg,
        sha256=hashlib.sha256(svg.encode()).hexdigest() if svg else "",
        normalisations=list(evaluation.normalisations),
        removals=[asdict(removal) for removal in evaluation.removals],
        flags=list(evaluation.flags),
        gate_passed=gate.passed,
        gate=gate.as_dict(),
        structure=structure,
        structure_score=structure["score"] if structure else None,
        renderer_version=evaluation.renderer_version,
        rules_version=RULES.version,
    )


def create_sample(
    slot: Slot,
    reply: bytes,
    evaluation: Evaluation,
    *,
    created_at: dt.datetime,
    duration_ms: int | None = None,
    receipts: dict[str, Any] | None = None,
) -> Sample:
    """Store what ``evaluation`` found in ``reply`` as the slot's one sample.

    Raises :class:`django.db.IntegrityError` when the slot has one already.
    """
    sample = unsaved_sample(reply, evaluation)
    sample.slot = slot
    sample.created_at = created_at
    sample.duration_ms = duration_ms
    sample.receipts = receipts or {}
    sample.save(force_insert=True)
    return sample


def record_reply(
    slot: Slot,
    reply: bytes,
    evaluation: Evaluation,
    attempt: Attempt,
    *,
    created_at: dt.datetime | None = None,
) -> Sample:
    """Store slot, attempt, raw record and sample of an evaluated reply; then make its picture.

    ``slot`` and ``attempt`` may be unsaved. ``sample_ready`` is sent once all is committed.
    """
    raw = save_raw("replies", reply)
    with transaction.atomic():
        slot.state = Slot.State.DRAWN
        slot.save()
        attempt.slot = slot
        attempt.outcome = Attempt.Outcome.REPLIED
        attempt.ended_at = timezone.now()
        attempt.raw_path, attempt.raw_digest = raw.path, raw.digest
        attempt.save()
        sample = create_sample(slot, reply, evaluation, created_at=created_at or attempt.ended_at)
    pictures.ensure_picture(sample)
    sample_ready.send(Sample, sample=sample)
    return sample
