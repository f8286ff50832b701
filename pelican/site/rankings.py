"""The visitor ranking as pages show it: rows with names, pictures and bars to scale."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from boards.models import Sample, Variant
from pelican.rules import RULES
from pelican.site.board import VariantCount
from pelican.site.charts import Axis, IntervalBar, Spark, interval_bar, rating_axis, spark
from pelican.site.plates import picture_url
from pelican.site.templatetags.numbers import percent, whole
from voting.tables import Method, Row, VisitorTable


@dataclass(frozen=True)
class RankRow(ABC):
    """One contestant in a ranking: what the fit says of it, and how it is drawn where it shows."""

    row: Row
    axis: Axis

    @property
    @abstractmethod
    def name(self) -> str:
        """What it is called, to sort by."""

    @property
    def bar(self) -> IntervalBar:
        """Its interval, on the axis of the table."""
        return single_bar(self.row, self.axis)

    @property
    def trend(self) -> Spark | None:
        """Its past ratings."""
        return spark(self.row.trend)


@dataclass(frozen=True)
class VariantRow(RankRow):
    """A variant on a board."""

    count: VariantCount

    @property
    def name(self) -> str:
        """The variant's."""
        return self.variant.name

    @property
    def variant(self) -> Variant:
        """Whose row it is."""
        return self.count.variant

    @property
    def picture(self) -> str:
        """Address of its first drawing that passed; empty where none did."""
        first = self.count.first_passed
        return picture_url(Sample(pk=first)) if first else ""


Ranked = TypeVar("Ranked", bound=RankRow)


@dataclass(frozen=True)
class Column:
    """A sortable column: its state, and what its link asks for next."""

    key: str
    label: str | Promise
    css: str
    aria_sort: str
    next: str


@dataclass(frozen=True)
class Ranking(Generic[Ranked]):
    """The ranking of one arena, sorted and filtered. Ranked and provisional rows stay apart."""

    ranked: list[Ranked]
    provisional: list[Ranked]
    unlisted: int
    axis: Axis
    columns: list[Column]
    method: Method | None

    @property
    def shows_trend(self) -> bool:
        """Whether any row has a past to draw."""
        return any(len(one.row.trend) > 1 for one in (*self.ranked, *self.provisional))

    @property
    def order(self) -> list[str]:
        """Slugs of the rows as shown."""
        return [one.row.contestant for one in (*self.ranked, *self.provisional)]

    def only(self, slugs: Collection[str]) -> Ranking[Ranked]:
        """The same with the rows of one page."""
        return replace(
            self,
            ranked=[one for one in self.ranked if one.row.contestant in slugs],
            provisional=[one for one in self.provisional if one.row.contestant in slugs],
        )


# Key, label, class of the header cell, what the rows are sorted by. The first one is called after
# what is ranked.
_COLUMNS: Final[tuple[tuple[str, str | Promise, str, Callable[[RankRow], Any]], ...]] = (
    ("name", "", "", lambda one: one.name.casefold()),
    ("rating", gettext_lazy("Rating"), "num", lambda one: one.row.rating),
    ("votes", gettext_lazy("Votes"), "num", lambda one: one.row.votes),
    ("wins", gettext_lazy("Wins"), "num", lambda one: one.row.win_rate),
    ("both_bad", gettext_lazy("Both bad"), "num", lambda one: one.row.both_bad_rate),
    ("elo", "Elo", "num opt", lambda one: one.row.elo),
)
_DEFAULT_SORT: Final = "-rating"
_CENTRE: Final = RULES.voting.centre


def board_ranking(
    table: VisitorTable,
    counts: Mapping[str, VariantCount],
    admits: Callable[[Variant], bool] = lambda _variant: True,
    sort: str = "",
) -> Ranking[VariantRow]:
    """The ranking of a board's variants, without those that ``admits`` turns away.

    A filter hides rows and changes no rank. ``sort`` is a column's key, with ``-`` in front for
    descending; anything else sorts by rating. Variants that have left the board are not shown.
    """
    known = [row for row in table.listed if row.contestant in counts]
    axis = shared_axis(known)
    rows = [
        VariantRow(row, axis, counts[row.contestant])
        for row in known
        if admits(counts[row.contestant].variant)
    ]
    unlisted = len(counts) - len(known)
    return arranged(table, rows, axis, unlisted=unlisted, subject=_("Variant"), sort=sort)


def shared_axis(rows: Iterable[Row]) -> Axis:
    """The axis that holds every interval of a table."""
    return rating_axis((bound for row in rows for bound in (row.low, row.high)), _CENTRE)


def arranged(
    table: VisitorTable,
    rows: Sequence[Ranked],
    axis: Axis,
    *,
    unlisted: int,
    subject: str,
    sort: str = "",
) -> Ranking[Ranked]:
    """The rows in the order that ``sort`` asks for, ranked and provisional ones apart.

    ``subject`` heads the column of names; ``unlisted`` is how many have votes too few for a row.
    """
    key, descending = _parse(sort)
    value = next(value for name, _label, _css, value in _COLUMNS if name == key)
    in_order = sorted(rows, key=value, reverse=descending)
    return Ranking(
        ranked=[one for one in in_order if not one.row.provisional],
        provisional=[one for one in in_order if one.row.provisional],
        unlisted=unlisted,
        axis=axis,
        columns=_columns(key, subject, descending=descending),
        method=table.method,
    )


def single_bar(row: Row, axis: Axis | None = None) -> IntervalBar:
    """The bar of one rating, on the axis of its table or on one of its own."""
    label = _("%(rating)s, %(confidence)s interval %(low)s to %(high)s") % {
        "rating": whole(row.rating),
        "confidence": percent(RULES.voting.confidence),
        "low": whole(row.low),
        "high": whole(row.high),
    }
    return interval_bar(
        axis or rating_axis((row.low, row.high), _CENTRE),
        row.rating,
        row.low,
        row.high,
        label=label,
        provisional=row.provisional,
    )


def _columns(key: str, subject: str, *, descending: bool) -> list[Column]:
    return [
        Column(
            key=name,
            label=label or subject,
            css=css,
            aria_sort=("descending" if descending else "ascending") if name == key else "",
            next=_next(name, key, descending=descending),
        )
        for name, label, css, _value in _COLUMNS
    ]


def _next(name: str, key: str, *, descending: bool) -> str:
    """What a column's link asks for: the other direction, or the one that reads best first."""
    if name == key:
        return name if descending else f"-{name}"
    return name if name == "name" else f"-{name}"


def _parse(sort: str) -> tuple[str, bool]:
    key = sort.removeprefix("-")
    if key not in {name for name, *_rest in _COLUMNS}:
        return _parse(_DEFAULT_SORT)
    return key, sort.startswith("-")


def side_sentence(method: Method) -> str:
    """Whether voters prefer one side, in words; empty while no ballot was decided."""
    if method.left_p is None:
        return ""
    p = {"p": f"{method.left_p:.2f}"}
    if method.left_p < 1 - RULES.voting.confidence:
        return _("Voters seem to prefer one side (p = %(p)s); sides are drawn by a coin.") % p
    return _("No sign of a side preference (p = %(p)s).") % p
