"""The browser harness itself."""

from __future__ import annotations

from playwright.sync_api import Page


def test_it_works(page: Page, complaints: list[str]) -> None:
    page.set_content("<title>A bird</title><script>console.warn('squawk')</script>")
    assert page.title() == "A bird"
    assert complaints == ["squawk"]


def test_a_page_of_the_site_opens(page: Page, live_server) -> None:
    response = page.goto(f"{live_server.url}/healthz")
    assert response is not None
    assert response.status == 200
