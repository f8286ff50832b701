"""How much each of the 30 tasks and their editions was drawn: computed, never typed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Count, F, Max, Q

from boards.catalogue import ANIMALS, BOARDS, EDITIONS, TASKS, VEHICLES, Animal, Task
from boards.models import Sample
from pelican.site.plates import picture_url
from pelican.site.remembered import remembered

_PASSED: Final = Q(gate_passed=True)
_OWN: Final = Q(slot__condition__source="")
_WHOLE: Final = Q(structure_score=1)

# Which drawing stands for a task: the newest of the first kind that there is.
_PICTURES: Final = {
    "own_whole": _PASSED & _OWN & _WHOLE,
    "own": _PASSED & _OWN,
    "whole": _PASSED & _WHOLE,
    "any": _PASSED,
}


@dataclass(frozen=True)
class TaskCell:
    """One cell of the grid. Demo drawings count only where there are no others.

    ``picture`` is the newest drawing that passed the gate, of our own runs and with every structure
    check passed where there is one.
    """

    task: Task
    drawings: int = 0
    variants: int = 0
    demo: bool = False
    picture: str = ""


@dataclass(frozen=True)
class GridRow:
    """One animal on every vehicle, in catalogue order."""

    animal: Animal
    cells: list[TaskCell] = field(default_factory=list)


@dataclass(frozen=True)
class ModelCoverage:
    """How much one model version drew."""

    name: str
    vendor: str
    tasks: int
    drawings: int
    passed: int


def task_grid() -> list[GridRow]:
    """Six rows of five cells."""
    cells = _cells()
    return [
        GridRow(animal, [cells[f"{animal.name}_{vehicle.slug}"] for vehicle in VEHICLES])
        for animal in ANIMALS
    ]


def edition_cells() -> list[TaskCell]:
    """One cell for each prompt edition, as the rules declare them."""
    cells = _cells()
    return [cells[edition] for edition in EDITIONS]


def _cells() -> dict[str, TaskCell]:
    cells = {task.id: TaskCell(task) for task in BOARDS.values()}
    rows = remembered("cells", _cell_rows)
    for row in sorted(rows, key=lambda row: row["slot__condition__demo"], reverse=True):
        best = next((row[name] for name in _PICTURES if row[name]), None)
        cells[row["slot__task"]] = TaskCell(
            task=BOARDS[row["slot__task"]],
            drawings=row["drawings"],
            variants=row["variants"],
            demo=row["slot__condition__demo"],
            picture=picture_url(Sample(pk=best)) if best else "",
        )
    return cells


def _cell_rows() -> list[dict[str, Any]]:
    rows = (
        Sample.objects.on_boards()
        .order_by()
        .values("slot__task", "slot__condition__demo")
        .annotate(
            drawings=Count("pk"),
            variants=Count("slot__variant", distinct=True),
            **{name: Max("pk", filter=good) for name, good in _PICTURES.items()},
        )
    )
    return [dict(row) for row in rows]


def model_coverage() -> list[ModelCoverage]:
    """Every model version with a drawing on a board, the most drawn first."""
    models = [ModelCoverage(**row) for row in remembered("models", _model_rows)]
    return sorted(models, key=lambda model: (-model.tasks, -model.drawings, model.name.casefold()))


def _model_rows() -> list[dict[str, Any]]:
    version = "slot__variant__version"
    rows = (
        Sample.objects.on_boards()
        .order_by()
        .values(version, name=F(f"{version}__name"), vendor=F(f"{version}__family__vendor__name"))
        .annotate(
            tasks=Count("slot__task", distinct=True, filter=Q(slot__task__in=sorted(TASKS))),
            drawings=Count("pk"),
            passed=Count("pk", filter=Q(gate_passed=True)),
        )
    )
    return [{name: row[name] for name in row if name != version} for row in rows]


@dataclass(frozen=True)
class SiteTotals:
    """How much there is to see. ``demo`` where nothing but demo data is there."""

    variants: int
    drawings: int
    demo: bool


def site_totals() -> SiteTotals:
    """Totals over all boards, demo data only where there is nothing else."""
    return SiteTotals(*remembered("totals", _total_row))


def _total_row() -> tuple[int, int, bool]:
    for demo in (False, True):
        row = (
            Sample.objects.on_boards()
            .filter(slot__condition__demo=demo)
            .aggregate(variants=Count("slot__variant", distinct=True), drawings=Count("pk"))
        )
        if row["drawings"]:
            return row["variants"], row["drawings"], demo
    return 0, 0, False
