"""A visitor votes on the real page, and finds the votes in the file and in the table."""

from __future__ import annotations

import csv
import io
import re

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from pelican.rules import RULES
from tests.browser.conftest import QUESTION, Rivals
from voting.models import Ballot, Pair

VOTES = 20
LOOK_SECONDS = RULES.voting.view_seconds_min + 1
KEYS = {"left": "ArrowLeft", "right": "ArrowRight"}


def vote_for(page: Page, favourite: str, *, by_key: bool) -> tuple[str, str, str]:
    """Vote for the favourite where it is in the pair on the page, else for A.

    Returns both variants and the answer.
    """
    pair = Pair.objects.get(nonce=page.locator(QUESTION).input_value())
    choice = "right" if pair.right_contestant == favourite else "left"
    if by_key:
        page.keyboard.press(KEYS[choice])
    else:
        page.locator(f"button[value={choice}]").click()
    page.wait_for_url("**/vote/reveal/**")
    return pair.left_contestant, pair.right_contestant, choice


def votes_and_rating(page: Page, board: str, name: str) -> tuple[int, int]:
    """What the visitor table says about a variant."""
    page.goto(board)
    row = page.locator("tbody tr", has_text=name).first
    votes = row.locator("td.num.meta").first.inner_text()
    return int(votes.replace(",", "")), int(row.locator(".score").inner_text())


def test_twenty_votes_are_in_the_file_and_in_the_table(
    page: Page, complaints: list[str], live_server, rivals: Rivals
) -> None:
    board = f"{live_server.url}/boards/pelican_bicycle/"
    votes_before, rating_before = votes_and_rating(page, board, "Heron 4")
    ids_before = set(Ballot.objects.values_list("pk", flat=True))

    page.goto(f"{live_server.url}/vote/")
    cast = []
    with time_machine.travel(timezone.now(), tick=True) as clock:
        for number in range(VOTES):
            clock.shift(LOOK_SECONDS)
            cast.append(vote_for(page, rivals.heron.slug, by_key=bool(number % 2)))
            page.locator("a[data-next]").click()
            expect(page.locator(QUESTION)).to_have_count(1)
    assert complaints == []

    response = page.request.get(f"{live_server.url}/data/ballots.csv")
    everything = csv.DictReader(io.StringIO(response.text()))
    rows = [row for row in everything if int(row["id"]) not in ids_before]
    assert [(row["left_variant"], row["right_variant"], row["outcome"]) for row in rows] == cast
    assert {row["state"] for row in rows} == {"valid"}
    assert len({row["voter"] for row in rows}) == 1

    call_command("refit", verbosity=0)
    votes, rating = votes_and_rating(page, board, "Heron 4")
    meetings = sum(rivals.heron.slug in (left, right) for left, right, _choice in cast)
    assert votes == votes_before + meetings
    assert meetings >= 5
    assert rating > rating_before
    assert complaints == []


def test_a_vote_needs_no_script(browser: Browser, live_server, rivals: Rivals) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/vote/")
    with time_machine.travel(timezone.now(), tick=True) as clock:
        clock.shift(LOOK_SECONDS)
        page.locator("button[value=tie]").click()
    assert re.search(r"/vote/reveal/[\w-]+/$", page.url)
    assert page.locator("figcaption a").count() >= 2
    assert Ballot.objects.latest("pk").outcome == "tie"
    context.close()


@pytest.mark.parametrize("language", ["", "zh/"])
def test_an_undone_vote_does_not_count(
    page: Page, complaints: list[str], live_server, rivals: Rivals, language: str
) -> None:
    page.goto(f"{live_server.url}/{language}vote/")
    vote_for(page, rivals.heron.slug, by_key=False)
    page.locator("form[data-expires] button").click()
    expect(page.locator("form[data-expires]")).to_have_count(0)
    assert Ballot.objects.latest("pk").state != Ballot.State.VALID
    assert complaints == []
