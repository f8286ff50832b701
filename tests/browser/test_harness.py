"""The browser harness itself."""

from __future__ import annotations

from playwright.sync_api import Page


def test_what_a_page_complains_about_is_collected(page: Page, complaints: list[str]) -> None:
    page.set_content("<title>A bird</title><script>console.warn('squawk')</script>")
    assert page.title() == "A bird"
    assert complaints == ["squawk"]


def test_what_a_graphics_driver_says_of_its_speed_is_no_complaint(
    page: Page, complaints: list[str]
) -> None:
    page.set_content(
        "<script>console.warn('[.WebGL-0x1]GL Driver Message (OpenGL, Performance, High): stall');"
        "console.error('[.WebGL-0x1] GL_INVALID_OPERATION: glDrawArrays')</script>"
    )
    assert complaints == ["[.WebGL-0x1] GL_INVALID_OPERATION: glDrawArrays"]
