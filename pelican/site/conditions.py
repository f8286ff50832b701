"""Which conditions a task was drawn under, and which one its board shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from boards.catalogue import Task
from boards.models import Condition, Sample

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
    shown = Q(slots__run__feeds_board=True, slots__sample__state=Sample.State.PUBLISHED)
    conditions = (
        Condition.objects.filter(task=task.id)
        .annotate(drawings=Count("slots__sample", filter=shown))
        .filter(drawings__gt=0)
    )
    tabs = [ConditionTab(condition, condition.drawings) for condition in conditions]
    return sorted(tabs, key=tab_order)


def tab_order(tab: ConditionTab) -> tuple[bool, bool, int, int]:
    """Runs of our own before imports, imports before demo data; then more drawings first."""
    return (tab.condition.demo, tab.is_import, -tab.drawings, tab.condition.pk)


def choose_tab(tabs: list[ConditionTab], wanted: str) -> ConditionTab | None:
    """The tab with the code ``wanted``, the first one when nothing is wanted, None if unknown."""
    if not wanted:
        return tabs[0] if tabs else None
    return next((tab for tab in tabs if tab.code == wanted), None)
