"""An evaluation as the command line and the API print it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from boards.svg.evaluation import Evaluation


def as_result(evaluation: Evaluation) -> dict[str, Any]:
    """``task profile sha256 normalisations gate structure duration_ms error``, ready for JSON."""
    gate = evaluation.gate
    return {
        "task": evaluation.task.id,
        "profile": evaluation.profile,
        "sha256": evaluation.sha256,
        "normalisations": list(evaluation.normalisations),
        "gate": {
            "passed": gate.passed,
            "violations": [
                {"code": violation.code, "detail": violation.detail}
                for violation in gate.violations
            ],
            "measurements": asdict(gate.measurements),
        },
        "structure": evaluation.structure,
        "duration_ms": evaluation.duration_ms,
        "error": evaluation.error,
    }
