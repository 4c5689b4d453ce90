"""What goes wrong has a page too, in words, with its number."""

from __future__ import annotations

import json

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


def test_the_wrong_method_is_refused_with_a_page(as_ada: Client) -> None:
    for response in (as_ada.post("/ratings/"), as_ada.delete("/tokens/1/revoke/")):
        text = response.content.decode()
        assert response.status_code == 405
        assert faults_of(text) == []
        assert f"it takes {response.headers['Allow']}" in text and "GET" in response.headers["Allow"]


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/tournaments/1/start/", "/tournaments/1/"),
        ("/versions/1/publish/", "/versions/1/"),
        ("/versions/1/check/", "/versions/1/"),
        ("/tokens/1/revoke/", "/tokens/"),
    ],
)
def test_a_log_in_on_the_way_to_an_action_ends_on_its_page(
    address: str, page: str, anonymous: Client, as_ada: Client
) -> None:
    assert anonymous.post(address).url == f"/accounts/login/?next={address}"  # type: ignore[attr-defined]
    assert as_ada.get(address).url == page  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("accept", "is_json"),
    [
        ("application/json", True),
        ("application/problem+json", True),
        ("application/json, text/plain, */*", True),
        ("text/html,application/xhtml+xml,*/*;q=0.8", False),
        ("text/html, application/json", False),
        ("*/*", False),
    ],
)
def test_who_asks_for_json_gets_problem_details(accept: str, is_json: bool, ada: User) -> None:
    strict = Client(enforce_csrf_checks=True, headers={"accept": accept}, raise_request_exception=False)
    strict.force_login(ada)
    request = RequestFactory().get("/", headers={"accept": accept})
    request.user = ada
    answers = {
        403: strict.post("/tokens/", {"name": "x"}),
        404: strict.get("/nothing/"),
        405: strict.options("/ratings/"),
        400: pages.bad_request(request, Exception("bad")),
        500: pages.server_error(request),
    }
    for status, response in answers.items():
        assert response.status_code == status
        assert (response.headers["Content-Type"] == "application/problem+json") == is_json
        if is_json:
            body = json.loads(response.content)
            assert body["status"] == status and body["detail"] and body["code"]
