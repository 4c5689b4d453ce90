"""Errors as pages and as problem details, the number of a request, and the headers every page carries."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from fairdeal.common import pages
from fairdeal.common.errors import InvalidInput, NotAuthenticated, NotFound
from fairdeal.common.middleware import ProblemMiddleware, RequestIdMiddleware


def answer(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("fine")


def test_every_request_has_a_number() -> None:
    middleware = RequestIdMiddleware(answer)
    given = middleware(RequestFactory().get("/", headers={"X-Request-ID": "from-the-proxy-1"}))
    assert given["X-Request-ID"] == "from-the-proxy-1"
    bad = [RequestFactory().get("/", headers={"X-Request-ID": number}) for number in ("", "a b<")]
    made = [middleware(request)["X-Request-ID"] for request in bad]
    assert len(set(made)) == 2
    assert all(number.isalnum() for number in made)


def test_problem_details_for_programs() -> None:
    error = InvalidInput("Not like this.", fields={"file": "empty"})
    response = ProblemMiddleware(answer).process_exception(RequestFactory().get("/api/v1/x/"), error)
    assert response is not None
    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    assert b'"errors": {"file": ["empty"]}' in response.content


def test_who_must_log_in_is_sent_there() -> None:
    response = pages.problem(RequestFactory().get("/upload/?a=1"), NotAuthenticated("who?"))
    assert response.status_code == 302
    assert response["Location"] == "/accounts/login/?next=/upload/%3Fa%3D1"


def test_other_errors_are_left_to_django() -> None:
    assert ProblemMiddleware(answer).process_exception(RequestFactory().get("/"), ValueError("x")) is None


@pytest.mark.django_db
def test_a_page_that_does_not_exist(client: Client) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "text/html" in response["Content-Type"]


@pytest.mark.django_db
def test_a_services_refusal_is_a_page() -> None:
    request = RequestFactory().get("/bots/ada/gone/")
    request.user = None  # type: ignore[assignment]  # no session in this test
    response = pages.problem(request, NotFound("There is no such bot."))
    assert response.status_code == 404
    assert b"There is no such bot." in response.content


@pytest.mark.django_db
def test_the_content_security_policy_allows_nothing_inline(client: Client) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert "frame-ancestors 'none'" in policy
