"""Small charts inside templates: ``{% load charts %}``."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from pelican.rules import RULES
from pelican.site.charts import IntervalBar, rating_axis
from pelican.site.rankings import single_bar
from voting.tables import Row

register = template.Library()


@register.inclusion_tag("charts/interval.html")
def rating_bar(row: Row, rows: Iterable[Row]) -> dict[str, IntervalBar]:
    """The interval of one row, on the axis that all ``rows`` share."""
    axis = rating_axis((end for one in rows for end in (one.low, one.high)), RULES.voting.centre)
    return {"bar": single_bar(row, axis)}
