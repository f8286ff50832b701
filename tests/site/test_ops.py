"""``/ops/``: for staff alone, with the news first."""

from __future__ import annotations

import datetime as dt
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django_q.models import Failure, OrmQ
from django_q.tasks import async_task

from pelican.rules import RULES
from pelican.site import operations
from pelican.site.models import Heartbeat
from tests.factories.voting import MemoryArenas, cast_vote
from voting import arenas
from voting.models import Ballot
from voting.voters import new_key

pytestmark = pytest.mark.django_db
PAGES = ("/ops/", "/zh/ops/")


@pytest.fixture
def staff_client(client: Client) -> Client:
    client.force_login(User.objects.create_user("ines", is_staff=True))
    return client


def beat(cluster: str, pid: int, job: str = "", age: int = 1) -> Heartbeat:
    then = timezone.now() - dt.timedelta(seconds=age)
    return Heartbeat.objects.create(
        cluster=cluster, host="here", pid=pid, job=job, seen_at=then, since=then
    )


@pytest.mark.parametrize("page", PAGES)
def test_it_works(staff_client: Client, page: str) -> None:
    response = staff_client.get(page)
    assert response.status_code == HTTPStatus.OK
    assert b"SQLite" in response.content or b"PostgreSQL" in response.content


@pytest.mark.parametrize("page", PAGES)
def test_visitors_are_sent_to_the_log_in(client: Client, page: str) -> None:
    response = client.get(page)
    assert response.status_code == HTTPStatus.FOUND
    assert response["Location"].startswith("/admin/login/")


def test_users_who_are_no_staff_are_sent_there_too(client: Client) -> None:
    client.force_login(User.objects.create_user("visitor"))
    assert client.get("/ops/").status_code == HTTPStatus.FOUND


def test_posting_is_refused(staff_client: Client) -> None:
    assert staff_client.post("/ops/").status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_htmx_gets_the_live_part_alone(staff_client: Client) -> None:
    response = staff_client.get("/ops/", headers={"HX-Request": "true"})
    assert b"<html" not in response.content
    assert b"<h1>" in response.content
    assert "HX-Request" in response["Vary"]


@pytest.mark.parametrize(
    ("rows", "news"),
    [
        ([], "No sign of life: fast, slow"),
        ([("fast", 1)], "No sign of life: slow"),
        ([("fast", 1), ("slow", 2)], "All is well; the workers are idle"),
        ([("fast", 1, "voting.jobs.refit"), ("slow", 2)], "All is well; workers with a job: 1"),
        ([("fast", 1, "", 60), ("slow", 2)], "No sign of life: fast"),
    ],
)
def test_the_title_tells_the_news(staff_client: Client, rows, news: str) -> None:
    for row in rows:
        beat(*row)
    assert f"<h1>{news}</h1>" in staff_client.get("/ops/").content.decode()


def test_a_full_disk_is_news(staff_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    beat("fast", 1)
    beat("slow", 2)
    monkeypatch.setattr(operations, "disk", lambda: operations.Disk(total=10**9, free=10**6))
    assert b"The disk is almost full" in staff_client.get("/ops/").content


@pytest.mark.parametrize("page", PAGES)
def test_few_votes_that_count_are_news(staff_client: Client, page: str) -> None:
    beat("fast", 1)
    beat("slow", 2)
    provider = MemoryArenas.of(4)
    arenas.register("test", provider)
    try:
        for _ in range(RULES.voting.valid_share_votes):
            cast_vote(provider, new_key(), now=timezone.now())
        calm = staff_client.get(page).content.decode()
        Ballot.objects.update(state="quarantined", reason="too_fast")
        alarmed = staff_client.get(page).content.decode()
    finally:
        arenas.unregister("test")
    link = page.removesuffix("ops/") + "ops/votes/?arena=" + provider.key.replace("@", "%40")
    assert 'class="alert"' not in calm
    assert 'class="alert"' in alarmed
    assert f'href="{link}"' in alarmed
    if page == "/ops/":
        assert "<h1>Few votes count</h1>" in alarmed


def test_a_failed_job_is_shown_with_the_last_line_of_its_traceback(staff_client: Client) -> None:
    now = timezone.now()
    Failure.objects.create(
        id="f" * 32,
        name="quick-red-fox",
        func="boards.jobs.draw",
        started=now,
        stopped=now,
        success=False,
        result="Traceback (most recent call last):\n  …\nValueError: <b>no bird</b>",
    )
    page = staff_client.get("/ops/").content.decode()
    assert "boards.jobs.draw" in page
    assert "ValueError: &lt;b&gt;no bird&lt;/b&gt;" in page


def test_the_queue_is_counted_and_its_oldest_job_dated() -> None:
    for cluster in ("fast", "fast", "slow"):
        async_task("pelican.site.jobs.answer_probe", cluster, cluster=cluster)
    taken = OrmQ.objects.filter(key="slow").get()
    taken.lock = timezone.now() + dt.timedelta(minutes=5)
    taken.save()
    fast, slow = operations.clusters(timezone.now() + dt.timedelta(seconds=90))
    assert (fast.waiting, fast.running, slow.waiting, slow.running) == (2, 0, 0, 1)
    assert fast.waits is not None
    assert 90 <= fast.waits.total_seconds() < 120
    assert slow.waits is None


def test_the_number_of_queries_does_not_grow(
    staff_client: Client, django_assert_max_num_queries
) -> None:
    for pid in range(20):
        beat("fast", pid + 1)
        async_task("pelican.site.jobs.answer_probe", "fast", cluster="fast")
    with django_assert_max_num_queries(12):
        staff_client.get("/ops/")
