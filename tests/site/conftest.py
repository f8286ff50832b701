"""What the tests of pages share: a small colony of drawings under one condition."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.utils import timezone

from boards.models import Condition, Sample, Slot, Variant
from pelican.site.conditions import arena_key
from tests.factories.boards import (
    ConditionFactory,
    RunFactory,
    SampleFactory,
    SlotFactory,
    VariantFactory,
)
from voting import arenas
from voting.models import Rating, RatingSnapshot, Tally


@dataclass(frozen=True)
class Colony:
    """Two variants with two drawings each, one of them rejected, and a failed slot."""

    condition: Condition
    heron: Variant
    gannet: Variant
    passed: Sample
    rejected: Sample
    failed: Slot


@pytest.fixture
def colony(db) -> Colony:
    condition, run = ConditionFactory.create(), RunFactory.create()
    heron = VariantFactory.create(version__name="Heron 4", version__slug="heron-4")
    gannet = VariantFactory.create(
        version__name="Gannet 3", version__slug="gannet-3", effort="default"
    )

    def slot(variant: Variant, index: int, **fields: object) -> Slot:
        return SlotFactory.create(
            run=run, condition=condition, variant=variant, index=index, **fields
        )

    passed = SampleFactory.create(slot=slot(heron, 1))
    rejected = SampleFactory.create(
        slot=slot(heron, 2), gate_passed=False, svg="", code="truncated"
    )
    SampleFactory.create(slot=slot(gannet, 1))
    return Colony(
        condition, heron, gannet, passed, rejected, slot(gannet, 2, state=Slot.State.FAILED)
    )


@pytest.fixture
def rated(colony: Colony) -> Colony:
    """The colony after a fit: Heron ahead, Gannet provisional."""
    _provider, info = arenas.find(arena_key(colony.condition))
    arena = arenas.row(info)
    snapshot = RatingSnapshot.objects.create(
        arena=arena,
        high_water_mark=90,
        valid=80,
        quarantined=10,
        invalid=0,
        outcomes={"left": 30, "right": 30, "tie": 12, "both_bad": 8},
        rules_version="1",
        code_version="1",
        digest="0" * 64,
        converged=True,
        created_at=timezone.now(),
    )
    common = {"snapshot": snapshot, "ties": 4, "both_bad": 4, "listed": True}
    Rating.objects.create(
        contestant=colony.heron.slug, rating=1100, low=1060, high=1140, elo=1080,
        rank_best=1, rank_worst=2, votes=80, wins=50, provisional=False, **common,
    )  # fmt: skip
    Rating.objects.create(
        contestant=colony.gannet.slug, rating=900, low=800, high=1000, elo=920,
        votes=40, wins=10, provisional=True, **common,
    )  # fmt: skip
    a, b = sorted((colony.heron.slug, colony.gannet.slug))
    Tally.objects.create(arena=arena, a=a, b=b, a_wins=10, b_wins=22, ties=4, both_bad=4)
    return colony
