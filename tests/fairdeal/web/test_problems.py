"""What goes wrong has a page too, in words, with its number."""

from __future__ import annotations

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.views.defaults import bad_request
from fairdeal.accounts.models import User
from fairdeal.common import pages

from tests.fairdeal.web.markup import faults_of


@pytest.mark.parametrize(
    "address",
    [
        "/nothing/",
        "/ratings/9/",
        "/bots/nobody/",
        "/bots/nobody/nothing/",
        "/versions/9/",
        "/matches/9/",
        "/matches/9/records/0",
        "/tournaments/9/",
        "/tournaments/9/progress",
        "/versions/99999999999999999999999/",
        "/tournaments/99999999999999999999999/",
    ],
)
def test_what_does_not_exist_says_so(address: str, anonymous: Client) -> None:
    response = anonymous.get(address)
    text = response.content.decode()
    assert response.status_code == 404
    assert faults_of(text) == []
    assert response.headers["X-Request-ID"] in text


def test_a_game_that_is_not_played_here_is_not_found(as_ada: Client) -> None:
    assert as_ada.get("/tournaments/new/?game=<script>").status_code == 404


def test_a_form_from_elsewhere_is_refused_with_a_page(ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    response = strict.post("/tokens/", {"name": "x"})
    assert response.status_code == 403
    assert faults_of(response.content.decode()) == []
    assert "reload the page" in response.content.decode()


def test_a_request_that_cannot_be_read_gets_a_page() -> None:
    response = bad_request(HttpRequest(), Exception("bad"))
    assert response.status_code == 400
    assert faults_of(response.content.decode()) == []


def test_when_we_break_the_page_asks_the_database_nothing(ada: User) -> None:
    request = RequestFactory().get("/")
    request.user = ada
    with CaptureQueriesContext(connection) as captured:
        response = pages.server_error(request)
    assert response.status_code == 500
    assert len(captured) == 0
    assert faults_of(response.content.decode()) == []
    assert "ada" not in response.content.decode()


def test_the_wrong_method_is_refused(as_ada: Client) -> None:
    assert as_ada.post("/ratings/").status_code == 405
    assert as_ada.get("/tokens/1/revoke/").status_code == 405
