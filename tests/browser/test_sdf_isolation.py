"""What an artifact can do to the page, its visitor and the world: nothing."""

from __future__ import annotations

import dataclasses
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, expect

from benchmarks.templatetags import sdf
from pelican.rules import RULES
from tests.browser.evil_server import EvilServer, listening
from tests.factories.benchmarks import MODULE, ArtifactFactory

HOSTILE = Path(__file__).parents[1] / "fixtures/artifacts/hostile.js"
HANGS = MODULE.replace("    render(time) {\n", "    render(time) {\n      while (time > 0.5);\n")
STARTED = {"loaded", "arrived", "opened", "ran", "registered", "reached"}
LIVE = ".live.is-live"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evil() -> Iterator[EvilServer]:
    with listening() as server:
        yield server


def test_the_evil_server_hears_what_reaches_it(evil) -> None:
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        urllib.request.urlopen(f"{evil.url}/hello", timeout=3)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"hello", ("127.0.0.1", evil.udp_port))
    for _try in range(100):
        if len(evil.heard) == 2:
            break
        time.sleep(0.02)
    assert sorted(evil.heard) == ["TCP GET /hello HTTP/1.1", "UDP 5 bytes"]


def test_no_attempt_gets_out(page: Page, live_server, evil) -> None:
    source = HOSTILE.read_text("utf-8")
    source = source.replace("__EVIL__", evil.url).replace("__STUN__", evil.stun)
    artifact = ArtifactFactory.create(source=source)
    happened: list[str] = []

    def note_and_dismiss(dialog: Dialog) -> None:
        happened.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", note_and_dismiss)
    page.on("popup", lambda popup: happened.append(f"pop-up {popup.url}"))
    page.on("download", lambda download: happened.append(f"download {download.url}"))
    url = f"{live_server.url}{artifact.get_absolute_url()}"
    page.goto(url)
    page.context.add_cookies([{"name": "secret", "value": "1", "url": live_server.url}])
    page.evaluate(
        "addEventListener('message', ({data}) => {"
        " if (data?.attempts) document.body.dataset.attempts = JSON.stringify(data.attempts) })"
    )
    page.locator("[data-wake]").click()
    page.wait_for_selector("body[data-attempts]", timeout=30_000)
    page.wait_for_timeout(2_000)  # time for the last attempts, and for navigating itself away

    outcomes: dict[str, str] = page.evaluate("JSON.parse(document.body.dataset.attempts)")
    assert len(outcomes) > 35
    # The event of a nested frame fires for a refused document as well; the server knows better.
    started = {name for name, said in outcomes.items() if said in STARTED} - {"nested frame"}
    assert started == set()
    assert outcomes["cookie"] in {"empty", "threw SecurityError"}
    assert outcomes["parent document"] == "threw SecurityError"
    assert outcomes["parent address"] == "threw SecurityError"
    assert happened == []
    assert page.url == url
    assert evil.heard == []


def test_an_endless_loop_is_stopped_and_the_others_go_on(
    page: Page, live_server, monkeypatch
) -> None:
    quick = dataclasses.replace(RULES.sdf, watchdog_seconds=5)
    monkeypatch.setattr(sdf, "RULES", dataclasses.replace(RULES, sdf=quick))
    ArtifactFactory.create(slug="first")
    ArtifactFactory.create(slug="hangs", source=HANGS)
    ArtifactFactory.create(slug="last")
    page.set_viewport_size({"width": 1280, "height": 1600})
    page.goto(f"{live_server.url}/sdf/")
    for button in page.locator("[data-wake]").all():
        button.click()
    hanging = page.locator("[data-card]", has=page.locator("a[href$='/hangs/']"))
    hanging.locator("[data-stopped]").wait_for(timeout=40_000)
    # The page itself never stood still, or the watchdog could not have spoken.
    assert "Stopped" in hanging.locator("[data-wake]").inner_text()
    expect(page.locator(LIVE)).to_have_count(2, timeout=60_000)
    assert page.locator("iframe").count() == 2


def test_forty_cards_scrolled_through_never_hold_more_than_the_rules_allow(
    page: Page, live_server
) -> None:
    for number in range(40):
        ArtifactFactory.create(slug=f"card-{number}", source=f"// {number}\n{MODULE}")
    page.goto(f"{live_server.url}/sdf/")
    page.evaluate(
        """() => {
          window.most = 0;
          new MutationObserver(() => {
            most = Math.max(most, document.querySelectorAll('iframe').length);
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    height: int = page.evaluate("document.documentElement.scrollHeight")
    for top in range(0, height, 400):
        page.evaluate("top => scrollTo({ top, behavior: 'instant' })", top)
        page.wait_for_timeout(60)
        page.evaluate(
            "document.querySelectorAll('[data-stage]').forEach("
            "({ stage }) => stage.inSight && stage.wake())"
        )
    page.wait_for_timeout(500)
    most: int = page.evaluate("most")
    assert 1 < most <= RULES.sdf.live_max
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_timeout(500)
    assert page.locator("iframe").count() == 0


def test_a_canvas_comes_alive_and_obeys_menu_keys_and_buttons(
    page: Page, live_server, complaints: list[Any]
) -> None:
    artifact = ArtifactFactory.create()
    page.goto(f"{live_server.url}{artifact.get_absolute_url()}")
    page.locator("[data-wake]").click()
    expect(page.locator(LIVE)).to_have_count(1, timeout=30_000)
    view = page.locator("[data-view]")
    expect(view).to_have_text("0.60 · 0.20 · 4.00")
    page.locator("[data-views]").select_option(label="View 3")
    page.locator("[data-reset]").press("ArrowRight")
    expect(view).to_have_text("1.67 · 0.08 · 4.00")
    page.locator("[data-reset]").click()
    expect(view).to_have_text("0.60 · 0.20 · 4.00")
    pause = page.locator("[data-pause]")
    before = pause.get_attribute("aria-pressed")
    pause.click()
    assert pause.get_attribute("aria-pressed") != before
    assert complaints == []
