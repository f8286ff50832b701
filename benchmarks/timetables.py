"""Tables of frame times. Two times stand in one table only if everything else was equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.models import Artifact, ArtifactCondition, Benchmark


@dataclass(frozen=True)
class TimeTable:
    """Benchmarks with one comparison key, of artifacts of one condition and track."""

    condition: ArtifactCondition
    track: str
    method: str
    profile: str
    environment: dict[str, str]
    rows: Sequence[Benchmark]

    @property
    def track_label(self) -> str:
        """The track in words."""
        return str(Artifact.Track(self.track).label)

    @property
    def is_estimate(self) -> bool:
        """Whether the times are wall-clock estimates."""
        return self.method == Benchmark.Method.WALL_CLOCK

    @property
    def on_software(self) -> bool:
        """Whether no GPU drew."""
        return bool(self.environment.get("software"))


def time_tables() -> list[TimeTable]:
    """All tables: GPU timer queries first, real GPUs before software, fastest first within."""
    rows = (
        Benchmark.objects.filter(
            result=Benchmark.Result.MEASURED,
            artifact__listed=True,
            artifact__withdrawn=False,
        )
        .select_related("artifact__condition", "artifact__variant__version")
        .defer("artifact__source", "artifact__reply", "artifact__claimed")
        .order_by("-ended_at", "-id")
    )
    groups: dict[tuple[str, int, str], dict[int, Benchmark]] = {}
    for row in rows:
        key = (row.comparison_key, row.artifact.condition_id, row.artifact.track)
        groups.setdefault(key, {}).setdefault(row.artifact_id, row)
    tables = [_table(list(group.values())) for group in groups.values()]
    return sorted(
        tables,
        key=lambda table: (
            table.is_estimate,
            table.on_software,
            table.condition.demo,
            table.condition.label,
            table.profile,
        ),
    )


def _table(rows: list[Benchmark]) -> TimeTable:
    first = rows[0]
    return TimeTable(
        first.artifact.condition,
        first.artifact.track,
        first.method,
        first.profile,
        first.environment,
        sorted(rows, key=lambda row: row.median_ms or 0.0),
    )
