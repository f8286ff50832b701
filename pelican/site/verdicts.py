"""What the panel said of one drawing, as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from boards.models import Sample
from judging.criteria import DIMENSIONS, criteria_for
from judging.models import (
    BlindDescription,
    JudgingPass,
    JudgingRun,
    PanelCall,
    SemanticReport,
    Verdict,
)
from judging.reference import judging_of, sample_references
from judging.scores import Mean
from pelican.site.templatetags.numbers import score as one_decimal

MARKS: Final[Mapping[str, str | Promise]] = {
    "subject": gettext_lazy("animal"),
    "vehicle": gettext_lazy("vehicle"),
    "pose": gettext_lazy("pose"),
    "composition": gettext_lazy("comp."),
    "errors": gettext_lazy("errors"),
}
"""The five scores as they stand under their figures."""


@dataclass(frozen=True)
class Answer:
    """One item of the checklist and what was said."""

    label: str
    yes: bool


@dataclass(frozen=True)
class VerdictRow:
    """A pass over the drawing: its verdict, or that it could not be read (``verdict`` is None).

    ``notes`` say why it is not counted, and what contradicts what.
    """

    judge: str
    vendor: str
    order: int
    verdict: Verdict | None
    marks: list[tuple[str | Promise, int]]
    answers: list[Answer]
    notes: list[str]
    demo: bool

    @property
    def counted(self) -> bool:
        """Whether it counts into the score."""
        return self.verdict is not None and self.verdict.counted


@dataclass(frozen=True)
class PanelView:
    """Everything that the panel said of a drawing. ``language`` is that of the prompts."""

    judging: JudgingRun
    score: Mean | None
    rows: list[VerdictRow]
    descriptions: list[BlindDescription]
    alone: bool

    @property
    def recorded(self) -> bool:
        """Whether the verdicts are demo data."""
        return any(row.demo for row in self.rows)

    @property
    def counted(self) -> int:
        """How many verdicts count."""
        return sum(row.counted for row in self.rows)

    @property
    def language(self) -> str:
        """Language of the judges' words, as ``lang`` says it."""
        return "zh-Hans" if self.judging.language == "zh" else "en"


def panel_view(sample: Sample) -> PanelView | None:
    """What the newest complete panel said; computed answers where there is no panel; else None."""
    judging = judging_of(sample)
    if judging is None:
        return None
    passes = list(
        judging.passes.filter(
            triple__samples=sample, state__in=(PanelCall.State.DONE, PanelCall.State.UNPARSED)
        )
        .select_related("judge")
        .order_by("judge__role", "order_number")
    )
    verdicts = {
        verdict.judging_pass_id: verdict
        for verdict in Verdict.objects.filter(sample=sample, judging=judging)
    }
    rows = [_row(sample, one, verdicts.get(one.pk)) for one in passes]
    references = sample_references([sample.pk], stand_in=judging.stand_in)
    reference = references.get(sample.pk)
    return PanelView(
        judging=judging,
        score=reference.score if reference else None,
        rows=sorted(rows, key=lambda row: not row.counted),
        descriptions=list(
            judging.descriptions.filter(sample=sample)
            .exclude(text="")
            .select_related("judge")
            .order_by("judge__role")
        ),
        alone=any(len(one.samples) == 1 for one in passes),
    )


def sample_scores(samples: Iterable[int]) -> dict[int, float]:
    """The panel's scores of those of ``samples`` that have one. One query."""
    return {
        sample: reference.score.value
        for sample, reference in sample_references(samples).items()
        if reference.score is not None
    }


def score_notes(scores: Mapping[int, float], best: int | None) -> dict[int, str]:
    """What stands under drawings: the score, and of the sample ``best`` that it is."""
    notes = {sample: one_decimal(value) for sample, value in scores.items()}
    if best in notes:
        notes[best] = _("%(score)s · best") % {"score": notes[best]}
    return notes


def _row(sample: Sample, one: JudgingPass, verdict: Verdict | None) -> VerdictRow:
    marks: list[tuple[str | Promise, int]] = []
    answers: list[Answer] = []
    notes: list[str] = []
    if verdict is None:
        notes.append(_("The replies could not be read."))
    else:
        marks = [(MARKS[name], verdict.scores[name]) for name in DIMENSIONS]
        answers = [Answer(_label(sample, key), yes=yes) for key, yes in verdict.checklist.items()]
        notes = [str(verdict.get_why_not_display())] if verdict.why_not else []
        notes += [_contradiction(sample, each) for each in verdict.contradictions]
    judge = one.judge
    return VerdictRow(
        judge=judge.name,
        vendor=judge.vendor,
        order=one.order_number,
        verdict=verdict,
        marks=marks,
        answers=answers,
        notes=notes,
        demo=judge.demo,
    )


def _label(sample: Sample, key: str) -> str:
    items = {item.key: item for item in criteria_for(sample.task).items}
    if key not in items:
        return key
    return items[key].words.in_language(get_language() or "en")


def _contradiction(sample: Sample, found: Mapping[str, str | int]) -> str:
    return _("contradiction: “%(item)s” no, %(mark)s %(score)s") % {
        "item": _label(sample, str(found["item"])),
        "mark": MARKS[str(found["dimension"])],
        "score": found["score"],
    }


def semantic_reports(sample: Sample) -> list[SemanticReport]:
    """The newest report of each semantic judge, by its model id."""
    newest: dict[str, SemanticReport] = {}
    for report in sample.semantic_reports.order_by("pk"):
        newest[report.judge_model] = report
    return [newest[model] for model in sorted(newest)]
