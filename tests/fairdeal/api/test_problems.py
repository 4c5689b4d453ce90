"""Every error is a problem document, whatever its cause."""

from __future__ import annotations

import pytest
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from fairdeal.api.problems import domain_error_of
from fairdeal.common.errors import Conflict
from rest_framework import exceptions
from rest_framework.test import APIClient


@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "patch"])
@pytest.mark.parametrize("path", ["/api/v1/nothing/", "/api/v1/", "/api/v2/games/", "/api/v1/games/7/8/"])
def test_an_address_that_does_not_exist(anonymous, db, method, path):
    response = getattr(anonymous, method)(path)
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert body["status"] == 404 and body["code"] == "not_found" and body["instance"] == path
    assert body["type"] == "urn:fairdeal:problem:not_found"


def test_a_method_that_does_not_exist(ada, client_of, anonymous):
    response = client_of(ada).post("/api/v1/games/", {})
    assert response.status_code == 405
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "method_not_allowed"
    # Who may not write at all learns nothing about methods.
    assert anonymous.post("/api/v1/games/", {}).status_code == 401


def test_our_own_fault_is_told_in_general_words(db, monkeypatch):
    def fail() -> tuple[str, ...]:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("engines.game_ids", fail)
    response = APIClient(raise_request_exception=False).get("/api/v1/games/")
    assert response.status_code == 500
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "server_error"
    assert "secret" not in response.content.decode()


def test_errors_of_nested_fields_have_dotted_names():
    error = domain_error_of(
        exceptions.ValidationError({"name": ["empty"], "entries": [{}, {"id": ["no"]}], "options": {"target": ["big"]}})
    )
    assert error is not None
    assert error.fields == {"name": ["empty"], "entries.1.id": ["no"], "options.target": ["big"]}


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Conflict("twice", code="same_bytes"), 409, "same_bytes"),
        (Http404(), 404, "not_found"),
        (RequestDataTooBig(), 413, "too_large"),
        (SuspiciousOperation(), 400, "malformed"),
        (exceptions.ParseError(), 400, "malformed"),
        (exceptions.UnsupportedMediaType("text/x"), 415, "unsupported_media_type"),
        (exceptions.Throttled(wait=2.1), 429, "throttled"),
    ],
)
def test_each_kind_has_its_status_and_code(error, status, code):
    told = domain_error_of(error)
    assert told is not None
    assert (told.status, told.code) == (status, code)


def test_the_wait_of_a_throttle_is_rounded_up():
    told = domain_error_of(exceptions.Throttled(wait=2.1))
    assert getattr(told, "headers", {})["Retry-After"] == "3"


def test_what_nobody_foresaw_is_ours():
    assert domain_error_of(KeyError("x")) is None
