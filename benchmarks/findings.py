"""What can be found on an artifact: codes, how grave each is, and what outcome they come to.

Pure Python, no Django. A code names one requirement; its evidence is a flat dictionary that the
pages put into words (:mod:`benchmarks.finding_words`) and the exports carry as JSON.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final


class Level(enum.StrEnum):
    """How grave a finding is."""

    FAILED = "failed"
    """The contract, the compilation or the run broke: there is nothing to inspect."""
    UNMET = "unmet"
    """It renders, but a requirement is not met."""
    ADVISORY = "advisory"
    """Something for a reviewer to look at; proves nothing by itself."""


_CODES: Final[Mapping[Level, tuple[str, ...]]] = {
    Level.FAILED: (
        "contract.encoding",
        "contract.size",
        "contract.syntax",
        "contract.export",
        "setup.error",
        "setup.interface",
        "setup.context",
        "setup.hung",
        "render.error",
        "render.hung",
        "context.lost",
        "browser.crashed",
    ),
    Level.UNMET: (
        "contract.more_exports",
        "api.network",
        "api.storage",
        "api.worker",
        "api.timer",
        "api.code",
        "api.audio",
        "api.dialog",
        "api.navigation",
        "api.document",
        "api.webgpu",
        "api.import",
        "api.timer_query",
        "canvas.resized",
        "picture.blank",
        "frame.unrepeatable",
        "view.ignored",
        "view.unreported",
        "webgl.error",
        "context.unhandled",
        "controls.drag",
        "controls.wheel",
        "controls.pinch",
        "controls.keys",
        "dispose.error",
    ),
    Level.ADVISORY: (
        "api.computed",
        "advice.chance",
        "advice.clock",
        "advice.window_listener",
        "canvas.assigned",
        "picture.upscaled",
        "picture.off_centre",
        "context.not_restored",
    ),
}

LEVELS: Final[Mapping[str, Level]] = {
    code: level for level, codes in _CODES.items() for code in codes
}
"""Every code and its level, gravest first."""

_ORDER: Final = {code: position for position, code in enumerate(LEVELS)}

_PROVED_BY: Final[Mapping[str, str]] = {
    "canvas.assigned": "canvas.resized",
    "advice.chance": "frame.unrepeatable",
    "advice.clock": "frame.unrepeatable",
}
"""What reading the source suspects → what running it proves. The suspicion becomes evidence."""


@dataclass(frozen=True)
class Finding:
    """One finding with its evidence: numbers and short texts only."""

    code: str
    evidence: Mapping[str, Any] = field(default_factory=dict)

    @property
    def level(self) -> Level:
        """How grave it is."""
        return LEVELS[self.code]

    def as_dict(self) -> dict[str, Any]:
        """The finding as it is stored."""
        return {"code": self.code, "level": self.level.value, "evidence": dict(self.evidence)}


def merge(findings: Iterable[Finding]) -> list[Finding]:
    """One finding a code, the gravest first.

    Evidence of the same code adds up under ``places`` (where in the source); of other keys the
    first one stays. A suspicion that a run has proved joins the proof.
    """
    merged: dict[str, dict[str, Any]] = {}
    for finding in findings:
        known = merged.setdefault(finding.code, {})
        places = [*known.get("places", ()), *finding.evidence.get("places", ())]
        merged[finding.code] = {**finding.evidence, **known}
        if places:
            merged[finding.code]["places"] = places
    for suspicion, proof in _PROVED_BY.items():
        if suspicion in merged and proof in merged:
            places = merged.pop(suspicion).get("places", [])
            merged[proof]["places"] = [*merged[proof].get("places", []), *places]
    return [Finding(code, merged[code]) for code in sorted(merged, key=lambda code: _ORDER[code])]


def outcome_of(findings: Iterable[Finding]) -> str:
    """``failed``, ``warnings`` or ``passed``: the gravest finding decides."""
    levels = {finding.level for finding in findings}
    if Level.FAILED in levels:
        return "failed"
    return "warnings" if levels else "passed"
