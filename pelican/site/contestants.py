"""Makes drawings votable: one arena per task and condition, one contestant per variant."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _

from boards.catalogue import CANONICAL_TASK, TASKS
from boards.models import Condition, Sample
from boards.models.samples import SampleQuerySet
from boards.pictures import picture_png
from boards.svg.blind import blind
from pelican.site.conditions import (
    CODE_LENGTH,
    CONTESTANTS_MIN,
    ConditionTab,
    arena_key,
    condition_code,
    tab_order,
)
from pelican.site.plates import number_in_run
from pelican.site.tasks import task_name_lazy
from pelican.site.templatetags.numbers import percent
from voting.arenas import ArenaInfo, Fact, Picture, Reveal


class DrawingArenas:
    """Published, gate-passed drawings of board-feeding runs, under one condition each."""

    def arenas(self) -> Sequence[ArenaInfo]:
        """Every condition under which two variants have a drawing that may be shown."""
        conditions = (
            Condition.objects.filter(
                slots__run__feeds_board=True,
                slots__sample__state=Sample.State.PUBLISHED,
                slots__sample__gate_passed=True,
            )
            .annotate(
                contestants=Count("slots__variant", distinct=True),
                drawings=Count("slots__sample", distinct=True),
            )
            .filter(contestants__gte=CONTESTANTS_MIN)
        )
        tabs = [ConditionTab(condition, condition.drawings) for condition in conditions]
        preferred = _preferred(tabs)
        return [
            _arena(condition, condition.contestants, canonical=condition == preferred)
            for condition in conditions
        ]

    def contestants(self, key: str) -> Mapping[str, Sequence[str]]:
        """Variant slug → ids of its eligible samples."""
        entries: defaultdict[str, list[str]] = defaultdict(list)
        rows = _eligible(key).order_by("pk").values_list("slot__variant__slug", "pk")
        for slug, pk in rows:
            entries[slug].append(str(pk))
        return entries

    def picture(self, key: str, entry: str) -> Picture | None:
        """The sanitised drawing with fresh ids and padded size."""
        sample = _eligible_sample(key, entry)
        if sample is None:
            return None
        # The bytes must not be the same twice, or they would name the drawing.
        random = Random(secrets.randbits(64))  # noqa: S311 hides nothing secret, only varies
        return Picture(blind(sample.svg, random), "image/svg+xml; charset=utf-8")

    def still(self, key: str, entry: str) -> Picture | None:
        """The 512 px picture."""
        sample = _eligible_sample(key, entry)
        png = picture_png(sample) if sample is not None else None
        return None if png is None else Picture(png, "image/png")

    def reveal(self, key: str, entries: Sequence[str]) -> Mapping[str, Reveal]:
        """Who drew these samples; withdrawn ones are left out."""
        wanted = [int(entry) for entry in entries if _is_id(entry)]
        samples = _of_arena(key).filter(pk__in=wanted).with_names().defer("svg", "structure")
        return {
            str(sample.pk): _reveal(sample)
            for sample in samples.annotate(of=number_in_run("slot__"))
        }


def _of_arena(key: str) -> SampleQuerySet:
    task, _at, code = key.partition("@")
    if len(code) != CODE_LENGTH:
        return Sample.objects.none()
    return Sample.objects.on_boards().filter(
        slot__condition__task=task, slot__condition__digest__startswith=code
    )


def _eligible(key: str) -> SampleQuerySet:
    return _of_arena(key).filter(gate_passed=True)


def _eligible_sample(key: str, entry: str) -> Sample | None:
    if not _is_id(entry):
        return None
    return _eligible(key).filter(pk=int(entry)).first()


def _is_id(entry: str) -> bool:
    return entry.isascii() and entry.isdigit() and len(entry) < 19


def _preferred(tabs: Iterable[ConditionTab]) -> Condition | None:
    """The arena for visitors who asked for none: the one whose board the canonical task shows."""
    canonical = [tab for tab in tabs if tab.condition.task == CANONICAL_TASK]
    return min(canonical, key=tab_order).condition if canonical else None


def _arena(condition: Condition, contestants: int, *, canonical: bool) -> ArenaInfo:
    task = TASKS[condition.task]
    code = condition_code(condition)
    return ArenaInfo(
        key=arena_key(condition),
        title=task_name_lazy(task),
        url=f"{reverse('board', args=[task.id])}?condition={code}",
        contestants=contestants,
        subtitle=condition.prompt or task.prompt.en,
        task=task.id,
        condition=condition.digest,
        demo=condition.demo,
        canonical=canonical,
    )


def _reveal(sample: Sample) -> Reveal:
    slot = sample.slot
    variant = slot.variant
    facts = []
    if sample.structure_score is not None:
        facts.append(Fact("", _("Structure checks passed"), percent(sample.structure_score)))
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
