"""The cookie that makes a visitor a voter."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from voting.voters import COOKIE, Voter, forget, known_voter, new_key, remember, voter_of


def sent_to_a_new_voter() -> HttpResponse:
    return remember(HttpResponse(), voter_of(RequestFactory().get("/")))


def test_a_key_is_random_and_fits_its_column() -> None:
    assert len({new_key() for _ in range(100)}) == 100
    assert {len(new_key()) for _ in range(100)} == {22}


def test_a_voter_is_known_by_the_cookie() -> None:
    voter = voter_of(RequestFactory().get("/"))
    assert voter.is_new
    response = remember(HttpResponse(), voter)
    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = response.cookies[COOKIE].value
    assert known_voter(request) == voter_of(request) == Voter(voter.key, is_new=False)


def test_a_known_voter_gets_no_cookie_again() -> None:
    assert COOKIE not in remember(HttpResponse(), Voter("key", is_new=False)).cookies


def test_the_cookie_is_for_the_server_alone() -> None:
    cookie = sent_to_a_new_voter().cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"]
    assert cookie["max-age"] == 365 * 24 * 3600


def test_in_production_the_cookie_travels_encrypted_only(settings: Settings) -> None:
    settings.PRODUCTION = True
    assert sent_to_a_new_voter().cookies[COOKIE]["secure"]


@pytest.mark.parametrize("value", ["", "a-key-of-my-own", "a-key:1abc:signature"])
def test_a_forged_cookie_is_nobody(value: str) -> None:
    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = value
    assert known_voter(request) is None


def test_a_forgotten_voter_loses_the_cookie() -> None:
    response = HttpResponse()
    forget(response)
    assert response.cookies[COOKIE]["max-age"] == 0
