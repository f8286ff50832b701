from __future__ import annotations

from typing import cast

import pytest

from voting import arenas
from voting.arenas import ArenaInfo, Provider


class Arenas:
    """A provider that knows arenas and nothing else."""

    def __init__(self, *infos):
        self.infos = infos

    def arenas(self):
        return self.infos


@pytest.fixture
def provided(monkeypatch):
    monkeypatch.setattr(arenas, "_PROVIDERS", {})

    def provide(*infos):
        arenas.register("test", cast(Provider, Arenas(*infos)))
        return [info.key for info in arenas.all_arenas()]

    return provide


def info(key, **fields):
    return ArenaInfo(key=key, title=key, url=f"/{key}/", **({"contestants": 2} | fields))


def test_visitors_are_sent_to_drawings_first_then_to_what_is_real_and_canonical(provided):
    assert provided(
        info("sdf", contestants=40),
        info("demo", task="pelican_bicycle", demo=True, canonical=True, contestants=9),
        info("octopus", task="octopus_unicycle", contestants=30),
        info("few", task="pelican_bicycle", canonical=True),
        info("many", task="pelican_bicycle", canonical=True, contestants=5),
    ) == ["many", "few", "octopus", "demo", "sdf"]
