"""How much each of the 30 tasks was drawn: computed, never typed."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db.models import Count, Max, Q

from boards.catalogue import ANIMALS, TASKS, VEHICLES, Animal, Task
from boards.models import Sample
from pelican.site.plates import picture_url


@dataclass(frozen=True)
class TaskCell:
    """One cell of the grid. Demo drawings count only where there are no others.

    ``picture`` is the newest drawing that passed the gate, one of our own runs where there is one.
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
    """Six rows of five cells. Two queries, whatever the number of drawings."""
    cells = _cells()
    return [
        GridRow(animal, [cells[f"{animal.name}_{vehicle.slug}"] for vehicle in VEHICLES])
        for animal in ANIMALS
    ]


def _cells() -> dict[str, TaskCell]:
    passed = Q(gate_passed=True)
    rows = (
        Sample.objects.on_boards()
        .order_by()
        .values("slot__task", "slot__condition__demo")
        .annotate(
            drawings=Count("pk"),
            variants=Count("slot__variant", distinct=True),
            newest=Max("pk", filter=passed),
            newest_own=Max("pk", filter=passed & Q(slot__condition__source="")),
        )
    )
    cells = {task.id: TaskCell(task) for task in TASKS.values()}
    for row in sorted(rows, key=lambda row: row["slot__condition__demo"], reverse=True):
        task = TASKS[row["slot__task"]]
        newest = row["newest_own"] or row["newest"]
        cells[task.id] = TaskCell(
            task=task,
            drawings=row["drawings"],
            variants=row["variants"],
            demo=row["slot__condition__demo"],
            picture=picture_url(Sample(pk=newest)) if newest else "",
        )
    return cells


def model_coverage() -> list[ModelCoverage]:
    """Every model version with a drawing on a board, the most drawn first. One query."""
    version = "slot__variant__version"
    rows = (
        Sample.objects.on_boards()
        .order_by()
        .values(f"{version}__name", f"{version}__family__vendor__name", version)
        .annotate(
            tasks=Count("slot__task", distinct=True),
            drawings=Count("pk"),
            passed=Count("pk", filter=Q(gate_passed=True)),
        )
    )
    models = [
        ModelCoverage(
            name=row[f"{version}__name"],
            vendor=row[f"{version}__family__vendor__name"],
            tasks=row["tasks"],
            drawings=row["drawings"],
            passed=row["passed"],
        )
        for row in rows
    ]
    return sorted(models, key=lambda model: (-model.tasks, -model.drawings, model.name.casefold()))


@dataclass(frozen=True)
class SiteTotals:
    """How much there is to see. ``demo`` where nothing but demo data is there."""

    variants: int
    drawings: int
    demo: bool


def site_totals() -> SiteTotals:
    """Totals over all boards, demo data only where there is nothing else. One or two queries."""
    for demo in (False, True):
        row = (
            Sample.objects.on_boards()
            .filter(slot__condition__demo=demo)
            .aggregate(variants=Count("slot__variant", distinct=True), drawings=Count("pk"))
        )
        if row["drawings"]:
            return SiteTotals(row["variants"], row["drawings"], demo)
    return SiteTotals(0, 0, demo=False)
