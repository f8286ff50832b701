"""Every page in both languages: nothing on the console, nothing that axe objects to."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page

from tests.browser.conftest import Rivals

PAGES = (
    "",
    "boards/",
    "boards/pelican_bicycle/",
    "vote/",
    "votes/mine/",
    "panel/",
    "data/",
    "variants/{variant}/",
    "samples/{sample}/",
    "no-such-page/",
)


LOOKS = [(language, theme) for language in ("", "zh/") for theme in ("light", "dark")]
WIDTHS = (1280, 390, 320)


def objections(page: Page) -> list[str]:
    """What axe has to say about the page, and whether it is wider than the screen."""
    violations = Axe().run(page).response["violations"]
    found = [
        f"{violation['id']}: {node['html']}"
        for violation in violations
        for node in violation["nodes"]
    ]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"wider than {width} px")
    return found


@pytest.mark.parametrize("path", PAGES)
def test_public_pages_are_clean(
    page: Page, complaints: list[str], live_server, rivals: Rivals, path: str
) -> None:
    path = path.format(variant=rivals.heron.slug, sample=rivals.sample.pk)
    found = []
    for language, theme in LOOKS:
        page.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
        page.goto(f"{live_server.url}/{language}{path}")
        found += [f"{language}{theme}: {objection}" for objection in objections(page)]
    assert found == []
    if path == "no-such-page/":
        complaints = [said for said in complaints if "404 (Not Found)" not in said]
    assert complaints == []


def test_the_description_of_the_api_can_be_tried(
    page: Page, complaints: list[str], live_server, transactional_db: None
) -> None:
    page.goto(f"{live_server.url}/api/v1/docs/")
    page.locator(".opblock-summary").click()
    page.locator(".try-out__btn").click()
    with page.expect_response(lambda response: response.url.endswith("/api/v1/score")) as scored:
        page.locator(".execute").click()
    assert scored.value.ok
    page.locator(".live-responses-table").wait_for()
    assert complaints == []


@pytest.mark.parametrize("language", ["", "zh/"])
def test_the_operations_page_is_clean_and_renews_itself(
    page: Page, complaints: list[str], live_server, language: str
) -> None:
    client = Client()
    client.force_login(User.objects.create_user("ines", is_staff=True))
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    page.clock.install()
    page.goto(f"{live_server.url}/{language}ops/")
    assert objections(page) == []
    with page.expect_response(lambda response: response.url.endswith("/ops/")) as renewed:
        page.clock.run_for(6_000)
    assert "<html" not in renewed.value.text()
    assert complaints == []
