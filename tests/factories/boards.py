"""Vendors to samples, each complete and valid with no argument given."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Any

from factory.declarations import LazyAttribute, LazyFunction, Sequence, SubFactory
from factory.django import DjangoModelFactory

from boards.catalogue import CANONICAL_TASK, get_task
from boards.models import (
    Attempt,
    Condition,
    Family,
    ModelVersion,
    Run,
    Sample,
    Slot,
    Variant,
    Vendor,
)
from pelican.rules import RULES

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">'
    '<g fill="none" stroke="#223" stroke-width="6">'
    '<circle cx="110" cy="220" r="50"/><circle cx="290" cy="220" r="50"/>'
    '<path d="M110 220L170 150H260L290 220M170 150L200 220L260 150"/></g>'
    '<path d="M150 130Q200 60 260 130Z" fill="#9ab"/></svg>'
)
START = dt.datetime(2026, 11, 1, 12, tzinfo=dt.UTC)


class VendorFactory(DjangoModelFactory[Vendor]):
    class Meta:
        model = Vendor

    name = Sequence(lambda number: f"Vendor {number}")
    slug = Sequence(lambda number: f"vendor-{number}")


class FamilyFactory(DjangoModelFactory[Family]):
    class Meta:
        model = Family

    vendor = SubFactory(VendorFactory)
    name = Sequence(lambda number: f"Family {number}")
    slug = Sequence(lambda number: f"family-{number}")


class ModelVersionFactory(DjangoModelFactory[ModelVersion]):
    class Meta:
        model = ModelVersion

    family = SubFactory(FamilyFactory)
    name = Sequence(lambda number: f"Gannet {number}")
    slug = Sequence(lambda number: f"gannet-version-{number}")


class VariantFactory(DjangoModelFactory[Variant]):
    class Meta:
        model = Variant

    version = SubFactory(ModelVersionFactory)
    effort = "high"
    slug = LazyAttribute(lambda variant: f"{variant.version.slug}-{variant.effort}")


class ConditionFactory(DjangoModelFactory[Condition]):
    class Meta:
        model = Condition

    digest = Sequence(lambda number: hashlib.sha256(f"condition {number}".encode()).hexdigest())
    task = CANONICAL_TASK
    prompt = LazyAttribute(lambda condition: get_task(condition.task).sent)
    harness = "direct API"
    harness_version = "1"


class RunFactory(DjangoModelFactory[Run]):
    class Meta:
        model = Run

    kind = Run.Kind.BATCH
    state = Run.State.COMPLETE
    harness = "direct API"
    tasks = LazyFunction(lambda: [CANONICAL_TASK])
    n = 5
    feeds_board = True
    rules_version = RULES.version


class SlotFactory(DjangoModelFactory[Slot]):
    """A drawn slot; ``task`` and the condition go together."""

    class Meta:
        model = Slot

    run = SubFactory(RunFactory)
    variant = SubFactory(VariantFactory)
    condition = SubFactory(ConditionFactory)
    task = LazyAttribute(lambda slot: slot.condition.task)
    index = Sequence(lambda number: number + 1)
    state = Slot.State.DRAWN


class AttemptFactory(DjangoModelFactory[Attempt]):
    class Meta:
        model = Attempt

    slot = SubFactory(SlotFactory)
    number = 1
    started_at = START
    ended_at = START + dt.timedelta(seconds=12)
    outcome = Attempt.Outcome.REPLIED


def _gate(passed: bool, code: str) -> dict[str, Any]:
    violations = (
        []
        if passed
        else [{"code": code, "message": "Nothing is drawn on the canvas.", "params": {}}]
    )
    return {"profile": "board", "passed": passed, "violations": violations, "measurements": {}}


class SampleFactory(DjangoModelFactory[Sample]):
    """A published drawing that passed the gate; ``gate_passed=False`` makes a rejected one.

    ``code`` is the code of a rejected one.
    """

    class Meta:
        model = Sample

    class Params:
        code = "blank"

    slot = SubFactory(SlotFactory)
    response_digest = LazyAttribute(lambda sample: hashlib.sha256(sample.svg.encode()).hexdigest())
    response_bytes = LazyAttribute(lambda sample: len(sample.svg))
    svg = DRAWING
    sha256 = LazyAttribute(
        lambda sample: hashlib.sha256(sample.svg.encode()).hexdigest() if sample.svg else ""
    )
    gate_passed = True
    gate = LazyAttribute(lambda sample: _gate(sample.gate_passed, sample.code))
    rules_version = RULES.version
    duration_ms = 12_000
    renderer_version = "resvg-0/fonts-0/engine-0"
    created_at = Sequence(lambda number: START + dt.timedelta(minutes=number))
