"""What the tests of generation share."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boards.generation.catalogue_sync import sync_models
from boards.generation.models_toml import read_models_file
from boards.generation.planning import Order, plan_run
from boards.generation.protocol import DrawingRequest
from boards.generation.runs import start_run
from boards.models import Run
from tests.servers.models import ModelServer, model_server, says

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
            # Its own, or tests that run beside each other end each other's children.
            "token": secrets.token_hex(16),
            "folder": folder,
            "tick": lambda: None,
            "child_started": lambda _group, _started: None,
        }
        return DrawingRequest(**(values | changes))

    return make


MODELS_TOML = """
[[harness]]
slug = "nest"
kind = "chat"
concurrency = 3
[harness.settings]
base_url = "{base_url}"
allow_private = true
effort_field = "reasoning_effort"
parameters = {{ max_output_tokens = 32000 }}

[[harness]]
slug = "sketch"
kind = "sketch"
concurrency = 2

[[vendor]]
slug = "avian"
name = "Avian"
[[vendor.family]]
slug = "seabirds"
name = "Seabirds"

[[vendor.family.version]]
slug = "gannet"
name = "Gannet"
[vendor.family.version.routes.nest]
model = "gannet-1"
price_output = 10
expected_tokens = 5000

[[vendor.family.version]]
slug = "heron"
name = "Heron"
efforts = ["low", "high"]
[vendor.family.version.routes.nest]
model = "heron-1"

[[vendor.family.version]]
slug = "sketcher-ink"
name = "Sketcher Ink"
efforts = ["low", "max"]
[vendor.family.version.routes.sketch]
options = {{ style = "ink" }}
"""

GOOD_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    '<circle cx="25" cy="70" r="20" fill="none" stroke="#123"/>'
    '<circle cx="75" cy="70" r="20" fill="none" stroke="#123"/>'
    '<path d="M25 70L50 40L75 70Z" fill="#fc8"/></svg>'
)


@pytest.fixture
def catalogue(db: None, models: ModelServer, tmp_path: Path) -> ModelServer:
    """Two birds behind a real server and one sketcher, applied from a models file."""
    path = tmp_path / "models.toml"
    path.write_text(MODELS_TOML.format(base_url=models.base_url), encoding="utf-8")
    sync_models(read_models_file(path))
    for model in ("gannet-1", "heron-1"):
        models.script(model, says(f"```svg\n{GOOD_SVG}\n```"))
    return models


@pytest.fixture
def start(catalogue: ModelServer) -> Callable[..., Run]:
    """Starts a run; by default one drawing of the gannet."""

    def start_one(*variants: str, n: int = 1, tasks: tuple[str, ...] = ("pelican_bicycle",)) -> Run:
        return start_run(plan_run(Order(tasks, variants or ("gannet",), n)))

    return start_one
