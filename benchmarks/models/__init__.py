"""The tables of ``benchmarks``: artifacts and decisions, examinations of them, reviews."""

from benchmarks.models.artifacts import (
    Admission,
    Artifact,
    ArtifactCondition,
    RawFile,
    StateChange,
)
from benchmarks.models.examinations import (
    Benchmark,
    ControlCheck,
    Examination,
    Still,
    Trial,
    Validation,
)
from benchmarks.models.reviews import Review

__all__ = [
    "Admission",
    "Artifact",
    "ArtifactCondition",
    "Benchmark",
    "ControlCheck",
    "Examination",
    "RawFile",
    "Review",
    "StateChange",
    "Still",
    "Trial",
    "Validation",
]
