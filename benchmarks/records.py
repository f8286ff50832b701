"""Everything there is to say about one artifact, gathered for its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.cards import Card, cards_of
from benchmarks.finding_words import finding_sentence, requirement, view_name
from benchmarks.models import Artifact, Benchmark, Still, Validation
from benchmarks.profiles import View, canonical_views

SOURCE_CHARACTERS: Final = 40_000
"""More of a module is not printed on its page; the download has all of it."""


@dataclass(frozen=True)
class FindingLine:
    """A finding in words."""

    level: str
    code: str
    requirement: str
    evidence: str


@dataclass(frozen=True)
class StillPlate:
    """A still with its caption and what was measured on it."""

    still: Still
    caption: str
    frame: dict[str, Any]


@dataclass(frozen=True)
class MenuView:
    """A canonical view in the menu."""

    view: View
    label: str


@dataclass
class Records:
    """What the artifact page shows beside the card."""

    card: Card
    findings: Sequence[FindingLine]
    plates: Sequence[StillPlate]
    evidence: dict[str, Any]
    benchmarks: Sequence[Benchmark]
    claimed: dict[str, Any]
    views: Sequence[MenuView] = field(default_factory=list)

    @property
    def source(self) -> str:
        """The module as far as it is printed."""
        return self.card.artifact.source[:SOURCE_CHARACTERS]


def records_of(artifact: Artifact) -> Records:
    """Gather the records of one artifact."""
    card = cards_of([artifact])[0]
    validation = card.validation
    evidence = _evidence(validation)
    frames = {frame["view"]: frame for frame in evidence.get("frames", [])}
    stills = validation.stills.all() if validation else []
    return Records(
        card=card,
        findings=finding_lines(validation.findings if validation else []),
        plates=[
            StillPlate(still, caption(still.view), frames.get(still.view, {})) for still in stills
        ],
        evidence=evidence,
        benchmarks=list(
            artifact.benchmarks.filter(progress=Benchmark.State.DONE).prefetch_related("trials")
        ),
        claimed=artifact.claimed or {},
        views=[MenuView(view, caption(view.name)) for view in canonical_views()],
    )


def finding_lines(findings: Sequence[dict[str, Any]]) -> list[FindingLine]:
    """Stored findings in words."""
    return [
        FindingLine(
            finding["level"],
            finding["code"],
            requirement(finding["code"]),
            finding_sentence(finding),
        )
        for finding in findings
    ]


def caption(view: str) -> str:
    """The name of a view as a caption, its first letter large."""
    name = view_name(view)
    return name[:1].upper() + name[1:]


def _evidence(validation: Validation | None) -> dict[str, Any]:
    if validation is None:
        return {}
    evidence: dict[str, Any] = Validation.objects.values_list("evidence", flat=True).get(
        pk=validation.pk
    )
    return evidence
