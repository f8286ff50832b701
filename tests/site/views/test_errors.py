"""Error pages of our own, each with one way on."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.site.html import html_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    [
        "/no/such/page/",
        "/samples/999999/",
        "/variants/nobody/",
        "/boards/walrus_hovercraft/",
        "/boards/pelican_bicycle/?condition=ffffffffffff",
    ],
)
def test_what_is_not_there_is_a_page_with_a_way_on(client: Client, path: str):
    for prefix in ("", "/zh"):
        response = client.get(prefix + path)
        assert response.status_code == HTTPStatus.NOT_FOUND
        page = html_of(response)
        assert "page-error" in page
        assert f'class="btn btn--main" href="{prefix}/boards/"' in page


@pytest.mark.parametrize("template", ["400.html", "500.html"])
def test_the_last_resorts_need_no_request_and_no_database(template: str, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = render_to_string(template)
    assert 'class="btn btn--main" href="/"' in page
    assert template.removesuffix(".html") in page


@pytest.mark.parametrize("template", ["403.html", "404.html", "429.html", "403_csrf.html"])
def test_every_error_says_what_to_do(template: str, rf):
    page = render_to_string(template, request=rf.get("/"))
    assert 'class="btn btn--main"' in page
    assert '<h1 class="display">' in page


def test_a_foreign_host_is_a_plain_400(client: Client):
    response = client.get("/boards/", headers={"host": "elsewhere.example"})
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert b"page-error" in response.content
