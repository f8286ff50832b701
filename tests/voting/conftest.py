"""An arena to vote in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.factories.voting import MemoryArenas
from voting import arenas


@pytest.fixture
def provider() -> Iterator[MemoryArenas]:
    """Six contestants that may meet."""
    contestants = MemoryArenas.of(6)
    arenas.register("test", contestants)
    yield contestants
    arenas.unregister("test")
