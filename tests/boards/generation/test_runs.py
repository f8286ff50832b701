"""Planning, starting, pausing and ending runs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django_q.models import OrmQ

from boards.catalogue import get_task
from boards.generation.planning import Order, RunRefusedError, plan_run
from boards.generation.progress import counts_of, progress_of
from boards.generation.runs import (
    RunStateError,
    cancel,
    pause,
    resume,
    retry_failed,
    start_run,
    started_at,
)
from boards.models import Condition, Harness, Route, Run, RunEvent, Slot, Variant
from tests.boards.generation.conftest import KEY_NAME
from tests.queue import deliver, run_queue
from tests.servers import models as server
from tests.servers.models import ModelServer

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]
TASKS = ("pelican_bicycle", "hedgehog_tandem-bicycle")


def problems(order: Order) -> str:
    with pytest.raises(RunRefusedError) as caught:
        plan_run(order)
    assert not Run.objects.exists()
    return "\n".join(caught.value.problems)


def test_it_works(catalogue: ModelServer) -> None:
    ines = User.objects.create(username="ines", is_staff=True)
    plan = plan_run(Order(TASKS, ("gannet", "heron-high"), 5))
    assert plan.calls == 20
    run = start_run(plan, created_by=ines)
    assert run.slots.count() == 20
    assert run.feeds_board
    assert run.events.get().params == {"by": "ines", "slots": 20}
    assert run.variants.count() == 2
    assert not catalogue.calls


def test_a_canary_feeds_no_board(catalogue: ModelServer) -> None:
    run = start_run(plan_run(Order(TASKS[:1], ("gannet",), 1, kind=Run.Kind.CANARY)))
    assert (run.kind, run.feeds_board) == (Run.Kind.CANARY, False)


def test_each_task_has_its_own_condition_which_all_variants_share(catalogue: ModelServer) -> None:
    run = start_run(plan_run(Order(TASKS, ("gannet", "heron-low"), 1)))
    by_task = {slot.task: slot.condition for slot in run.slots.all()}
    assert run.slots.values("condition").distinct().count() == 2
    for task, condition in by_task.items():
        assert condition.prompt == get_task(task).prompt.en
        assert (condition.harness, condition.system_image) == ("direct API", "")
        assert condition.parameters == {"max_output_tokens": 32_000}


def test_the_same_order_has_the_same_condition_and_another_parameter_another(
    catalogue: ModelServer,
) -> None:
    order = Order(TASKS[:1], ("gannet",), 1)
    start_run(plan_run(order))
    start_run(plan_run(order))
    assert Condition.objects.count() == 1
    harness = Harness.objects.get(slug="nest")
    harness.settings = {**harness.settings, "parameters": {"temperature": 0.2}}
    harness.save()
    start_run(plan_run(order))
    assert Condition.objects.count() == 2


def test_cost_is_what_is_priced_and_says_what_is_not(catalogue: ModelServer) -> None:
    cost = plan_run(Order(TASKS, ("gannet", "heron-low"), 5)).cost
    assert cost.usd == pytest.approx(10 * 5000 * 10 / 1e6)
    assert cost.unpriced == 10


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (Order((), ("gannet",)), "No task is chosen"),
        (Order(TASKS, ()), "No variant is chosen"),
        (Order(("pelican_rocket",), ("gannet",)), "pelican_rocket.*Valid tasks: axolotl_bicycle"),
        (Order(TASKS, ("albatross",)), "albatross.*models.toml"),
        (Order(TASKS, ("gannet",), 0), "n is 0.*1 to 50"),
        (Order(TASKS, ("gannet",), 51), "n is 51"),
        (Order(TASKS, ("gannet",), harness="nowhere"), "nowhere.*Known: nest, sketch"),
        (Order(TASKS, ("gannet",), harness="sketch"), "sketch has no route to Gannet"),
        (Order(TASKS, ("gannet", "sketcher-ink-low")), "one run for each harness"),
        (Order(TASKS, ("gannet",), kind=Run.Kind.IMPORT), "imported instead"),
    ],
)
def test_refusals_say_what_to_do(order: Order, said: str, catalogue: ModelServer) -> None:
    assert re.search(said, problems(order))


def test_all_problems_are_told_at_once(catalogue: ModelServer) -> None:
    told = problems(Order(("pelican_rocket",), ("albatross",), 0))
    assert all(word in told for word in ("pelican_rocket", "albatross", "n is 0"))


def test_an_inactive_variant_is_refused(catalogue: ModelServer) -> None:
    Variant.objects.filter(slug="gannet").update(active=False)
    assert "Gannet is inactive" in problems(Order(TASKS, ("gannet",)))


def test_a_harness_that_is_off_is_refused(catalogue: ModelServer) -> None:
    Harness.objects.update(enabled=False)
    assert "enabled = true" in problems(Order(TASKS, ("gannet",), harness="nest"))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"key": KEY_NAME}, f"{KEY_NAME} is not set"),
        ({"allow_private": False}, "not encrypted"),
        ({"allow_private": False, "base_url": "https://localhost/v1"}, "private address"),
        ({"base_url": "https://169.254.169.254/v1"}, "never be called"),
        ({"base_url": "https://nowhere.invalid/v1"}, "cannot be resolved"),
    ],
)
def test_an_endpoint_that_may_not_be_called_is_refused(
    settings: dict[str, object],
    said: str,
    catalogue: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(KEY_NAME, raising=False)
    harness = Harness.objects.get(slug="nest")
    harness.settings = harness.settings | settings
    harness.save()
    assert said in problems(Order(TASKS, ("gannet",)))
    assert not catalogue.calls


def test_an_agent_that_is_not_installed_is_refused(catalogue: ModelServer) -> None:
    harness = Harness.objects.create(
        slug="agent",
        kind="command",
        settings={"command": ["no-agent", "{prompt}"], "version_command": ["no-agent", "-v"]},
    )
    Route.objects.create(variant=Variant.objects.get(slug="gannet"), harness=harness)
    assert "not installed" in problems(Order(TASKS, ("gannet",), harness="agent"))


def test_the_harness_is_the_one_that_calls_every_variant(catalogue: ModelServer) -> None:
    order = Order(TASKS, ("gannet", "heron-low"))
    roost = Harness.objects.create(slug="roost", kind="sketch")
    for slug in order.variants:
        Route.objects.create(variant=Variant.objects.get(slug=slug), harness=roost)
    assert "Several harnesses can call these variants: nest, roost" in problems(order)
    Route.objects.filter(harness=roost, variant__slug="gannet").delete()
    assert plan_run(order).harness.slug == "nest"


def test_a_variant_that_was_refused_lately_is_warned_of(catalogue: ModelServer) -> None:
    Route.objects.filter(variant__slug="gannet").update(problem=Route.Problem.GONE)
    (warning,) = plan_run(Order(TASKS, ("gannet",))).warnings
    assert "Gannet" in warning
    assert "model not found" in warning


def test_pause_holds_and_resume_finishes(start: Start) -> None:
    run = start(n=5)
    pause(run.pk)
    run_queue()
    assert counts_of(run).queued == 5
    resume(run.pk)
    run_queue()
    run.refresh_from_db()
    assert run.state == Run.State.COMPLETE
    assert [event.kind for event in run.events.filter(slot=None)] == [
        *("created", "paused", "resumed", "complete")
    ]


def test_resume_after_five_failures_finishes(start: Start, catalogue: ModelServer) -> None:
    bad = server.fails(400, message="no")
    catalogue.script("gannet-1", *[bad] * 5, server.says("<svg/>"))
    run = start(n=7)
    run_queue()
    run = resume(run.pk)
    assert run.failures_in_row == 0
    run_queue()
    run.refresh_from_db()
    counts = counts_of(run)
    assert (counts.failed, counts.settled, run.state) == (5, 7, Run.State.COMPLETE)


def test_cancel_ends_what_waits_at_once(start: Start) -> None:
    run = start(n=5)
    cancel(run.pk)
    run.refresh_from_db()
    assert run.finished_at is not None
    assert counts_of(run).cancelled == 5
    run_queue()
    assert OrmQ.objects.count() == 0


def test_retry_failed_gives_failed_slots_all_their_retries_again(
    start: Start, catalogue: ModelServer
) -> None:
    catalogue.script("gannet-1", server.fails(404, "model_not_found"), server.fails(500))
    run = start()
    run_queue()
    assert retry_failed(run.pk) == 1
    run_queue()
    slot = Slot.objects.get()
    run.refresh_from_db()
    assert (slot.state, run.state, run.finished_at) == (Slot.State.RETRY, Run.State.RUNNING, None)
    assert RunEvent.objects.filter(kind=RunEvent.Kind.RETRY).get().params["number"] == 1


def test_retry_failed_takes_every_failed_slot_and_counts_from_its_last_attempt(
    start: Start, catalogue: ModelServer
) -> None:
    catalogue.script("gannet-1", *[server.fails(404, "model_not_found")] * 3, server.says("<svg/>"))
    run = start(n=4)
    run_queue()
    assert retry_failed(run.pk) == 3
    assert set(run.slots.values_list("state", "retried_from")) == {
        (Slot.State.QUEUED, 1),
        (Slot.State.DRAWN, 0),
    }


@pytest.mark.parametrize("act", [pause, resume, retry_failed])
def test_an_ended_run_stays_ended(act: Callable[[int], object], start: Start) -> None:
    run = start()
    cancel(run.pk)
    with pytest.raises(RunStateError):
        act(run.pk)


def test_progress_counts_every_slot_once(start: Start, catalogue: ModelServer) -> None:
    catalogue.script("gannet-1", server.says("no drawing"), server.fails(400, message="no"))
    run = start("gannet", "heron-low", n=2)
    before = progress_of(run)
    assert (before.counts.total, before.counts.queued) == (4, 4)
    assert before.estimate.seconds_left is None
    run_queue()
    after = progress_of(run)
    assert (after.counts.drawn, after.counts.rejected, after.counts.failed) == (2, 1, 1)
    assert after.counts.valid_rate == 0.5
    assert after.estimate.seconds_left == 0


def test_cancelled_slots_count_in_no_rate(start: Start, catalogue: ModelServer) -> None:
    catalogue.script("gannet-1", server.says("no drawing"))
    run = start(n=50)
    deliver(OrmQ.objects.earliest("pk"))
    cancel(run.pk)
    after = progress_of(run)
    assert (after.counts.rejected, after.counts.cancelled, after.counts.settled) == (1, 49, 50)
    assert after.counts.tried == 1
    assert after.counts.valid_rate == 0
    ended = run.slots.get(state=Slot.State.DRAWN).settled_at
    assert ended is not None
    assert after.estimate.per_minute == pytest.approx(
        60 / (ended - started_at(run)).total_seconds()
    )


def test_a_run_cancelled_before_it_drew_has_neither_pace_nor_rate(start: Start) -> None:
    run = start(n=5)
    cancel(run.pk)
    after = progress_of(run)
    assert after.counts.valid_rate is None
    assert after.estimate.per_minute is None
