"""The ranking of an arena in detail: who met whom, how ratings moved, how they were made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from pelican.rules import RULES
from pelican.site.charts import Axis, rating_axis
from pelican.site.rankings import side_sentence
from pelican.site.templatetags.numbers import percent, whole
from voting.history import Point, rating_history
from voting.outcomes import Outcome
from voting.tables import Meeting, Method, Row, VisitorTable, matrix

SHOWN: Final = 20
"""Contestants in matrix and charts: a wider matrix cannot be read."""

ODD: Final = 2.0
"""Standard deviations from which a cell is marked: about one of twenty by chance alone."""

WIDTH: Final = 240.0
HEIGHT: Final = 72.0


@dataclass(frozen=True)
class Contestant:
    """Who stands in matrix and charts: its id in the arena, what it is called, its page."""

    slug: str
    name: str
    url: str


@dataclass(frozen=True)
class Cell:
    """One row's games against one column; ``meeting`` is None where there were none."""

    meeting: Meeting | None
    diagonal: bool
    label: str

    @property
    def mark(self) -> str:
        """``over`` or ``under`` where the share is far from the expected one, else empty."""
        z = self.meeting.z if self.meeting else None
        if z is None or abs(z) < ODD:
            return ""
        return "over" if z > 0 else "under"


@dataclass(frozen=True)
class MatrixRow:
    """One contestant against all, in the order of the table."""

    number: int
    contestant: Contestant
    cells: list[Cell]


def matrix_rows(
    contestants: Sequence[Contestant], meetings: Mapping[tuple[str, str], Meeting]
) -> list[MatrixRow]:
    """The matrix of some contestants, rows and columns in their order."""
    return [
        MatrixRow(number, one, [_cell(one, other, meetings) for other in contestants])
        for number, one in enumerate(contestants, start=1)
    ]


def _cell(one: Contestant, other: Contestant, meetings: Mapping[tuple[str, str], Meeting]) -> Cell:
    meeting = meetings.get((one.slug, other.slug))
    if meeting is None:
        return Cell(None, one.slug == other.slug, "")
    values = {
        "one": one.name,
        "other": other.name,
        "share": percent(meeting.observed),
        "expected": percent(meeting.expected),
        "votes": meeting.votes,
    }
    text = _("%(one)s against %(other)s: %(share)s, expected %(expected)s, votes: %(votes)s")
    return Cell(meeting, diagonal=False, label=text % values)


@dataclass(frozen=True)
class HistoryChart:
    """One contestant's rating over time, in a box of 240 by 72 whose axes all charts share.

    ``band`` is the interval as a polygon, ``line`` the rating as a polyline: points as SVG wants
    them. ``label`` says where it began and where it is.
    """

    contestant: Contestant
    row: Row
    band: str
    line: str
    last: tuple[float, float]
    middle: float
    label: str


def history_axis(histories: Sequence[Sequence[Point]]) -> Axis:
    """The scale that holds every rating and every last interval.

    The wide intervals of the first days are cut off: they would flatten all that followed.
    """
    bounds = [one.rating for points in histories for one in points]
    bounds += [
        bound for points in histories if points for bound in (points[-1].low, points[-1].high)
    ]
    return rating_axis(bounds, RULES.voting.centre)


def history_chart(
    contestant: Contestant,
    row: Row,
    points: Sequence[Point],
    axis: Axis,
    span: tuple[datetime, datetime],
) -> HistoryChart | None:
    """The chart of one contestant between the ends of ``span``; None for fewer than two points."""
    if len(points) < 2:
        return None

    def at(point: Point, value: float) -> tuple[float, float]:
        share = (point.at - span[0]) / (span[1] - span[0])
        return round(share * WIDTH, 1), round(HEIGHT - axis.place(value, HEIGHT), 1)

    line = [at(point, point.rating) for point in points]
    high = [at(point, point.high) for point in points]
    low = [at(point, point.low) for point in points]
    values = {
        "name": contestant.name,
        "first": whole(points[0].rating),
        "last": whole(points[-1].rating),
    }
    return HistoryChart(
        contestant=contestant,
        row=row,
        band=_svg([*high, *low[::-1]]),
        line=_svg(line),
        last=line[-1],
        middle=HEIGHT / 2,
        label=_("%(name)s: from %(first)s to %(last)s") % values,
    )


def history_charts(
    rows: Sequence[tuple[Contestant, Row]], history: Mapping[str, Sequence[Point]]
) -> tuple[list[HistoryChart], Axis | None, tuple[datetime, datetime] | None]:
    """Charts of those with a past, in order, with the axis and the span that they share."""
    known = [(one, row, history.get(one.slug, ())) for one, row in rows]
    times = [point.at for _one, _row, points in known for point in points]
    if not times or min(times) == max(times):
        return [], None, None
    span = min(times), max(times)
    axis = history_axis([points for _one, _row, points in known])
    charts = [history_chart(one, row, points, axis, span) for one, row, points in known]
    return [chart for chart in charts if chart], axis, span


def _svg(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def outcome_shares(method: Method) -> list[tuple[str, int, float | None]]:
    """What voters answered: (answer, ballots, share of the valid ones)."""
    names = {
        Outcome.LEFT: _("A is better"),
        Outcome.RIGHT: _("B is better"),
        Outcome.TIE: _("tie"),
        Outcome.BOTH_BAD: _("both bad"),
    }
    return [
        (name, count, count / method.valid if method.valid else None)
        for outcome, name in names.items()
        for count in [method.outcomes.get(outcome, 0)]
    ]


def detail(table: VisitorTable, contestants: Mapping[str, Contestant]) -> dict[str, Any]:
    """What the templates of matrix, history, islands and method show of a table.

    ``contestants`` are those with a page, by id; others that were voted on stay out of matrix and
    charts, and go by their id in an island. ``hidden`` is how many the matrix has no room for.
    """
    listed = [
        (contestants[row.contestant], row) for row in table.listed if row.contestant in contestants
    ]
    shown = listed[:SHOWN]
    inside = [one for one, _row in shown]
    charts, axis, span = history_charts(shown, rating_history(table.arena))
    method = table.method
    return {
        "method": method,
        "outcomes": outcome_shares(method) if method else [],
        "islands": [
            [contestants[slug].name if slug in contestants else slug for slug in group]
            for group in (method.islands if method else ())
        ],
        "side_sentence": side_sentence(method) if method else "",
        "rows": matrix_rows(inside, matrix(table.arena, [one.slug for one in inside])),
        "hidden": len(listed) - len(shown),
        "charts": charts,
        "axis": axis,
        "span": span,
        "odd": ODD,
        "voting_rules": RULES.voting,
    }
