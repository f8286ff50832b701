"""A board of drawings and a panel of three judges behind a real server on loopback."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from boards.catalogue import CANONICAL_TASK, get_task
from boards.models import Condition, Harness, Run, Sample
from judging.criteria import criteria_for
from judging.models import Judge
from tests.factories.boards import (
    ConditionFactory,
    ModelVersionFactory,
    RunFactory,
    SampleFactory,
    SlotFactory,
    VariantFactory,
    VendorFactory,
)
from tests.servers.models import Behaviour, Call, Handler, ModelServer, model_server, says

ROLES = ("curlew", "dunlin", "avocet")
DESCRIBED = json.dumps({"description": "Lines and circles."})


@pytest.fixture
def models() -> Iterator[ModelServer]:
    """A server of models on loopback."""
    with model_server() as server:
        yield server


@pytest.fixture
def harness(db: None, models: ModelServer) -> Harness:
    """The judges' harness, at that server."""
    return Harness.objects.create(
        slug="nest",
        kind=Harness.Kind.CHAT,
        concurrency=2,
        settings={"base_url": models.base_url, "allow_private": True},
    )


@pytest.fixture
def panel(harness: Harness, models: ModelServer) -> list[Judge]:
    """Three judges who answer anything as they should; avocet is of the vendor "skerry"."""
    judges = []
    for role in ROLES:
        models.script(f"{role}-1", answers())
        judges.append(
            Judge.objects.create(
                role=role,
                name=role.capitalize(),
                vendor="skerry" if role == "avocet" else f"maker-of-{role}",
                channel=Judge.Channel.CHAT,
                harness=harness,
                model_id=f"{role}-1",
                active=True,
            )
        )
    return judges


def result(label: str, task: str = CANONICAL_TASK, **changes: Any) -> dict[str, Any]:
    """One result as a judge should give it; its marks follow from the label alone."""
    criteria = criteria_for(get_task(task))
    marks = 5 + "ABC".index(label)
    return {
        "label": label,
        "description": f"Picture {label}.",
        "checklist": dict.fromkeys(criteria.item_keys, True),
        "scores": {key: marks for _dimension, key in criteria.score_keys},
        "comment": f"Comment on {label}.",
        **changes,
    }


def answers(task: str = CANONICAL_TASK, **changes: Any) -> Behaviour:
    """Answers descriptions and scores; a scoring reply has as many results as pictures came."""

    def behave(handler: Handler, call: Call) -> None:
        if is_description(call):
            says(DESCRIBED, usage={"prompt_tokens": 900, "completion_tokens": 30})(handler, call)
            return
        results = [result(label, task, **changes) for label in "ABC"[: len(call.pictures)]]
        says(
            json.dumps({"results": results}),
            usage={"prompt_tokens": 2000, "completion_tokens": 300},
        )(handler, call)

    return behave


def is_description(call: Call) -> bool:
    """Whether a call asks for a blind description."""
    return '"results"' not in call.prompt


@pytest.fixture
def make_board(db: None) -> Callable[..., Run]:
    """Makes a complete run: by model, how many drawings; the last model is skerry's own."""

    def make(*numbers: int, task: str = CANONICAL_TASK) -> Run:
        run = RunFactory.create(n=max(numbers), tasks=[task])
        condition: Condition = ConditionFactory.create(task=task)
        for place, number in enumerate(numbers):
            own = place == len(numbers) - 1
            vendor = VendorFactory.create(**({"slug": "skerry"} if own else {}))
            version = ModelVersionFactory.create(family__vendor=vendor)
            variant = VariantFactory.create(version=version, is_default=True)
            for index in range(1, number + 1):
                slot = SlotFactory.create(
                    run=run, variant=variant, condition=condition, index=index
                )
                draw(slot, f"{place}-{index}")
        return run

    return make


def draw(slot: Any, name: str) -> Sample:
    """A sample of its own; all look alike, so one picture is made for all."""
    return SampleFactory.create(
        slot=slot,
        response_digest=hashlib.sha256(name.encode()).hexdigest(),
        structure={"score": 1.0, "checks": {}},
        structure_score=1.0,
    )
