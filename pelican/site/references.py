"""The reference table of a board: rows with names, dots and the judges behind them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from boards.models import Condition, Sample, Variant
from judging.judge_statistics import JudgeStatistics, judge_statistics
from judging.models import Judge, JudgingRun
from judging.record import pass_records
from judging.reference import VariantReference, variant_references
from judging.scores import State
from pelican.rules import RULES
from pelican.site.board import VariantCount
from pelican.site.charts import DotStrip, dot_strip
from pelican.site.plates import picture_url
from pelican.site.remembered import KEPT_SECONDS, remembered
from pelican.site.templatetags.numbers import score as one_decimal

ALL_EFFORTS: Final = "all"

_STATES: Final[Mapping[State, str | Promise]] = {
    State.INSUFFICIENT: gettext_lazy("insufficient"),
    State.NOT_JUDGED: gettext_lazy("not judged yet"),
}


@dataclass(frozen=True)
class Scored:
    """A variant's reference score as pages show it."""

    reference: VariantReference

    @property
    def state(self) -> str | Promise:
        """Why there is no score, in words; empty where there is one."""
        return _STATES.get(self.reference.score.state, "")

    @property
    def strip(self) -> DotStrip:
        """Its drawings as dots from the lowest to the highest mark."""
        scores = self.reference.scores
        listed = ", ".join(one_decimal(score) for score in scores)
        label = _("Drawings: %(scores)s") % {"scores": listed} if scores else _("No scores")
        return dot_strip(scores, RULES.judging.score_min, RULES.judging.score_max, label=label)


@dataclass(frozen=True)
class ReferenceRow(Scored):
    """One variant in the table."""

    count: VariantCount

    @property
    def variant(self) -> Variant:
        """Whose row it is."""
        return self.count.variant

    @property
    def picture(self) -> str:
        """Address of its best drawing, or of its first that passed; empty where none did."""
        best = self.reference.score.best or self.count.first_passed
        return picture_url(Sample(pk=best)) if best else ""


@dataclass(frozen=True)
class VariantScored(Scored):
    """The same on the page of a variant; ``judges`` are those behind its drawings' scores."""

    stand_in: bool
    judges: list[Judge]

    @property
    def recorded(self) -> bool:
        """Whether the verdicts are demo data."""
        return any(judge.demo for judge in self.judges)


@dataclass(frozen=True)
class ReferenceTable:
    """A board's reference scores: scored variants by unrounded score, then the rest by name.

    ``hidden`` variants are at an effort that is not their model's default. ``stand_in``: computed,
    not judged. ``statistics`` are those of the judges in the record behind the table.
    """

    rows: list[ReferenceRow]
    hidden: int
    all_efforts: bool
    stand_in: bool
    judges: list[Judge]
    statistics: list[JudgeStatistics]
    language: str

    @property
    def recorded(self) -> bool:
        """Whether the verdicts are demo data."""
        return any(judge.demo for judge in self.judges)

    @property
    def judged(self) -> bool:
        """Whether any variant has a score."""
        return any(row.reference.scores for row in self.rows) or bool(self.judges)


def reference_table(
    condition: Condition,
    counts: Mapping[str, VariantCount],
    admits: Callable[[Variant], bool],
    efforts: str,
) -> ReferenceTable:
    """The table of a board; ``efforts`` is :data:`ALL_EFFORTS` for more than the default ones."""
    references, stand_in, judgings = _kept(condition)
    known = [count for count in counts.values() if count.variant.pk in references]
    shown = known if efforts == ALL_EFFORTS else list(_at_default_effort(known))
    rows = [
        ReferenceRow(references[count.variant.pk], count)
        for count in shown
        if admits(count.variant)
    ]
    runs = list(JudgingRun.objects.filter(pk__in=judgings).order_by("-pk")) if judgings else []
    judges = Judge.objects.filter(judgings__in=runs).distinct() if runs else ()
    return ReferenceTable(
        rows=sorted(rows, key=_place),
        hidden=len(known) - len(shown),
        all_efforts=efforts == ALL_EFFORTS,
        stand_in=stand_in,
        judges=list(judges),
        statistics=_statistics(runs),
        language=runs[0].language if runs else "",
    )


def variant_scored(variant: Variant, condition: Condition) -> VariantScored | None:
    """A variant's reference score under a condition; None where no complete run holds it."""
    references, stand_in, _judgings = _kept(condition)
    reference = references.get(variant.pk)
    if reference is None:
        return None
    judges = Judge.objects.filter(judgings__in=reference.judgings).distinct()
    return VariantScored(reference, stand_in, list(judges))


def _place(row: ReferenceRow) -> tuple[float, str]:
    mean = row.reference.score.mean
    return (-mean.value if mean else 0.0, row.variant.name.casefold())


def _at_default_effort(counts: Iterable[VariantCount]) -> Iterable[VariantCount]:
    """Variants at their model's default effort, and those of models that name none here."""
    counts = list(counts)
    named = {count.variant.version_id for count in counts if count.variant.is_default}
    return (
        count
        for count in counts
        if count.variant.is_default or count.variant.version_id not in named
    )


def _kept(condition: Condition) -> tuple[dict[int, VariantReference], bool, list[int]]:
    """The references of a condition, whether they are computed, and the judging runs behind them.

    Kept until a drawing or a finished judging run comes. A panel's scores go before computed ones.
    """
    finished = JudgingRun.objects.filter(finished_at__isnull=False).order_by("-finished_at")
    newest = finished.only("finished_at").first()
    stamp = f"{newest.pk}-{newest.finished_at:%Y%m%dT%H%M%S}" if newest else "none"
    return remembered(f"reference-{condition.pk}-{stamp}", lambda: _read(condition))


def _read(condition: Condition) -> tuple[dict[int, VariantReference], bool, list[int]]:
    """As :func:`_kept`, from the database."""
    kinds = JudgingRun.objects.filter(
        state=JudgingRun.State.COMPLETE, triples__samples__slot__condition=condition
    ).order_by()
    stand_in = set(kinds.values_list("stand_in", flat=True).distinct()) == {True}
    references = variant_references(condition, stand_in=stand_in)
    judgings = sorted({pk for each in references.values() for pk in each.judgings})
    return references, stand_in, judgings


def statistics_key(runs: Iterable[JudgingRun]) -> str:
    """The cache key of the statistics over exactly these judging runs, in this order."""
    numbers = " ".join(str(run.pk) for run in runs)
    return f"judges-{hashlib.sha256(numbers.encode()).hexdigest()}"


def _statistics(runs: list[JudgingRun]) -> list[JudgeStatistics]:
    """The judges' statistics over these judging runs, which change no more."""
    if not runs:
        return []
    key = statistics_key(runs)
    kept: list[JudgeStatistics] | None = cache.get(key)
    if kept is None:
        kept = judge_statistics(pass_records(runs))
        cache.set(key, kept, KEPT_SECONDS)
    return kept
