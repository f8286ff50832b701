"""What the tests of pages share: a small colony of drawings under one condition."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from boards.models import Condition, Sample, Slot, Variant
from tests.factories.boards import (
    ConditionFactory,
    RunFactory,
    SampleFactory,
    SlotFactory,
    VariantFactory,
)


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
