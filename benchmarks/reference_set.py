"""The house's own artifacts: samples of what the contract allows, no model's claim."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from benchmarks import examinations
from benchmarks.decisions import decide_admission
from benchmarks.importing import ImportSource, plan_import, run_import
from benchmarks.models import Artifact, ArtifactCondition, Validation
from benchmarks.profiles import CANONICAL

FOLDER: Final = Path(__file__).with_name("reference")
SOURCE: Final = ImportSource(
    "House references",
    "The project's own modules, under the project's licence.",
    demo=True,
    reference=True,
)
_NOTE: Final = "Written for this project."


def install_references() -> list[Artifact]:
    """Import and admit the references and have them validated; again changes nothing."""
    taken = run_import(plan_import(FOLDER), SOURCE).taken
    for artifact in taken:
        decide_admission(artifact, admitted=True, note=_NOTE)
        examinations.ask(Validation, artifact, CANONICAL)
    return taken


def remove_references() -> int:
    """Delete the references with everything that was found on them; returns how many."""
    references = Artifact.objects.filter(condition__demo=True)
    count = references.count()
    references.delete()
    ArtifactCondition.objects.filter(demo=True, artifacts=None).delete()
    return count
