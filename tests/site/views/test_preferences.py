"""The theme switch."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client

from tests.site.html import html_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_is_kept_and_the_page_is_returned_to(client: Client, theme: str):
    response = client.post("/zh/theme/", {"theme": theme, "next": "/zh/boards/?a=1"})
    assert response.status_code == HTTPStatus.FOUND
    assert response["Location"] == "/zh/boards/?a=1"
    cookie = response.cookies["theme"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    page = html_of(client.get("/boards/"))
    assert f'data-theme="{theme}"' in page
    assert f'value="{theme}" aria-pressed="true"' in page


def test_auto_forgets_the_choice(client: Client):
    client.post("/theme/", {"theme": "dark", "next": "/"})
    client.post("/theme/", {"theme": "auto", "next": "/"})
    assert "data-theme" not in html_of(client.get("/boards/"))


@pytest.mark.parametrize("theme", ["", "sepia", '"><script>'])
def test_an_unknown_theme_is_refused(client: Client, theme: str):
    response = client.post("/theme/", {"theme": theme})
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert "theme" not in response.cookies


def test_an_unknown_theme_in_the_cookie_is_ignored(client: Client):
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in html_of(client.get("/boards/"))


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example/", "", "javascript:x"]
)
def test_no_form_sends_anyone_elsewhere(client: Client, target: str):
    response = client.post("/theme/", {"theme": "dark", "next": target})
    assert response["Location"] == "/"


def test_a_theme_is_set_by_post_only(client: Client):
    assert client.get("/theme/").status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_a_form_without_its_token_is_refused_with_a_page_of_ours():
    strict = Client(enforce_csrf_checks=True)
    response = strict.post("/theme/", {"theme": "dark"})
    assert response.status_code == HTTPStatus.FORBIDDEN
    assert "That form had been open too long." in html_of(response)
