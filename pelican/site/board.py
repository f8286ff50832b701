"""One board: the variants of a task under one condition, counted, filtered and put in pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Min, Q, Window
from django.db.models.expressions import BaseExpression
from django.db.models.functions import RowNumber
from django.http import QueryDict

from boards.models import Condition, Variant
from pelican.site.plates import Plate, plate_of, settled_slots
from pelican.site.remembered import remembered

VARIANTS_PER_PAGE = 24
PLATES_PER_VARIANT = 5


@dataclass(frozen=True)
class VariantCount:
    """How a variant did under one condition.

    ``settled`` counts failures too; ``first_passed`` is the id of a sample, ``first_slots`` are
    those of the slots whose plates a board shows.
    """

    variant: Variant
    settled: int
    passed: int
    first_passed: int | None
    first_slots: tuple[int, ...]


@dataclass(frozen=True)
class VariantDrawings:
    """A row of plates: the first drawings of a variant."""

    count: VariantCount
    plates: list[Plate]

    @property
    def hidden(self) -> int:
        """How many drawings stand on the variant's page only."""
        return self.count.settled - len(self.plates)


@dataclass(frozen=True)
class BoardFilter:
    """What the filter form asks for; an empty string is "all"."""

    vendor: str = ""
    family: str = ""
    effort: str = ""

    @classmethod
    def from_query(cls, query: QueryDict) -> BoardFilter:
        """The filter in a query string; other keys are ignored."""
        return cls(*(query.get(name, "") for name in ("vendor", "family", "effort")))

    def admits(self, variant: Variant) -> bool:
        """Whether a variant (joined to its vendor) stays."""
        family = variant.version.family
        return (
            self.vendor in ("", family.vendor.slug)
            and self.family in ("", family.slug)
            and self.effort in ("", variant.effort)
        )


@dataclass(frozen=True)
class FilterChoices:
    """What the three selects offer: (value, label), sorted by label."""

    vendors: list[tuple[str, str]]
    families: list[tuple[str, str]]
    efforts: list[str]


def variant_counts(condition: Condition) -> dict[str, VariantCount]:
    """Every variant with a settled slot under ``condition``, by slug."""
    rows = remembered(f"variants-{condition.pk}", lambda: _count_rows(condition))
    variants = Variant.objects.filter(pk__in=rows).select_related("version__family__vendor")
    return {variant.slug: VariantCount(variant, *rows[variant.pk]) for variant in variants}


_CountRow = tuple[int, int, int | None, tuple[int, ...]]


def _count_rows(condition: Condition) -> dict[int, _CountRow]:
    """By variant: settled, passed, first passed sample, first slots. Two queries."""
    slots = settled_slots().filter(condition=condition).order_by()
    passed = Q(sample__gate_passed=True)
    counts = slots.values("variant").annotate(
        settled=Count("pk"),
        passed=Count("pk", filter=passed),
        first_passed=Min("sample__pk", filter=passed),
    )
    order: list[BaseExpression | F | str] = [F("index"), F("run").desc()]
    placed = slots.annotate(
        place=Window(RowNumber(), partition_by=F("variant"), order_by=order)
    ).filter(place__lte=PLATES_PER_VARIANT)
    first: defaultdict[int, list[int]] = defaultdict(list)
    for variant, slot in placed.order_by("place").values_list("variant", "pk"):
        first[variant].append(slot)
    return {
        row["variant"]: (
            row["settled"],
            row["passed"],
            row["first_passed"],
            tuple(first[row["variant"]]),
        )
        for row in counts
    }


def filter_choices(counts: Iterable[VariantCount]) -> FilterChoices:
    """What can be chosen among these variants."""
    variants = [count.variant for count in counts]
    families = {variant.version.family for variant in variants}
    return FilterChoices(
        vendors=sorted(
            {(family.vendor.slug, family.vendor.name) for family in families},
            key=lambda choice: choice[1].casefold(),
        ),
        families=sorted(
            {(family.slug, family.name) for family in families},
            key=lambda choice: choice[1].casefold(),
        ),
        efforts=sorted({variant.effort for variant in variants}),
    )


def in_order(counts: Mapping[str, VariantCount], ranking: Sequence[str]) -> list[VariantCount]:
    """The variants in the order of ``ranking`` (slugs), then those it lacks by name."""
    ranked = [counts[slug] for slug in ranking if slug in counts]
    known = set(ranking)
    rest = [count for slug, count in counts.items() if slug not in known]
    return [*ranked, *sorted(rest, key=lambda count: count.variant.name.casefold())]


def paged(counts: list[VariantCount], page: str) -> Page[VariantCount]:
    """One page of variants; an unusable page number gives the nearest page."""
    return Paginator(counts, VARIANTS_PER_PAGE).get_page(page)


def drawings_of(counts: Iterable[VariantCount]) -> list[VariantDrawings]:
    """The first drawings of each variant, in the order given. One query."""
    counts = list(counts)
    slots = settled_slots().in_bulk([pk for count in counts for pk in count.first_slots])
    return [
        VariantDrawings(
            count,
            [plate_of(slots[pk], of=count.settled) for pk in count.first_slots if pk in slots],
        )
        for count in counts
    ]


@dataclass(frozen=True)
class Totals:
    """The facts line of a board, over all its variants."""

    variants: int
    drawings: int
    passed: int


def totals(counts: Iterable[VariantCount]) -> Totals:
    """Sums over the variants; a slot that failed for good counts as a drawing that failed."""
    counts = list(counts)
    return Totals(
        variants=len(counts),
        drawings=sum(count.settled for count in counts),
        passed=sum(count.passed for count in counts),
    )
