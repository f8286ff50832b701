"""The lines of a run's log, in the reader's language."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from boards.models import Attempt, Run, RunEvent

TAIL: Final = 12


@dataclass(frozen=True)
class LogLine:
    """When, about which slot ("" for the run), what, and how serious: "", ``w`` or ``e``."""

    at: dt.datetime
    about: str
    text: str
    tone: str


def tail(run: Run) -> list[LogLine]:
    """The latest lines, oldest first."""
    events = run.events.select_related("slot__variant").order_by("-id")[:TAIL]
    return log_lines(reversed(events))


def whole(run: Run) -> list[LogLine]:
    """Every line, oldest first."""
    return log_lines(run.events.select_related("slot__variant").order_by("id"))


def log_lines(events: Iterable[RunEvent]) -> list[LogLine]:
    """The lines of these events."""
    return [
        LogLine(event.at, _about(event), _TEXTS[event.kind](event.params), _tone(event))
        for event in events
    ]


def _about(event: RunEvent) -> str:
    slot = event.slot
    return f"{slot.variant.slug} {slot.task} #{slot.index}" if slot else ""


def _tone(event: RunEvent) -> str:
    kinds = RunEvent.Kind
    if event.kind == kinds.FAILED or event.params.get("reason") == Run.Pause.FAILURES:
        return "e"
    return "w" if event.kind in {kinds.REJECTED, kinds.RETRY, kinds.LOST} else ""


def _by(params: dict[str, Any]) -> str:
    return str(params.get("by") or _("the command line"))


def _created(params: dict[str, Any]) -> str:
    text = ngettext(
        "run of %(slots)s slot started by %(by)s",
        "run of %(slots)s slots started by %(by)s",
        params["slots"],
    )
    return text % {"slots": params["slots"], "by": _by(params)}


def _started(params: dict[str, Any]) -> str:
    return _("attempt %(number)s started") % {"number": params["number"]}


def _rejected(params: dict[str, Any]) -> str:
    return _("rejected: %(codes)s") % {"codes": ", ".join(params["codes"])}


def _failure(params: dict[str, Any]) -> str:
    label = str(Attempt.Failure(params["failure"]).label)
    return f"{label} ({params['detail']})" if params.get("detail") else label


def _retry(params: dict[str, Any]) -> str:
    until = dt.datetime.fromisoformat(params["until"]).astimezone(dt.UTC)
    return _("%(failure)s, waits until %(time)s (retry %(number)s of %(allowed)s)") % {
        "failure": _failure(params),
        "time": f"{until:%H:%M:%S}",
        "number": params["number"],
        "allowed": params["allowed"],
    }


def _failed(params: dict[str, Any]) -> str:
    return _("failed for good: %(failure)s") % {"failure": _failure(params)}


def _lost(params: dict[str, Any]) -> str:
    return _("its worker is gone (%(losses)s so far), queued again") % {"losses": params["losses"]}


def _paused(params: dict[str, Any]) -> str:
    if params.get("reason") == Run.Pause.FAILURES:
        text = ngettext(
            "paused: %(failures)s slot failed",
            "paused: %(failures)s slots in a row failed",
            params["failures"],
        )
        return text % {"failures": params["failures"]}
    return _("paused by %(by)s") % {"by": _by(params)}


def _cancelled(params: dict[str, Any]) -> str:
    if "slots" not in params:
        return _("cancelled")
    return _("cancelled by %(by)s") % {"by": _by(params)}


def _requeued(params: dict[str, Any]) -> str:
    text = ngettext(
        "%(slots)s failed slot queued again by %(by)s",
        "%(slots)s failed slots queued again by %(by)s",
        params["slots"],
    )
    return text % {"slots": params["slots"], "by": _by(params)}


_TEXTS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    RunEvent.Kind.CREATED: _created,
    RunEvent.Kind.STARTED: _started,
    RunEvent.Kind.DRAWN: lambda _params: _("drawn"),
    RunEvent.Kind.REJECTED: _rejected,
    RunEvent.Kind.RETRY: _retry,
    RunEvent.Kind.FAILED: _failed,
    RunEvent.Kind.LOST: _lost,
    RunEvent.Kind.PAUSED: _paused,
    RunEvent.Kind.RESUMED: lambda params: _("resumed by %(by)s") % {"by": _by(params)},
    RunEvent.Kind.CANCELLED: _cancelled,
    RunEvent.Kind.REQUEUED: _requeued,
    RunEvent.Kind.COMPLETE: lambda _params: _("complete"),
}
