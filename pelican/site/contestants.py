"""Makes drawings votable: one arena per task and condition, one contestant per variant."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _

from boards.catalogue import BOARDS, CANONICAL_TASK
from boards.models import Condition, Sample
from boards.models.samples import SampleQuerySet
from boards.pictures import picture_png
from boards.svg.blind import blind, blind_png
from judging.reference import SampleReference, sample_references
from pelican.rules import RULES
from pelican.site.conditions import (
    CODE_LENGTH,
    CONTESTANTS_MIN,
    ConditionTab,
    arena_key,
    condition_code,
    tab_order,
)
from pelican.site.entries import row_id
from pelican.site.plates import number_in_run
from pelican.site.remembered import remembered
from pelican.site.tasks import task_name_lazy
from pelican.site.templatetags.numbers import percent, score
from voting.arenas import ArenaInfo, Fact, Picture, Reveal


class DrawingArenas:
    """Published, gate-passed drawings of board-feeding runs, under one condition each."""

    def arenas(self) -> Sequence[ArenaInfo]:
        """Every condition under which two variants have a drawing that may be shown."""
        numbers = remembered("arenas", _arena_rows)
        conditions = Condition.objects.in_bulk(numbers).values()
        tabs = [ConditionTab(condition, numbers[condition.pk][1]) for condition in conditions]
        preferred = _preferred(tabs)
        return [
            _arena(condition, numbers[condition.pk][0], canonical=condition == preferred)
            for condition in conditions
        ]

    def contestants(self, key: str) -> Mapping[str, Sequence[str]]:
        """Variant slug → ids of its eligible samples."""
        condition = _condition(key)
        if condition is None:
            return {}
        return remembered(f"contestants-{condition.pk}", lambda: _entries(condition))

    def picture(self, key: str, entry: str) -> Picture | None:
        """The sanitised drawing with fresh ids and padded size."""
        sample = _eligible_sample(key, entry)
        if sample is None:
            return None
        return Picture(blind(sample.svg, _random()), "image/svg+xml; charset=utf-8")

    def still(self, key: str, entry: str) -> Picture | None:
        """The 512 px picture, padded likewise."""
        sample = _eligible_sample(key, entry)
        png = picture_png(sample) if sample is not None else None
        return None if png is None else Picture(blind_png(png, _random()), "image/png")

    def reveal(self, key: str, entries: Sequence[str]) -> Mapping[str, Reveal]:
        """Who drew these samples; withdrawn ones are left out."""
        condition = _condition(key)
        if condition is None:
            return {}
        wanted = [pk for pk in map(row_id, entries) if pk is not None]
        samples = Sample.objects.on_boards().filter(slot__condition=condition, pk__in=wanted)
        numbered = samples.with_names().annotate(of=number_in_run("slot__"))
        scores = _reference_facts(wanted)
        return {
            str(sample.pk): _reveal(sample, scores[sample.pk])
            for sample in numbered.defer("svg", "structure")
        }


def _random() -> Random:
    """The bytes of a picture must not be the same twice, or they would name the drawing."""
    return Random(secrets.randbits(64))  # noqa: S311 hides nothing secret, only varies


def _arena_rows() -> dict[int, tuple[int, int]]:
    """By condition with two contestants or more: their number and that of their drawings."""
    rows = (
        Sample.objects.on_boards()
        .filter(gate_passed=True)
        .order_by()
        .values("slot__condition")
        .annotate(contestants=Count("slot__variant", distinct=True), drawings=Count("pk"))
        .filter(contestants__gte=CONTESTANTS_MIN)
    )
    return {row["slot__condition"]: (row["contestants"], row["drawings"]) for row in rows}


def _condition(key: str) -> Condition | None:
    task, _at, code = key.partition("@")
    if len(code) != CODE_LENGTH:
        return None
    return Condition.objects.filter(task=task, digest__startswith=code).first()


def _entries(condition: Condition) -> dict[str, list[str]]:
    entries: defaultdict[str, list[str]] = defaultdict(list)
    rows = _eligible(condition).order_by("pk").values_list("slot__variant__slug", "pk")
    for slug, pk in rows:
        entries[slug].append(str(pk))
    return dict(entries)


def _eligible(condition: Condition) -> SampleQuerySet:
    return Sample.objects.on_boards().filter(gate_passed=True, slot__condition=condition)


def _eligible_sample(key: str, entry: str) -> Sample | None:
    condition, pk = _condition(key), row_id(entry)
    if condition is None or pk is None:
        return None
    return _eligible(condition).filter(pk=pk).first()


def _preferred(tabs: Iterable[ConditionTab]) -> Condition | None:
    """The arena for visitors who asked for none: the one whose board the canonical task shows."""
    canonical = [tab for tab in tabs if tab.condition.task == CANONICAL_TASK]
    return min(canonical, key=tab_order).condition if canonical else None


def _arena(condition: Condition, contestants: int, *, canonical: bool) -> ArenaInfo:
    task = BOARDS[condition.task]
    code = condition_code(condition)
    return ArenaInfo(
        key=arena_key(condition),
        title=task_name_lazy(task),
        url=f"{reverse('board', args=[task.id])}?condition={code}",
        contestants=contestants,
        subtitle=condition.prompt or task.sent,
        subtitle_language=task.sent_language,
        task=task.id,
        condition=condition.digest,
        demo=condition.demo,
        canonical=canonical,
    )


def _reference_facts(samples: Sequence[int]) -> dict[int, Fact]:
    """By sample, its reference score: a panel's before a computed one. At most two queries."""
    found = sample_references(samples)
    rest = [sample for sample in samples if sample not in found]
    computed = sample_references(rest, stand_in=True) if rest else {}
    return {
        sample: _reference_fact(
            found.get(sample) or computed.get(sample), stand_in=sample in computed
        )
        for sample in samples
    }


def _reference_fact(reference: SampleReference | None, *, stand_in: bool) -> Fact:
    label = _("AI reference score")
    if reference is None or reference.score is None:
        return Fact("ref", label, "", drawn=True, note=_("unavailable"))
    value = reference.score.value
    low, high = RULES.judging.score_min, RULES.judging.score_max
    return Fact(
        kind="ref",
        label=label,
        value=score(value),
        drawn=True,
        place=(value - low) / (high - low),
        note=_("not a judge") if stand_in else "",
    )


def _reveal(sample: Sample, reference: Fact) -> Reveal:
    slot = sample.slot
    variant = slot.variant
    facts = [reference]
    if sample.structure_score is not None:
        facts.append(Fact("seen", _("Structure checks passed"), percent(sample.structure_score)))
    return Reveal(
        contestant=variant.slug,
        name=variant.version.name,
        effort=variant.effort,
        vendor=variant.version.family.vendor.name,
        url=sample.get_absolute_url(),
        contestant_url=variant.get_absolute_url(),
        number_text=_("drawing %(number)s of %(of)s") % {"number": slot.index, "of": sample.of},  # type: ignore[attr-defined]  # annotated
        facts=facts,
        demo=slot.condition.demo,
    )
