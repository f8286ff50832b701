"""Fixtures and rules that hold for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.core.cache import cache
from django.utils import translation
from django_q.conf import Conf

from tests.postgres import PostgresServer, postgres, server_programs

PROJECT = Path(__file__).resolve().parent.parent
CORPORA = (PROJECT / "shared" / "corpus", PROJECT.parent / "shared" / "corpus")
BROWSER_TESTS = PROJECT / "tests" / "browser"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}

hypothesis.settings.register_profile(
    "repeatable", derandomize=True, deadline=None, database=None, print_blob=True
)
hypothesis.settings.register_profile(
    "stress", parent=hypothesis.settings.get_profile("repeatable"), max_examples=2_000
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what uses the database or a browser, and run browser tests last.

    Playwright leaves an event loop running in the thread, which other tests should not meet.
    """
    for item in items:
        fixtures: set[str] = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")
        if BROWSER_TESTS in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def missing_tool(message: str) -> None:
    """Skip the test for want of a tool, except on CI, where that is a failure."""
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(f"CI must have every tool: {message}", pytrace=False)
    pytest.skip(message)


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    yield
    cache.clear()


@pytest.fixture
def jobs_run_inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Background jobs run where they are enqueued, and raise there."""
    monkeypatch.setattr(Conf, "SYNC", True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A running PostgreSQL server of this test session's own."""
    if server_programs() is None:
        missing_tool("PostgreSQL's server is not installed (Debian: apt-get install postgresql).")
    with postgres() as server:
        yield server


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of collected drawings, where one lies in or beside the checkout."""
    for folder in CORPORA:
        if folder.is_dir():
            return folder
    pytest.skip("No folder of collected drawings lies in or beside the checkout.")


@pytest.fixture(autouse=True)
def _default_language() -> None:
    """A request for a Chinese page leaves its language behind in the thread that answered it."""
    translation.deactivate()
