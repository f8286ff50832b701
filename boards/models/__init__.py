"""The tables of ``boards``: who draws (catalogue), what was asked (runs), what came (samples)."""

from boards.models.catalogue import Family, ModelVersion, Variant, Vendor
from boards.models.runs import Attempt, Condition, Run, Slot
from boards.models.samples import Sample

__all__ = [
    "Attempt",
    "Condition",
    "Family",
    "ModelVersion",
    "Run",
    "Sample",
    "Slot",
    "Variant",
    "Vendor",
]
