"""``evaluate``: one reply for one task, from extraction to verdict."""

from __future__ import annotations

import hashlib
import time
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from boards.catalogue import Profile, Task
from boards.svg.extract import extract
from boards.svg.gate import gate
from boards.svg.pool import RenderPool, WorkerLostError, default_pool
from boards.svg.renderer import renderer_version
from boards.svg.report import Fault, GateReport, Measurements, Removal
from pelican.rules import RULES


class PictureError(ValueError):
    """A drawing has no picture; the message says why."""


@dataclass(frozen=True)
class Evaluation:
    """Everything that is known about one reply.

    ``sha256`` is over the extracted text (of the reply, where nothing was extracted). ``source``
    is that text, ``sanitised`` what may be published of it; either is None where there is none.
    ``measured_structure`` is kept whatever the gate says; :attr:`structure` counts.
    """

    task: Task
    profile: Profile
    sha256: str
    source: str | None
    normalisations: tuple[str, ...]
    removals: tuple[Removal, ...]
    sanitised: str | None
    flags: tuple[str, ...]
    measurements: Measurements
    measured_structure: dict[str, Any] | None
    renderer_version: str
    duration_ms: int
    error: str | None = None
    """What went wrong on our side; None when the drawing got what it deserved."""

    transient: bool = False
    """Whether ``error`` is only that the machine was busy, and another try may succeed."""

    @cached_property
    def gate(self) -> GateReport:
        """The verdict under the profile that was asked for."""
        return self.gate_for(self.profile)

    @property
    def structure(self) -> dict[str, Any] | None:
        """The structure report, where the gate was passed."""
        return self.measured_structure if self.gate.passed else None

    def gate_for(self, profile: Profile) -> GateReport:
        """The verdict under either profile, from the same measurements."""
        return gate(self.measurements, profile, self.task)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "task": self.task.id,
            "profile": self.profile,
            "sha256": self.sha256,
            "source": self.source,
            "normalisations": list(self.normalisations),
            "removals": [asdict(removal) for removal in self.removals],
            "sanitised": self.sanitised,
            "flags": list(self.flags),
            "gate": self.gate.as_dict(),
            "structure": self.structure,
            "renderer_version": self.renderer_version,
            "duration_ms": self.duration_ms,
            "error": self.error,
        }


def evaluate(
    reply: str | bytes,
    task: Task,
    *,
    profile: Profile = "board",
    pool: RenderPool | None = None,
) -> Evaluation:
    """Evaluate a model's raw reply for a task.

    Whatever the reply holds, the answer is a verdict, within about ten seconds; nothing is raised.
    """
    started = time.monotonic()
    extraction = extract(reply)
    source = extraction.source
    text = reply if source is None else source
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    blank = Evaluation(
        task=task,
        profile=profile,
        sha256=hashlib.sha256(raw).hexdigest(),
        source=source,
        normalisations=extraction.normalisations,
        removals=(),
        sanitised=None,
        flags=(),
        measurements=Measurements(
            bytes=None if source is None else len(raw), fault=extraction.fault
        ),
        measured_structure=None,
        renderer_version=renderer_version(),
        duration_ms=0,
    )
    done = blank if extraction.fault else _measured(blank, raw, pool or default_pool())
    return replace(done, duration_ms=round((time.monotonic() - started) * 1000))


def picture(sanitised: str, *, pixels: int | None = None, pool: RenderPool | None = None) -> bytes:
    """The PNG of a sanitised drawing on white; ``pixels`` is its longer side, by rule 512.

    Raises :class:`PictureError` when it has none.
    """
    head = {
        "ask": "picture",
        "pixels": pixels or RULES.render.picture_pixels,
        "seconds": RULES.render.picture_seconds,
    }
    try:
        answer, png = (pool or default_pool()).ask(head, sanitised.encode("utf-8"))
    except WorkerLostError as lost:
        raise PictureError(str(lost)) from lost
    if "refused" in answer:
        raise PictureError(str(answer["refused"]))
    return png


def _measured(blank: Evaluation, source: bytes, pool: RenderPool) -> Evaluation:
    """The rest of an evaluation, by a worker."""
    head = {"ask": "measure", "task": blank.task.id, "seconds": RULES.render.cpu_seconds}
    try:
        answer, _ = pool.ask(head, source)
    except WorkerLostError as lost:
        transient = lost.reason in {"busy", "start"}
        return replace(
            blank,
            measurements=replace(blank.measurements, fault=_lost(lost)),
            error=str(lost) if transient else None,
            transient=transient,
        )
    if "error" in answer:
        reason = str(answer["error"])
        fault = Fault("render", "renderer_failed", {"reason": reason})
        return replace(blank, measurements=replace(blank.measurements, fault=fault), error=reason)
    return replace(
        blank,
        normalisations=(*blank.normalisations, *answer["normalisations"]),
        removals=tuple(Removal(**removal) for removal in answer["removals"]),
        sanitised=answer["sanitised"],
        flags=tuple(answer["flags"]),
        measurements=Measurements.from_dict(answer["measurements"]),
        measured_structure=answer["structure"],
    )


def _lost(lost: WorkerLostError) -> Fault:
    match lost.reason:
        case "death":
            return Fault("render", "renderer_died", {"reason": lost.how})
        case "start":
            return Fault("render", "renderer_failed", {"reason": str(lost).rstrip(".")})
        case "busy":
            return Fault("render", "machine_busy")
        case "time":
            return Fault("render", "out_of_time", {"seconds": RULES.render.cpu_seconds})
