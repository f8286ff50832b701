"""A run in the browser: put together, started, watched while it is drawn, and ended."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from boards.generation.catalogue_sync import sync_models
from boards.generation.models_toml import read_models_file
from boards.models import Run
from tests.queue import run_queue
from tests.tree import PROJECT


@pytest.fixture
def staff_page(page: Page, live_server: LiveServer) -> Page:
    """A page of someone who is logged in as staff, on a site with the shipped catalogue."""
    sync_models(read_models_file(PROJECT / "models.toml"))
    client = Client()
    client.force_login(User.objects.create_superuser("ines"))
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    return page


def start(page: Page, site: str) -> None:
    page.goto(f"{site}/ops/runs/new/")
    page.check("input[value=sketcher-ink-max]")
    page.get_by_label("Drawings of each").fill("2")
    page.get_by_role("button", name="See what it would do").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This will ask for 2 drawings")
    page.get_by_role("button", name="Start").click()


def objections(page: Page) -> list[str]:
    """What axe has to say about the page, and whether it is wider than the screen."""
    found = [
        f"{violation['id']}: {node['html']}"
        for violation in Axe().run(page).response["violations"]
        for node in violation["nodes"]
    ]
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"wider than {width} px")
    return found


def test_cells_change_while_one_watches(
    staff_page: Page, live_server: LiveServer, complaints: list[str]
) -> None:
    start(staff_page, live_server.url)
    title = staff_page.get_by_role("heading", level=1)
    expect(title).to_have_text(f"Batch {Run.objects.get().pk}: 0 of 2 settled")
    expect(staff_page.locator(".slot--queued")).to_have_count(2)
    run_queue()
    expect(title).to_contain_text("complete, 2 of 2 settled", timeout=10_000)
    expect(staff_page.locator(".slot--queued")).to_have_count(0)
    expect(staff_page.locator(".log")).to_contain_text("complete")
    assert complaints == []


def test_the_keyboard_stays_where_it_was(staff_page: Page, live_server: LiveServer) -> None:
    start(staff_page, live_server.url)
    staff_page.locator("#pause").focus()
    with staff_page.expect_response(lambda response: "HX" in str(response.request.headers).upper()):
        pass
    staff_page.wait_for_timeout(300)
    assert staff_page.evaluate("document.activeElement.id") == "pause"


def test_cancelling_asks_first(staff_page: Page, live_server: LiveServer) -> None:
    start(staff_page, live_server.url)
    staff_page.get_by_role("link", name="Cancel…").click()
    staff_page.get_by_role("button", name="Cancel the run").click()
    expect(staff_page.get_by_role("heading", level=1)).to_contain_text("cancelled")
    expect(staff_page.get_by_role("status").filter(has_text="Cancelled.")).to_be_visible()


def test_no_page_of_runs_is_objected_to(
    staff_page: Page, live_server: LiveServer, complaints: list[str]
) -> None:
    start(staff_page, live_server.url)
    run = Run.objects.get().pk
    found = []
    for path in ("", "new/", f"{run}/", f"{run}/log/", f"{run}/cancel/"):
        for theme in ("light", "dark"):
            staff_page.context.add_cookies(
                [{"name": "theme", "value": theme, "url": live_server.url}]
            )
            staff_page.goto(f"{live_server.url}/ops/runs/{path}")
            found += [f"{path} {theme}: {objection}" for objection in objections(staff_page)]
    assert not found, "\n".join(found)
    assert complaints == []
