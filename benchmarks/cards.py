"""What the gallery shows of artifacts: sections of one condition and track, and their cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Case, IntegerField, QuerySet, Value, When

from benchmarks.examinations import Exam
from benchmarks.frames import frame_url
from benchmarks.models import Artifact, ArtifactCondition, Benchmark, Still, Validation
from benchmarks.models.artifacts import ArtifactQuerySet
from benchmarks.profiles import CANONICAL, OPENING
from benchmarks.rubric import Rubric, rubrics_of

NOT_VALIDATED: Final = "none"

_POSTER_WIDTH: Final = 640
POSTERS: Final = {name: f"img/sdf/{name}.webp" for name in ("clay", "pier", "road")}
"""References of the house → static picture of how they open."""


@dataclass(frozen=True)
class Card:
    """One artifact as the gallery shows it. What is not known is None."""

    artifact: Artifact
    validation: Validation | None = None
    still: Still | None = None
    benchmark: Benchmark | None = None
    rubric: Rubric | None = None
    frame: str = ""

    @property
    def poster(self) -> str:
        """The picture that comes with a reference, until there is a still as large as that."""
        large = self.still is not None and self.still.width >= _POSTER_WIDTH
        known = self.artifact.is_reference and not large
        return POSTERS.get(self.artifact.slug, "") if known else ""

    @property
    def outcome(self) -> str:
        """Outcome of the validation, ``none`` without one."""
        return self.validation.outcome if self.validation else NOT_VALIDATED


@dataclass(frozen=True)
class Section:
    """Cards that may stand together: one condition, one track."""

    condition: ArtifactCondition
    track: str
    cards: Sequence[Card]

    @property
    def track_label(self) -> str:
        """The track in words."""
        return str(Artifact.Track(self.track).label)


@dataclass(frozen=True)
class Filters:
    """What a visitor asked to see; empty means all."""

    track: str = ""
    outcome: str = ""
    condition: str = ""


@dataclass
class Gallery:
    """All sections, and what can be filtered by."""

    sections: list[Section]
    conditions: list[ArtifactCondition] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(len(section.cards) for section in self.sections)


def gallery(filters: Filters) -> Gallery:
    """The sections of the gallery: what models wrote before references and demo."""
    artifacts = Artifact.objects.published().with_names().without_texts()
    if filters.track:
        artifacts = artifacts.filter(track=filters.track)
    cards = cards_of(artifacts)
    conditions = {card.artifact.condition_id: card.artifact.condition for card in cards}
    sections: dict[tuple[int, str], list[Card]] = {}
    for card in cards:
        wanted = (not filters.outcome or card.outcome == filters.outcome) and (
            not filters.condition or card.artifact.condition.code == filters.condition
        )
        if wanted:
            key = (card.artifact.condition_id, card.artifact.track)
            sections.setdefault(key, []).append(card)
    ordered = sorted(
        (Section(conditions[pk], track, found) for (pk, track), found in sections.items()),
        key=lambda section: (
            section.condition.demo,
            section.condition.harness == "reference",
            section.track != Artifact.Track.ONE_SHOT,
            section.condition.label,
        ),
    )
    return Gallery(ordered, sorted(conditions.values(), key=lambda each: each.label))


def cards_of(artifacts: ArtifactQuerySet | Iterable[Artifact]) -> list[Card]:
    """The cards of some artifacts, in their order, with a fixed number of queries."""
    found = list(artifacts)
    validations = latest_validations(found)
    stills = {
        still.validation_id: still
        for still in Still.objects.filter(validation__in=validations.values(), view=OPENING)
    }
    benchmarks = latest_benchmarks(found)
    rubrics = rubrics_of(found)
    cards = []
    for artifact in found:
        validation = validations.get(artifact.pk)
        cards.append(
            Card(
                artifact,
                validation,
                stills.get(validation.pk) if validation else None,
                benchmarks.get(artifact.pk),
                rubrics.get(artifact.pk),
                frame_url(artifact) if _may_run(artifact, validation) else "",
            )
        )
    return cards


def _may_run(artifact: Artifact, validation: Validation | None) -> bool:
    """What is known to break is not offered for another try in a visitor's browser."""
    broken = validation is not None and validation.outcome == Validation.Outcome.FAILED
    return artifact.admitted and bool(artifact.contract.get("binding")) and not broken


def latest_validations(artifacts: Iterable[Artifact]) -> dict[int, Validation]:
    """The validation that counts for each: at full size before reduced, then the latest."""
    done = Validation.objects.filter(progress=Validation.State.DONE).defer("evidence")
    return _latest(done, artifacts)


def latest_benchmarks(artifacts: Iterable[Artifact]) -> dict[int, Benchmark]:
    """The latest benchmark of each that has times, at full size before reduced."""
    return _latest(Benchmark.objects.filter(result=Benchmark.Result.MEASURED), artifacts)


def _latest(exams: QuerySet[Exam], artifacts: Iterable[Artifact]) -> dict[int, Exam]:
    rows = (
        exams.filter(artifact__in=[artifact.pk for artifact in artifacts])
        .annotate(full=_full_size())
        .order_by("-full", "-ended_at", "-id")
    )
    latest: dict[int, Exam] = {}
    for row in rows:
        latest.setdefault(row.artifact_id, row)
    return latest


def _full_size() -> Case:
    return Case(
        When(profile=CANONICAL.name, then=Value(1)), default=Value(0), output_field=IntegerField()
    )


def featured() -> Card | None:
    """A card for the front page: a reference of the house, for it is light and good to look at.

    Without one, the first artifact that passed; None where nothing runs. The view that shows it
    needs :func:`benchmarks.frames.may_frame_artifacts`.
    """
    runnable = Artifact.objects.runnable().with_names().without_texts()
    references = runnable.filter(state=Artifact.State.REFERENCE).order_by("slug")
    cards = cards_of([*references[:3]] or [*runnable[:12]])
    shown = [card for card in cards if card.frame]
    return next((card for card in shown if card.outcome == "passed"), shown[0] if shown else None)
