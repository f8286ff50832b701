"""``/ops/runs/``: for staff alone; started, watched and controlled from pages."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from boards.generation.catalogue_sync import sync_models
from boards.generation.models_toml import read_models_file
from boards.generation.planning import Order, plan_run
from boards.generation.runs import cancel, pause, start_run
from boards.models import Attempt, Harness, Route, Run, RunEvent, Slot, Variant
from boards.raw import save_raw
from tests.factories.boards import SampleFactory
from tests.tree import PROJECT

pytestmark = pytest.mark.django_db

CHOICE = {
    "harness": "sketch",
    "n": "5",
    "kind": "batch",
    "variants": ["sketcher-ink-low", "sketcher-ink-high"],
    "tasks": ["pelican_bicycle", "octopus_unicycle"],
}


@pytest.fixture
def staff_client(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("ines"))
    return client


@pytest.fixture
def catalogue(db: None) -> None:
    sync_models(read_models_file(PROJECT / "models.toml"))


@pytest.fixture
def run(catalogue: None) -> Run:
    return start_run(plan_run(Order(("pelican_bicycle",), ("sketcher-ink-low",), 5)))


@pytest.fixture(params=["", "/zh"])
def prefix(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def text(client: Client, path: str, status: int = 200, **kwargs: object) -> str:
    response = client.get(path, **kwargs)  # type: ignore[arg-type]  # headers and data
    assert response.status_code == status
    return response.content.decode()


def test_every_page_works_in_both_languages(staff_client: Client, run: Run, prefix: str) -> None:
    slot = run.slots.first()
    assert slot is not None
    for path in ("", "new/", f"{run.pk}/", f"{run.pk}/log/", f"{run.pk}/cancel/"):
        assert "<h1>" in text(staff_client, f"{prefix}/ops/runs/{path}")
    assert "<h1>" in text(staff_client, f"{prefix}/ops/runs/{run.pk}/slots/{slot.pk}/")


def test_nobody_but_staff_comes_in(client: Client, run: Run) -> None:
    client.force_login(User.objects.create_user("visitor"))
    paths = ("", "new/", f"{run.pk}/", f"{run.pk}/log/", f"{run.pk}/cancel/", f"{run.pk}/pause/")
    for path in paths:
        for response in (client.get(f"/ops/runs/{path}"), client.post(f"/ops/runs/{path}")):
            assert response.status_code in {HTTPStatus.FOUND, HTTPStatus.METHOD_NOT_ALLOWED}
            assert "/admin/login/" in response.get("Location", "/admin/login/")
    run.refresh_from_db()
    assert run.state == Run.State.RUNNING
    assert Run.objects.count() == 1


def test_staff_without_the_right_to_change_runs_only_look(client: Client, run: Run) -> None:
    client.force_login(User.objects.create_user("guest", is_staff=True))
    for path in ("", f"{run.pk}/"):
        page = text(client, f"/ops/runs/{path}")
        assert 'method="post" action="/ops' not in page
        assert "/ops/runs/new/" not in page
        assert f"/ops/runs/{run.pk}/cancel/" not in page
    for path in ("cancel/", "pause/", "resume/", "retry/"):
        assert client.post(f"/ops/runs/{run.pk}/{path}").status_code == HTTPStatus.FORBIDDEN
    assert client.post("/ops/runs/new/", CHOICE).status_code == HTTPStatus.FORBIDDEN
    run.refresh_from_db()
    assert run.state == Run.State.RUNNING
    assert Run.objects.count() == 1


def test_without_a_harness_the_page_says_what_to_do(staff_client: Client) -> None:
    assert "sync_models models.toml" in text(staff_client, "/ops/runs/new/")


def test_what_a_run_would_do_is_shown_before_it_starts(
    staff_client: Client, catalogue: None
) -> None:
    page = text(staff_client, "/ops/runs/new/", data=CHOICE)
    assert "This will ask for 20 drawings" in page
    assert "calls: <b>20</b>" in page
    assert not Run.objects.exists()


def test_posting_starts_it(staff_client: Client, catalogue: None) -> None:
    response = staff_client.post("/ops/runs/new/", CHOICE)
    run = Run.objects.get()
    assert response["Location"] == f"/ops/runs/{run.pk}/"
    assert run.slots.count() == 20
    assert run.created_by == User.objects.get()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"variants": []}, "No variant is chosen"),
        ({"tasks": []}, "No task is chosen"),
        ({"n": "51"}, "less than or equal to 50"),
        ({"n": "x"}, "whole number"),
        ({"variants": ["albatross"]}, "albatross"),
        ({"kind": "import"}, "import"),
    ],
)
def test_what_cannot_start_says_why(
    change: dict[str, object], said: str, staff_client: Client, catalogue: None
) -> None:
    response = staff_client.post("/ops/runs/new/", CHOICE | change)
    assert response.status_code == HTTPStatus.OK
    assert said in response.content.decode()
    assert not Run.objects.exists()


def test_a_refused_variant_is_warned_of(staff_client: Client, catalogue: None) -> None:
    Route.objects.update(problem=Route.Problem.GONE, problem_at=timezone.now())
    assert "model not found" in text(staff_client, "/ops/runs/new/", data=CHOICE)


def test_a_known_price_is_shown(staff_client: Client, catalogue: None) -> None:
    harness = Harness.objects.get(slug="local")
    Route.objects.create(
        variant=Variant.objects.get(slug="sketcher-ink-low"),
        harness=harness,
        model_id="bird",
        price_output=10,
        expected_tokens=5000,
    )
    choice = CHOICE | {"harness": "local", "variants": ["sketcher-ink-low"]}
    assert "about 0.50 US dollars" in text(staff_client, "/ops/runs/new/", data=choice)


def test_htmx_gets_the_live_part_alone_until_the_run_has_ended(
    staff_client: Client, run: Run
) -> None:
    live = Client(headers={"HX-Request": "true"})
    live.cookies = staff_client.cookies
    part = text(live, f"/ops/runs/{run.pk}/")
    assert "<html" not in part
    assert part.count('class="slot slot--queued"') == 5
    assert "0 of 5 settled" in text(live, f"/ops/runs/{run.pk}/?part=news")
    cancel(run.pk)
    assert "cancelled, 0 of 5 settled" in text(live, f"/ops/runs/{run.pk}/", 286)
    assert "drawings a minute" not in text(live, f"/ops/runs/{run.pk}/", 286)
    assert "hx-get" not in text(staff_client, f"/ops/runs/{run.pk}/")


def test_every_state_of_a_slot_is_told_in_words(staff_client: Client, run: Run) -> None:
    first, second, third, fourth, _fifth = run.slots.all()
    now = timezone.now()
    SampleFactory.create(slot=first)
    SampleFactory.create(slot=second, gate_passed=False, svg="", code="truncated")
    Slot.objects.filter(pk__in=[first.pk, second.pk]).update(state=Slot.State.DRAWN)
    Slot.objects.filter(pk=third.pk).update(state=Slot.State.RETRY, due_at=now)
    Attempt.objects.create(
        slot=third, number=1, started_at=now, outcome="failed", failure="rate", error="HTTP 429"
    )
    Slot.objects.filter(pk=fourth.pk).update(state=Slot.State.RUNNING)
    Attempt.objects.create(slot=fourth, number=2, started_at=now)
    page = text(staff_client, f"/ops/runs/{run.pk}/")
    for words in ("truncated", "retry 1 of 3, was rate limit", "try 2", "queued", "not a model"):
        assert words in page
    for kind in ("drawn", "rejected", "retry", "running", "queued"):
        assert f"slot slot--{kind}" in page


def test_every_attempt_at_a_slot_is_shown(staff_client: Client, run: Run) -> None:
    slot = run.slots.first()
    assert slot is not None
    now = timezone.now()
    Attempt.objects.create(
        slot=slot, number=1, started_at=now, outcome="failed", failure="rate", error="HTTP 429: <b>"
    )
    receipts = {"output_tokens": 3210, "model": "gannet-1-0930"}
    Attempt.objects.create(slot=slot, number=2, started_at=now, receipts=receipts)
    page = text(staff_client, f"/ops/runs/{run.pk}/slots/{slot.pk}/")
    for words in ("HTTP 429: &lt;b&gt;", "unavailable", "3,210", "gannet-1-0930"):
        assert words in page


def test_buttons_do_what_they_say(staff_client: Client, run: Run) -> None:
    for action, state in (("pause", "paused"), ("resume", "running"), ("cancel", "cancelled")):
        response = staff_client.post(f"/ops/runs/{run.pk}/{action}/")
        assert response["Location"] == f"/ops/runs/{run.pk}/"
        run.refresh_from_db()
        assert run.state == state
    assert [event.params.get("by") for event in run.events.all()][1:] == ["ines"] * 3


def test_failed_slots_are_queued_again(staff_client: Client, run: Run) -> None:
    run.slots.update(state=Slot.State.FAILED)
    page = text(staff_client, f"/ops/runs/{run.pk}/")
    assert "Retry 5 failed" in page
    response = staff_client.post(f"/ops/runs/{run.pk}/retry/", follow=True)
    assert "5 slots queued again." in response.content.decode()
    assert run.slots.filter(state=Slot.State.QUEUED).count() == 5


def test_a_run_that_is_over_is_not_offered_for_cancelling(staff_client: Client, run: Run) -> None:
    cancel(run.pk)
    answer = staff_client.get(f"/ops/runs/{run.pk}/cancel/", follow=True)
    assert answer.redirect_chain == [(f"/ops/runs/{run.pk}/", 302)]
    assert "Not done: the run has changed meanwhile." in answer.content.decode()


@pytest.mark.parametrize("action", ["pause", "resume", "retry", "cancel"])
def test_an_action_that_comes_too_late_changes_nothing(
    action: str, staff_client: Client, run: Run
) -> None:
    cancel(run.pk)
    response = staff_client.post(f"/ops/runs/{run.pk}/{action}/", follow=True)
    assert "Not done" in response.content.decode()


@pytest.mark.parametrize("action", ["pause", "resume", "retry"])
def test_actions_are_posted(action: str, staff_client: Client, run: Run) -> None:
    response = staff_client.get(f"/ops/runs/{run.pk}/{action}/")
    assert response.status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_why_a_run_was_paused_is_said(staff_client: Client, run: Run) -> None:
    pause(run.pk)
    assert "in a row have failed" not in text(staff_client, f"/ops/runs/{run.pk}/")
    Run.objects.update(pause_reason=Run.Pause.FAILURES, failures_in_row=5)
    assert "5 slots in a row have failed" in text(staff_client, f"/ops/runs/{run.pk}/")


def test_every_kind_of_event_has_its_line(staff_client: Client, run: Run) -> None:
    params = {
        "by": "ines",
        "slots": 2,
        "number": 1,
        "allowed": 3,
        "codes": ["blank"],
        "failure": "timeout",
        "detail": "<b>900 s</b>",
        "until": "2026-11-30T14:03:00+00:00",
        "losses": 1,
        "reason": "failures",
        "failures": 5,
    }
    for kind in RunEvent.Kind:
        RunEvent.objects.create(run=run, at=timezone.now(), kind=kind, params=params)
    page = text(staff_client, f"/ops/runs/{run.pk}/log/")
    assert "waits until 14:03:00 (retry 1 of 3)" in page
    assert "&lt;b&gt;900 s&lt;/b&gt;" in page
    assert "5 slots in a row failed" in page


def test_a_run_of_many_tasks_is_shown_one_task_at_a_time(
    staff_client: Client, catalogue: None, django_assert_max_num_queries: object
) -> None:
    variants = list(Variant.objects.values_list("slug", flat=True)[:8])
    tasks = ("pelican_bicycle", "octopus_unicycle", "hedgehog_scooter")
    run = start_run(plan_run(Order(tasks, variants, 20)))
    page = text(staff_client, f"/ops/runs/{run.pk}/?task=hedgehog_scooter")
    assert page.count('class="slot slot--queued"') == 160
    assert "?task=octopus_unicycle" in page


def test_a_page_costs_the_same_queries_for_every_size_of_run(
    staff_client: Client, catalogue: None, django_assert_max_num_queries
) -> None:
    run = start_run(plan_run(Order(("pelican_bicycle",), ("sketcher-ink-low",), 50)))
    with django_assert_max_num_queries(16):
        staff_client.get(f"/ops/runs/{run.pk}/")
    with django_assert_max_num_queries(8):
        staff_client.get("/ops/runs/")


def test_an_agent_without_a_sandbox_is_pointed_out(staff_client: Client, run: Run) -> None:
    Harness.objects.filter(slug="cursor-agent").update(settings={"isolation": "none"})
    Run.objects.update(harness="cursor-agent")
    assert "without a sandbox" in text(staff_client, f"/ops/runs/{run.pk}/")


def test_raw_records_are_saved_not_shown_and_for_staff_only(staff_client: Client, run: Run) -> None:
    slot = run.slots.first()
    assert slot is not None
    raw = save_raw("attempts", b'{"reply": "<script>"}')
    attempt = Attempt.objects.create(
        slot=slot, number=1, started_at=timezone.now(), raw_path=raw.path
    )
    response = staff_client.get(f"/ops/attempts/{attempt.pk}/raw/")
    assert response.content == b'{"reply": "<script>"}'
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"].startswith("attachment")
    assert Client().get(f"/ops/attempts/{attempt.pk}/raw/").status_code == HTTPStatus.FOUND
    Attempt.objects.update(raw_path="gone")
    assert staff_client.get(f"/ops/attempts/{attempt.pk}/raw/").status_code == HTTPStatus.NOT_FOUND
