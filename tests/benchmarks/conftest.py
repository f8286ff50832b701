"""Directories of artifacts as an import meets them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.factories.benchmarks import MODULE

PROMPT_SHA256 = hashlib.sha256(b"another prompt").hexdigest()


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def result(slug: str, source: str = MODULE, **changes: Any) -> dict[str, Any]:
    """A result file of the published layout."""
    return {
        "id": slug,
        "title": "Gannet 3 / high effort",
        "model": "gannet-3",
        "provider": "Breakwater via CLI",
        "status": "unverified",
        "track": "one-shot",
        "promptVersion": "1.0.0",
        "promptSha256": PROMPT_SHA256,
        "artifactSha256": sha256(source),
        "createdAt": "2026-07-18",
        "description": "A pelican in the rain.",
        "generationHarness": {"name": "CLI", "version": "1", "notes": "fresh"},
        "generationUsage": {"outputTokens": 9, "billingMode": "subscription", "apiCostUsd": 1.76},
        "validation": {"state": "passed", "checks": [], "unmetRequirements": [], "warnings": []},
        "metrics": {"gpuMsMedian": 1.0},
        "provenance": {"method": "one turn", "decoding": None},
        **changes,
    }


@pytest.fixture
def published(tmp_path: Path) -> Callable[..., Path]:
    """Writes one artifact of the published layout and returns the directory."""

    def write(slug: str = "gannet-run-01", source: str = MODULE, **changes: Any) -> Path:
        for name in ("artifacts", "results", f"raw/{slug}"):
            (tmp_path / name).mkdir(parents=True, exist_ok=True)
        (tmp_path / "artifacts" / f"{slug}.js").write_text(source)
        content = json.dumps(result(slug, source, **changes))
        (tmp_path / "results" / f"{slug}.json").write_text(content)
        return tmp_path

    return write
