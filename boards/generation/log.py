"""The log of a run: written where something happens, read by the run's page."""

from __future__ import annotations

import datetime as dt
import logging
from typing import Any

from django.utils import timezone

from boards.models import Run, RunEvent, Slot

logger = logging.getLogger(__name__)


def note(
    run: Run,
    kind: RunEvent.Kind,
    slot: Slot | None = None,
    *,
    at: dt.datetime | None = None,
    **params: Any,
) -> RunEvent:
    """Write one line, at the time ``at`` or now; ``params`` must be JSON and hold no secret."""
    logger.info("Run %s: %s %s %s", run.pk, slot.pk if slot else "-", kind.value, params or "")
    return RunEvent.objects.create(
        run=run, slot=slot, kind=kind, at=at or timezone.now(), params=params
    )
