"""What holds for every public page: both languages, no inline code, one shell."""

from __future__ import annotations

import re
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.site.conftest import Colony
from tests.site.html import html_of

PATHS = (
    "/",
    "/boards/",
    "/boards/pelican_bicycle/",
    "/boards/hedgehog_scooter/",
    "/variants/heron-4-high/",
    "/data/",
)
INLINE = re.compile(
    r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)", re.IGNORECASE
)


@pytest.fixture
def paths(colony: Colony) -> list[str]:
    samples = (colony.passed, colony.rejected)
    return [*PATHS, *(f"/samples/{sample.pk}/" for sample in samples)]


@pytest.mark.parametrize("prefix", ["", "/zh"])
def test_it_works(client: Client, paths: list[str], prefix: str):
    for path in paths:
        response = client.get(prefix + path)
        assert response.status_code == HTTPStatus.OK, path
        tag = "zh-Hans" if prefix else "en"
        assert f'<html lang="{tag}"' in html_of(response), path


@pytest.mark.parametrize("prefix", ["", "/zh"])
def test_no_page_has_code_or_style_of_its_own(client: Client, paths: list[str], prefix: str):
    for path in [*paths, "/nothing/here/"]:
        found = INLINE.search(html_of(client.get(prefix + path)))
        assert found is None, f"{path}: {found}"


def test_the_policy_allows_nothing_from_elsewhere(client: Client, colony: Colony):
    policy = client.get("/boards/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_every_page_links_to_itself_in_the_other_language(client: Client, paths: list[str]):
    for path in paths:
        assert f'href="/zh{path}"' in html_of(client.get(path))
        chinese = html_of(client.get(f"/zh{path}"))
        assert f'href="{path}" lang="en" hreflang="en"' in chinese
        assert f'rel="alternate" hreflang="zh-Hans" href="http://testserver/zh{path}"' in chinese


def test_a_language_link_keeps_the_query(client: Client, colony: Colony):
    page = html_of(client.get("/boards/pelican_bicycle/?effort=high&sort=-votes"))
    assert 'href="/zh/boards/pelican_bicycle/?effort=high&amp;sort=-votes"' in page


@pytest.mark.parametrize(
    ("path", "current"), [("/boards/", "/boards/"), ("/data/", "/data/"), ("/", None)]
)
def test_the_navigation_says_where_one_is(client: Client, colony: Colony, path, current):
    page = html_of(client.get(path))
    assert re.findall(r'<a href="([^"]*)" aria-current="page"', page) == (
        [current] if current else []
    )


def test_the_staff_bar_is_for_staff(client: Client, colony: Colony):
    assert "staffbar" not in html_of(client.get("/boards/"))
    client.force_login(User.objects.create_user("ines", is_staff=True))
    page = html_of(client.get("/boards/"))
    assert "staffbar" in page
    assert 'href="/admin/"' in page


def test_robots_may_read_all_but_staff_pages_and_votes(client: Client):
    response = client.get("/robots.txt")
    assert response["Content-Type"].startswith("text/plain")
    assert b"Disallow: /vote/" in response.content


def test_a_browser_that_asks_for_favicon_ico_gets_the_mark(client: Client):
    response = client.get("/favicon.ico")
    assert response.status_code == HTTPStatus.FOUND
    assert response["Location"].endswith(".svg")
