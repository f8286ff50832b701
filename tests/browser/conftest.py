"""Chromium for the tests in this folder: one per test process, against the live server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright

from tests.conftest import missing_tool

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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
def complaints(page: Page) -> list[str]:
    """What the page wrote to the console as an error or warning, and what it threw, so far."""
    said: list[str] = []
    page.on(
        "console",
        lambda message: said.append(message.text) if message.type in {"error", "warning"} else None,
    )
    page.on("pageerror", lambda error: said.append(str(error)))
    return said
