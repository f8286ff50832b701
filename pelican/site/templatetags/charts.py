"""Small charts inside templates: ``{% load charts %}``."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from pelican.site.charts import DotStrip, IntervalBar, dot_strip
from pelican.site.rankings import shared_axis, single_bar
from voting.arenas import Fact
from voting.tables import Row

register = template.Library()


@register.inclusion_tag("charts/interval.html")
def rating_bar(row: Row, rows: Iterable[Row]) -> dict[str, IntervalBar]:
    """The interval of one row, on the axis that all ``rows`` share."""
    return {"bar": single_bar(row, shared_axis(rows))}


@register.inclusion_tag("charts/dots.html")
def place_dot(fact: Fact) -> dict[str, DotStrip]:
    """Where the figure of one result lies on its scale; for a ``fact`` that is drawn."""
    return {"strip": dot_strip([fact.place], 0, 1, label=f"{fact.label}: {fact.value}")}
