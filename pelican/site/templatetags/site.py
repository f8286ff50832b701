"""Names from the catalogue in the reader's language: ``{% load site %}``."""

from __future__ import annotations

from django import template

from boards.catalogue import Animal, Task, Vehicle
from pelican.site import tasks

register = template.Library()


@register.filter
def task_title(task: Task) -> str:
    """The task as a heading."""
    return tasks.task_name(task)


@register.filter
def animal_name(animal: Animal) -> str:
    """The animal as the head of a row."""
    return tasks.animal_name(animal)


@register.filter
def vehicle_name(vehicle: Vehicle) -> str:
    """The vehicle as the head of a column."""
    return tasks.vehicle_name(vehicle)


@register.filter
def prompt_gloss(task: Task) -> str:
    """What the prompt says, for readers of another language than it is sent in; else empty."""
    return tasks.prompt_gloss(task)
