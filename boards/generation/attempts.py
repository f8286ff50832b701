"""One attempt: claim the slot, ask the harness, keep everything, measure, settle.

Called by the job that the queue delivers, perhaps twice, perhaps again after a worker died. The
reply is kept before it is measured, so that a model is not asked twice for what it has said.
"""

from __future__ import annotations

import hashlib
import json
import logging
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db.models import F, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from boards import pictures
from boards.generation import claims, conditions, settling
from boards.generation.configuration import ConfigurationError
from boards.generation.harnesses import make_harness
from boards.generation.keys import Redactor
from boards.generation.protocol import (
    DrawingRequest,
    Failure,
    HarnessError,
    Reply,
    StoppedError,
)
from boards.models import Attempt, Claim, Harness, Route, Run, Sample, Slot
from boards.raw import read_raw, save_raw
from boards.samples import evaluate_reply
from boards.signals import sample_ready
from pelican.rules import RULES

logger = logging.getLogger(__name__)

FOLDERS: Final = Path(settings.VAR_DIR) / "attempts"
"""Each attempt that runs has a folder here, named by its token."""

_WATCH_SECONDS: Final = 1.0


@dataclass(frozen=True)
class KeptReply:
    """A reply that is safe on disk: what was said, how long it took, what it cost."""

    content: bytes
    duration_ms: int
    receipts: dict[str, Any]


def perform(slot_id: int) -> None:
    """Make one attempt at a slot, if there is one to be made now."""
    claim = claims.take(slot_id)
    if claim is None:
        return
    try:
        _attempt(claim)
    except claims.ClaimLostError:
        logger.warning("Slot %s: the claim was lost; nothing of this attempt counts.", slot_id)


def _attempt(claim: Claim) -> None:
    try:
        kept = _kept_before(claim) or _ask(claim)
        claims.renew(claim)
        slot = claim.slot
        evaluation = evaluate_reply(kept.content, slot.catalogue_task)
        sample = settling.settle_drawn(
            claim,
            kept.content,
            evaluation,
            duration_ms=kept.duration_ms,
            receipts=kept.receipts,
        )
    except StoppedError:
        settling.settle_cancelled(claim)
    except HarnessError as error:
        settling.settle_failed(claim, error.failure, error.detail, retry_after=error.retry_after)
    except claims.ClaimLostError:
        raise
    except Exception as error:
        logger.exception("Slot %s: this site failed, not the harness.", claim.slot_id)
        detail = Redactor.from_environment().text(f"{type(error).__name__}: {error}")
        settling.settle_failed(claim, Failure.INTERNAL, detail)
    else:
        announce(claim, sample)


def announce(claim: Claim, sample: Sample) -> None:
    """Make the picture, tell whoever listens, then let go of the slot.

    A worker that dies before the end leaves the claim, and the sweep announces again: listeners
    hear of every sample at least once.
    """
    pictures.ensure_picture(sample)
    for receiver, result in sample_ready.send_robust(Sample, sample=sample):
        if isinstance(result, Exception):
            logger.error("%s failed for sample %s.", receiver, sample.pk, exc_info=result)
    claims.release(claim)


def _ask(claim: Claim) -> KeptReply:
    """Have the harness draw, and keep what came of it, a failure included."""
    slot = claim.slot
    harness = Harness.objects.get(slug=claim.harness)
    route = _route(harness, slot)
    folder = FOLDERS / claim.token
    began = time.monotonic()
    try:
        folder.mkdir(mode=0o700, parents=True)
        reply = _draw(harness, _request(claim, route, folder))
    except HarnessError as error:
        seconds = time.monotonic() - began
        record = {"failure": error.failure.value, "detail": error.detail, **error.record}
        _keep(claim, record, seconds)
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return _keep_reply(claim, harness, route, reply, time.monotonic() - began)


def _route(harness: Harness, slot: Slot) -> Route:
    route = Route.objects.filter(harness=harness, variant=slot.variant_id).first()
    if not harness.enabled or route is None:
        raise HarnessError(
            Failure.SETTING, f"The harness {harness.slug} no longer draws for this variant."
        )
    return route


def _draw(harness: Harness, request: DrawingRequest) -> Reply:
    try:
        return make_harness(harness.kind, harness.settings, harness.slug).draw(request)
    except ConfigurationError as error:
        raise HarnessError(Failure.SETTING, str(error)) from error


def _request(claim: Claim, route: Route, folder: Path) -> DrawingRequest:
    slot = claim.slot
    return DrawingRequest(
        prompt=slot.condition.prompt,
        task=slot.task,
        model_id=route.model_id,
        effort=route.effort_value,
        options=route.options,
        seed=_seed(slot),
        attempt=claim.attempt.number,
        timeout_seconds=RULES.generation.timeout_seconds,
        reply_limit=RULES.gate.board.reply_bytes,
        token=claim.token,
        folder=folder,
        tick=_Watch(claim),
        child_started=lambda group, started: claims.record_child(claim, group, started),
    )


def _seed(slot: Slot) -> int:
    """A number of the slot's own, the same for every attempt at it."""
    text = f"{slot.variant.slug} {slot.task} {slot.run_id} {slot.index}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


class _Watch:
    """The ``tick`` of a request: renews the claim, and ends the attempt when its run is cancelled.

    Both at most as often as needed, however often it is called.
    """

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self._look_at = 0.0
        self._renew_at = time.monotonic() + claims.RENEW_SECONDS

    def __call__(self) -> None:
        now = time.monotonic()
        if now < self._look_at:
            return
        self._look_at = now + _WATCH_SECONDS
        if claims.run_state(self._claim) == Run.State.CANCELLED:
            raise StoppedError
        if now >= self._renew_at:
            self._renew_at = now + claims.RENEW_SECONDS
            claims.renew(self._claim)


def _keep_reply(
    claim: Claim, harness: Harness, route: Route, reply: Reply, seconds: float
) -> KeptReply:
    receipts = reply.receipts.as_dict() | {"model": reply.model or None}
    record = {**reply.record, "reply": reply.content.decode("latin-1"), "receipts": receipts}
    parts = conditions.fingerprint_parts(claim.slot.condition, harness, route, reply.model)
    _keep(
        claim,
        record,
        seconds,
        receipts=receipts,
        fingerprint_parts=parts,
        variant_fingerprint=conditions.fingerprint(parts),
    )
    return KeptReply(reply.content, round(seconds * 1000), receipts)


def _keep(claim: Claim, record: Mapping[str, Any], seconds: float, **fields: Any) -> None:
    """Write the raw record of an attempt and note where it lies."""
    now = timezone.now()
    content = {
        "slot": claim.slot_id,
        "attempt": claim.attempt.number,
        "ended": now.isoformat(),
        "seconds": round(seconds, 3),
        **record,
    }
    text = json.dumps(content, ensure_ascii=False, default=str)
    raw = save_raw("attempts", text.encode("utf-8", "surrogatepass"))
    claims.renew(claim)
    Attempt.objects.filter(pk=claim.attempt_id).update(
        raw_path=raw.path,
        raw_digest=raw.digest,
        ended_at=Greatest(Value(now), F("started_at")),
        **fields,
    )


def _kept_before(claim: Claim) -> KeptReply | None:
    """The reply that an earlier attempt kept but did not bring home, or None."""
    attempt = claim.attempt
    content = read_raw(attempt.raw_path) if attempt.variant_fingerprint else None
    if content is None:
        return None
    record = json.loads(content)
    return KeptReply(
        record["reply"].encode("latin-1"), round(record["seconds"] * 1000), record["receipts"]
    )
