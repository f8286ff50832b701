"""The tables of ``boards``: catalogue, harnesses, runs and their progress, samples."""

from boards.models.catalogue import Family, ModelVersion, Variant, Vendor
from boards.models.harnesses import Harness, Route
from boards.models.progress import Claim, RunEvent
from boards.models.runs import Attempt, Condition, Run, Slot
from boards.models.samples import Sample

__all__ = [
    "Attempt",
    "Claim",
    "Condition",
    "Family",
    "Harness",
    "ModelVersion",
    "Route",
    "Run",
    "RunEvent",
    "Sample",
    "Slot",
    "Variant",
    "Vendor",
]
