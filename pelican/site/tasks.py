"""Tasks, animals and vehicles in the reader's language."""

from __future__ import annotations

from django.utils.functional import lazy
from django.utils.translation import get_language

from boards.catalogue import Animal, Task, Vehicle


def task_name(task: Task) -> str:
    """The task as a heading: "Pelican on a bicycle"."""
    return task.name.in_language(_language())


task_name_lazy = lazy(task_name, str)
"""The same, read in the language of the moment at which it is shown."""


def animal_name(animal: Animal) -> str:
    """The animal as the head of a row: "Pelican"."""
    return animal.zh if _language().startswith("zh") else animal.name.capitalize()


def vehicle_name(vehicle: Vehicle) -> str:
    """The vehicle as the head of a column: "Bicycle"."""
    return vehicle.zh if _language().startswith("zh") else vehicle.name.capitalize()


def prompt_gloss(task: Task) -> str:
    """What the prompt says, where it is sent in a language other than the reader's; else empty."""
    language = _language()
    known = language[:2] == task.sent_language[:2]
    return "" if known else task.prompt.in_language(language)


def _language() -> str:
    return get_language() or "en"
