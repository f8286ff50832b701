"""The voting page in the hand: keys, still drawings, equal sides, nothing that moves, a thumb."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import QUESTION, Rivals
from voting.models import Ballot, Pair

PHONE = {"width": 390, "height": 844}
MATS_JS = """() => [...document.querySelectorAll('.pair .mat')].map((mat) => {
    const box = mat.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height].map(Math.round);
})"""
LIGHTNESS_JS = """(mat) => {
    const [red, green, blue] = getComputedStyle(mat).backgroundColor.match(/[\\d.]+/g).map(Number);
    return Math.min(red, green, blue);
}"""


@pytest.fixture
def vote_page(page: Page, live_server: Any, rivals: Rivals) -> Page:
    """The page with a pair on it."""
    page.goto(f"{live_server.url}/vote/")
    return page


def answered(page: Page, key: str) -> str:
    """Press a key and say what was counted."""
    page.keyboard.press(key)
    page.wait_for_url("**/vote/reveal/**")
    return Ballot.objects.latest("pk").outcome


@pytest.mark.parametrize(
    ("key", "outcome"),
    [
        ("ArrowLeft", "left"),
        ("ArrowRight", "right"),
        ("ArrowDown", "tie"),
        ("ArrowUp", "both_bad"),
    ],
)
def test_each_key_gives_the_answer_it_stands_on(
    vote_page: Page, complaints: list[str], key: str, outcome: str
) -> None:
    shown = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowDown": "↓", "ArrowUp": "↑"}[key]
    assert vote_page.locator(f"button[value={outcome}] kbd").inner_text() == shown
    assert answered(vote_page, key) == outcome
    assert complaints == []


def test_skip_next_and_undo_have_keys(vote_page: Page, complaints: list[str]) -> None:
    first = vote_page.locator(QUESTION).input_value()
    vote_page.keyboard.press("s")
    expect(vote_page.locator(QUESTION)).not_to_have_value(first)
    assert Pair.objects.get(nonce=first).state == Pair.State.SKIPPED
    assert not Ballot.objects.filter(pair__nonce=first).exists()

    answered(vote_page, "ArrowLeft")
    vote_page.keyboard.press("Enter")
    expect(vote_page.locator(QUESTION)).to_have_count(1)
    answered(vote_page, "ArrowLeft")
    vote_page.keyboard.press("u")
    expect(vote_page.locator(QUESTION)).to_have_count(1)
    assert Ballot.objects.latest("pk").state == Ballot.State.INVALID
    assert complaints == []


def test_keys_are_off_inside_fields_and_stay_off_once_switched_off(vote_page: Page) -> None:
    votes = Ballot.objects.count()
    vote_page.evaluate(
        "document.querySelector('.votefoot').append(document.createElement('input'))"
    )
    vote_page.locator(".votefoot > input").press("ArrowLeft")
    vote_page.locator(".votefoot > input").evaluate("(field) => field.remove()")
    vote_page.locator("[data-keys] input").uncheck()
    for _ in range(2):
        vote_page.locator("body").press("ArrowLeft")
        expect(vote_page.locator(QUESTION)).to_have_count(1)
        assert vote_page.locator(".votebar kbd:visible").count() == 0
        vote_page.reload()
    assert Ballot.objects.count() == votes
    vote_page.locator("[data-keys] input").check()
    assert answered(vote_page, "ArrowLeft") == "left"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_drawings_are_large_equal_and_on_a_light_mat(vote_page: Page, theme: Any) -> None:
    vote_page.emulate_media(color_scheme=theme)
    (_left, top, width, height), (_right, other_top, *other_size) = vote_page.evaluate(MATS_JS)
    assert (top, [width, height]) == (other_top, other_size)
    assert width > 500
    for mat in vote_page.locator(".pair .mat").all():
        assert mat.evaluate(LIGHTNESS_JS) > 220


def test_nothing_moves_from_pair_to_pair_nor_when_the_undo_goes(vote_page: Page) -> None:
    vote_page.wait_for_load_state("networkidle")
    before = vote_page.evaluate(MATS_JS)
    answered(vote_page, "ArrowLeft")
    vote_page.keyboard.press("Enter")
    expect(vote_page.locator(QUESTION)).to_have_count(1)
    assert vote_page.evaluate(MATS_JS) == before

    others = vote_page.locator(".votefoot > :not(.undo), .foot")
    places = [one.bounding_box() for one in others.all()]
    vote_page.locator(".votefoot .undo").evaluate("(form) => form.remove()")
    assert [one.bounding_box() for one in others.all()] == places


@pytest.mark.parametrize("width", [1280, PHONE["width"]])
def test_word_of_the_vote_taken_back_moves_no_drawing(vote_page: Page, width: int) -> None:
    vote_page.set_viewport_size({"width": width, "height": 844})
    before = vote_page.evaluate(MATS_JS)
    answered(vote_page, "ArrowLeft")
    vote_page.locator("form.undo button").click()
    expect(vote_page.locator(".votenotice")).to_be_visible()
    for side, (was, now) in enumerate(zip(before, vote_page.evaluate(MATS_JS), strict=True)):
        assert now == pytest.approx(was, abs=2), side


def test_a_phone_shows_both_drawings_and_every_answer_without_scrolling(vote_page: Page) -> None:
    vote_page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a width and a height
    upper, lower = vote_page.evaluate(MATS_JS)
    assert upper[2:] == lower[2:]
    assert upper[1] >= 0
    assert lower[1] >= upper[1] + upper[3]
    for button in vote_page.locator(".votebar button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] >= lower[1] + lower[3]
        assert box["y"] + box["height"] <= PHONE["height"]
        assert min(box["width"], box["height"]) >= 44


def test_drawings_stand_still_for_whoever_asks_for_less_motion(
    browser: Browser, live_server: Any, rivals: Rivals
) -> None:
    for motion, ending in (("reduce", ".png"), ("no-preference", "")):
        context = browser.new_context(reduced_motion=motion)  # type: ignore[arg-type]  # one of two
        page = context.new_page()
        page.goto(f"{live_server.url}/vote/")
        page.wait_for_load_state("networkidle")
        nonce = page.locator(QUESTION).input_value()
        sources = page.locator(".pair img").evaluate_all(
            "(images) => images.map((image) => new URL(image.currentSrc).pathname)"
        )
        assert sources == [f"/p/{nonce}/{side}{ending}" for side in "ab"]
        context.close()
