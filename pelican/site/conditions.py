"""Which conditions a task was drawn under, and which one its board shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Count
from django.utils.translation import gettext as _

from boards.catalogue import Task
from boards.models import Condition, Sample
from pelican.site.remembered import remembered

CODE_LENGTH: Final = 12
"""Hexadecimal digits of a condition's digest that addresses carry: 48 bits."""

CONTESTANTS_MIN: Final = 2
"""A pair needs two variants."""


@dataclass(frozen=True)
class ConditionTab:
    """One condition of a task, with the number of published drawings that stand in its table."""

    condition: Condition
    drawings: int

    @property
    def code(self) -> str:
        """The condition in an address."""
        return condition_code(self.condition)

    @property
    def is_import(self) -> bool:
        """Whether its drawings were brought from outside."""
        return bool(self.condition.source) and not self.condition.demo

    @property
    def label(self) -> str:
        """What the segment says."""
        if self.condition.demo:
            return _("Demo")
        if self.is_import:
            return _("Import: %(name)s") % {"name": self.condition.label}
        return self.condition.label


def condition_code(condition: Condition) -> str:
    """The start of the digest, as addresses and arena keys carry it."""
    return condition.digest[:CODE_LENGTH]


def arena_key(condition: Condition) -> str:
    """The arena in which its drawings meet: ``pelican_bicycle@7c1e04a9b2d3``."""
    return f"{condition.task}@{condition_code(condition)}"


def condition_tabs(task: Task) -> list[ConditionTab]:
    """The conditions of a task that have a published drawing on a board, the default one first."""
    numbers = remembered(f"conditions-{task.id}", lambda: _drawings_by_condition(task))
    conditions = Condition.objects.in_bulk(numbers)
    tabs = [ConditionTab(condition, numbers[pk]) for pk, condition in conditions.items()]
    return sorted(tabs, key=tab_order)


def _drawings_by_condition(task: Task) -> dict[int, int]:
    rows = Sample.objects.on_boards().filter(slot__task=task.id).order_by()
    numbers = rows.values("slot__condition").annotate(drawings=Count("pk"))
    return dict(numbers.values_list("slot__condition", "drawings"))


def tab_order(tab: ConditionTab) -> tuple[bool, bool, int, int]:
    """Runs of our own before imports, imports before demo data; then more drawings first."""
    return (tab.condition.demo, tab.is_import, -tab.drawings, tab.condition.pk)


def choose_tab(tabs: list[ConditionTab], wanted: str) -> ConditionTab | None:
    """The tab with the code ``wanted``, the first one when nothing is wanted, None if unknown."""
    if not wanted:
        return tabs[0] if tabs else None
    return next((tab for tab in tabs if tab.code == wanted), None)
