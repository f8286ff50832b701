"""Chromium for the tests in this folder: one per test process, against the live server."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from django.utils.text import slugify
from playwright.sync_api import ConsoleMessage, Page, Playwright

from boards.models import Sample, Variant
from tests.conftest import missing_tool
from tests.factories.boards import (
    DRAWING,
    ConditionFactory,
    RunFactory,
    SampleFactory,
    SlotFactory,
    VariantFactory,
)
from voting.arenas import sync_arenas
from voting.simulate import simulate_ballots

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_DRIVER_REMARK = "GL Driver Message (OpenGL, Performance"
PATIENCE_MS = 10_000
QUESTION = "form:has(.votebar) input[name=pair]"
"""Where the page of an open pair has the nonce."""
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_playwright() -> Iterator[None]:
    """Let the ORM work although Playwright keeps an event loop in the thread."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield


@pytest.fixture(scope="session")
def browser_type_launch_args(playwright: Playwright) -> dict[str, Any]:
    """How pytest-playwright starts the system's Chromium, or else Playwright's own."""
    arguments: dict[str, Any] = {"args": _ARGUMENTS}
    if system := next(filter(None, map(shutil.which, _NAMES)), None):
        return {**arguments, "executable_path": system}
    if not Path(playwright.chromium.executable_path).exists():
        missing_tool("Chromium is not installed (Debian: apt-get install chromium).")
    return arguments


@pytest.fixture
def page(page: Page) -> Page:
    """pytest-playwright's page, with less patience: the server is in this very process."""
    page.set_default_timeout(PATIENCE_MS)
    return page


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the page wrote to the console as an error or warning, and what it threw, so far.

    A graphics driver's remarks on speed are left out: they tell of the machine, not the page.
    """
    said: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and _DRIVER_REMARK not in message.text:
            said.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


@dataclass(frozen=True)
class Rivals:
    """Seven variants under one demo condition, on a board with simulated votes."""

    heron: Variant
    sample: Sample


@pytest.fixture
def rivals(transactional_db: None) -> Rivals:
    """A contest in which one visitor finds 21 pairs, and in which all are about equal so far."""
    condition = ConditionFactory.create(demo=True)
    run = RunFactory.create(demo=True)
    samples = [
        SampleFactory.create(
            slot=SlotFactory.create(
                run=run,
                condition=condition,
                variant=VariantFactory.create(version__name=name, version__slug=slugify(name)),
                index=1,
            ),
            svg=DRAWING.replace("#9ab", colour),
        )
        for name, colour in (
            ("Heron 4", "#89a"),
            ("Gannet 3", "#c94"),
            ("Tern 1", "#4a8"),
            ("Puffin 2", "#a44"),
            ("Petrel 1", "#448"),
            ("Avocet 5", "#888"),
            ("Dunlin 2", "#b6c"),
        )
    ]
    (arena,) = sync_arenas()
    simulate_ballots(
        arena,
        {sample.slot.variant.slug: 1000.0 for sample in samples},
        {sample.slot.variant.slug: [str(sample.pk)] for sample in samples},
        votes=150,
        voters=30,
        seed=7,
        start=timezone.now() - dt.timedelta(days=2),
        days=1,
    )
    return Rivals(samples[0].slot.variant, samples[0])
