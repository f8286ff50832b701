"""The rubric: medians per dimension, never a total; and the code names of the blind desk."""

from __future__ import annotations

import hmac
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchmarks.models import Artifact, Review
from benchmarks.models.reviews import DIMENSIONS
from pelican.rules import RULES

QUESTIONS: Final[Mapping[str, str | Promise]] = {
    "readability": _("Unmistakably a pelican riding a bicycle"),
    "completeness": _("The parts of bird and bicycle that were asked for are there"),
    "coherence": _("Contacts, pose, depth and proportions work from many angles"),
    "craft": _("Appealing silhouette, materials, light and details"),
    "inspectability": _("Close by it stays legible, and the controls are useful"),
}
"""What each dimension asks."""

LABELS: Final[Mapping[str, str | Promise]] = {
    "readability": _("Readability"),
    "completeness": _("Completeness"),
    "coherence": _("Coherence"),
    "craft": _("Craft"),
    "inspectability": _("Inspectability"),
}

_BOX_PART: Final = 0.925
"""The rest of a box is the gap to the next one."""

_MOODS: Final = (
    "Amber", "Brisk", "Calm", "Dusky", "Early", "Faint", "Gentle", "Hazel", "Idle", "Jolly",
    "Keen", "Late", "Mellow", "Noon", "Olive", "Plain", "Quiet", "Rusty", "Still", "Tidal",
)  # fmt: skip
_THINGS: Final = (
    "Anchor", "Bollard", "Buoy", "Capstan", "Davit", "Eddy", "Ferry", "Groyne", "Harbour", "Inlet",
    "Jetty", "Keel", "Lantern", "Mooring", "Narrows", "Oar", "Pier", "Quay", "Reef", "Shoal",
)  # fmt: skip


@dataclass(frozen=True)
class Box:
    """One box of a rubric bar, in the hundredths of its width that SVG is written with."""

    x: str
    width: str
    filled: str


@dataclass(frozen=True)
class Line:
    """One dimension of a rubric: its name, its label and the median of the reviews."""

    name: str
    label: str
    median: float

    @property
    def boxes(self) -> list[Box]:
        """The boxes of its bar, one a point, filled up to the median."""
        pitch = 100 / RULES.sdf.rubric_max
        return [
            Box(
                f"{point * pitch:g}",
                f"{_BOX_PART * pitch:g}",
                f"{_BOX_PART * pitch * min(1.0, max(0.0, self.median - point)):g}",
            )
            for point in range(RULES.sdf.rubric_max)
        ]


@dataclass(frozen=True)
class Rubric:
    """Medians of the reviews of one artifact. Provisional below the number that the rules ask."""

    lines: Sequence[Line]
    reviews: int

    @property
    def provisional(self) -> bool:
        """Whether fewer people than the rules ask have reviewed it."""
        return self.reviews < RULES.sdf.reviewers


def summarise(reviews: Sequence[Mapping[str, Any]]) -> Rubric | None:
    """The rubric of some reviews, None of none."""
    if not reviews:
        return None
    lines = [
        Line(name, str(LABELS[name]), statistics.median(review[name] for review in reviews))
        for name in DIMENSIONS
    ]
    return Rubric(lines, len(reviews))


def rubrics_of(artifacts: Iterable[Artifact]) -> dict[int, Rubric]:
    """The rubric of each artifact that has a review, by primary key, in one query."""
    by_artifact: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    pks = [artifact.pk for artifact in artifacts]
    for row in Review.objects.filter(artifact__in=pks).values("artifact", *DIMENSIONS):
        by_artifact[row["artifact"]].append(row)
    rubrics = {pk: summarise(rows) for pk, rows in by_artifact.items()}
    return {pk: rubric for pk, rubric in rubrics.items() if rubric is not None}


def code_name(artifact: Artifact, reviewer: User) -> str:
    """What an artifact is called for one reviewer: says nothing, and is another for the next."""
    number = _secret_number("name", artifact, reviewer)
    number, mood = divmod(number, len(_MOODS))
    number, thing = divmod(number, len(_THINGS))
    return f"{_MOODS[mood]} {_THINGS[thing]} {number % 90 + 10}"


def to_review(reviewer: User) -> list[Artifact]:
    """What this person has yet to review, in an order of their own.

    What never drew a frame cannot be looked at; a reference is no entry.
    """
    waiting = (
        Artifact.objects.runnable()
        .exclude(reviews__reviewer=reviewer)
        .exclude(state=Artifact.State.REFERENCE)
        .exclude(contract__binding="")
    )
    return sorted(waiting, key=lambda artifact: _secret_number("order", artifact, reviewer))


def _secret_number(purpose: str, artifact: Artifact, reviewer: User) -> int:
    message = f"sdf review {purpose} {artifact.pk} {reviewer.pk}".encode()
    digest = hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")
    return int.from_bytes(digest[:6])
