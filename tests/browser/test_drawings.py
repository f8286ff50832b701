"""Published drawings in a browser: none may show the broken-image sign."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Page

from boards.catalogue import get_task
from boards.svg import evaluate

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "drawings"
TASK = get_task("pelican_bicycle")
SIZE_OF_IMAGE = """source => new Promise(answer => {
  const image = new Image();
  image.onload = () => answer([image.naturalWidth, image.naturalHeight]);
  image.onerror = () => answer(null);
  image.src = source;
})"""


def natural_size(page: Page, svg: str) -> list[int] | None:
    """The size an ``<img>`` gives a drawing; None when it shows as broken."""
    encoded = base64.b64encode(svg.encode()).decode()
    size: list[int] | None = page.evaluate(SIZE_OF_IMAGE, f"data:image/svg+xml;base64,{encoded}")
    return size


def assert_shown(page: Page, paths: list[Path]) -> None:
    for path in paths:
        found = evaluate(path.read_bytes(), TASK)
        if found.sanitised is not None:
            size = natural_size(page, found.sanitised)
            assert size is not None, path.name
            assert min(size) > 0 or "zero" in path.name, (path.name, size)


def test_our_drawings_show(page: Page):
    assert_shown(page, sorted(FIXTURES.rglob("*.svg")))


def test_collected_drawings_show(page: Page, corpus: Path):
    assert_shown(page, sorted(corpus.rglob("*.svg")))


@pytest.mark.parametrize("name", ["event_handler", "script", "style_import"])
def test_a_published_drawing_opened_by_itself_does_nothing(page: Page, name: str):
    found = evaluate((FIXTURES / "hostile" / f"{name}.svg").read_bytes(), TASK)
    requests: list[str] = []
    dialogs: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    assert found.sanitised is not None

    page.goto("data:image/svg+xml," + found.sanitised.replace("%", "%25").replace("#", "%23"))
    page.wait_for_timeout(200)

    assert [url for url in requests if not url.startswith("data:")] == []
    assert dialogs == []
