"""Takes artifacts from a directory: as the public benchmark publishes them, or one by one."""

from benchmarks.importing.carry_out import Summary, describe, run_import
from benchmarks.importing.plan import (
    Candidate,
    ImportRefusedError,
    ImportSource,
    Plan,
    Skip,
    plan_import,
)

__all__ = [
    "Candidate",
    "ImportRefusedError",
    "ImportSource",
    "Plan",
    "Skip",
    "Summary",
    "describe",
    "plan_import",
    "run_import",
]
