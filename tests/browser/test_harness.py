"""The browser harness itself."""

from __future__ import annotations

from playwright.sync_api import Page


def test_what_a_page_complains_about_is_collected(page: Page, complaints: list[str]) -> None:
    page.set_content("<title>A bird</title><script>console.warn('squawk')</script>")
    assert page.title() == "A bird"
    assert complaints == ["squawk"]
