"""What the tests of generation share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boards.generation.protocol import DrawingRequest
from tests.servers.models import ModelServer, model_server

KEY = "sk-planted-0123456789-abcdef"
KEY_NAME = "PELICAN_KEY_TEST"


@pytest.fixture
def models() -> Iterator[ModelServer]:
    """A server of models on loopback."""
    with model_server() as server:
        yield server


@pytest.fixture
def planted_key(monkeypatch: pytest.MonkeyPatch) -> str:
    """A key in the environment."""
    monkeypatch.setenv(KEY_NAME, KEY)
    return KEY


@pytest.fixture
def make_request(tmp_path: Path) -> Callable[..., DrawingRequest]:
    """Makes a request in a fresh folder; keywords override."""

    def make(**changes: Any) -> DrawingRequest:
        folder = tmp_path / "attempt"
        folder.mkdir(exist_ok=True)
        values: dict[str, Any] = {
            "prompt": "Generate an SVG of a pelican riding a bicycle",
            "task": "pelican_bicycle",
            "model_id": "bird",
            "effort": "",
            "options": {},
            "seed": 1,
            "attempt": 1,
            "timeout_seconds": 10,
            "reply_limit": 2_097_152,
            "token": "t0ken",
            "folder": folder,
            "tick": lambda: None,
            "child_started": lambda _group, _started: None,
        }
        return DrawingRequest(**(values | changes))

    return make
