"""What ``manage.py check --database default`` and every ``migrate`` refuse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import connections

from boards.catalogue import BOARDS
from boards.models import Condition


def every_edition_is_declared(
    *, databases: Sequence[str] | None = None, **_options: Any
) -> list[CheckMessage]:
    """No drawing may stand under a prompt edition that ``rules.toml`` has forgotten."""
    return [
        Error(
            f"Drawings are stored under “{task}”, which pelican/rules.toml does not declare.",
            hint="Declare the edition again: once drawn under, it stays.",
            id="boards.E001",
        )
        for alias in databases or ()
        for task in _undeclared(alias)
    ]


def _undeclared(alias: str) -> list[str]:
    if Condition._meta.db_table not in connections[alias].introspection.table_names():  # noqa: SLF001 public by documentation
        return []
    conditions = Condition.objects.using(alias).exclude(task__in=sorted(BOARDS)).order_by()
    return sorted(set(conditions.values_list("task", flat=True)))
