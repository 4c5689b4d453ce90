"""Every error is a problem document, whatever its cause."""

from __future__ import annotations

import pytest
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from fairdeal.api.problems import domain_error_of
from fairdeal.common.errors import Conflict
from fairdeal.tournaments.models import Tournament
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


@pytest.mark.parametrize(
    ("path", "accept", "offered"),
    [
        ("/api/v1/games/", "text/csv", "application/json"),
        ("/api/v1/pools/7/", "text/html, application/xml;q=0.9", "application/json"),
        ("/api/v1/games/", "*/*, application/json;q=0", "application/json"),
        ("/api/v1/games/", "nonsense", "application/json"),
        ("/api/v1/matches/1/records/0/", "application/json", "application/gzip"),
        ("/api/v1/worker/bundles/" + "0" * 64, "text/*", "application/zip"),
        ("/api/v1/schema/", "application/yaml", "application/vnd.oai.openapi+json"),
    ],
)
def test_what_accept_does_not_allow_is_refused_by_a_problem(anonymous, db, path, accept, offered):
    response = anonymous.get(path, headers={"accept": accept})
    assert response.status_code == 406
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert (body["status"], body["code"]) == (406, "not_acceptable")
    assert offered in body["detail"] and accept in body["detail"]


def test_a_refused_accept_changes_nothing(ada, client_of, contestants):
    entries = [version.pk for version in contestants[:2]]
    body = {"name": "Cup", "game": "thirty-one", "players": 2, "blocks": 1, "entries": entries}
    answer = client_of(ada).post("/api/v1/tournaments/", body, format="json", headers={"accept": "text/html"})
    assert answer.status_code == 406
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "accept",
    ["", "*/*", "application/*;q=0.1", "text/html, application/xhtml+xml, */*;q=0.8", "Application/JSON;q=0.5"],
)
def test_what_accept_allows_is_sent_as_json(anonymous, db, accept):
    response = anonymous.get("/api/v1/games/", headers={"accept": accept})
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"


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


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"game": "chess"}, "There is no game 'chess'; there are: "),
        ({"players": 12}, "The game thirty-one takes 2 to 7 players, not 12."),
        ({"options": {"start_chips": -1}}, "Option 'start_chips': -1 is not allowed; allowed: "),
    ],
)
def test_what_the_engines_refuse_is_a_sentence_like_all_else(client_of, ada, change, text):
    body = {"name": "Cup", "game": "thirty-one", "players": 2, "blocks": 2, "entries": []} | change
    answer = client_of(ada).post("/api/v1/tournaments/", body)
    assert answer.status_code == 400
    ((told,),) = (answer.json()["errors"][field] for field in change)
    assert told.startswith(text) and told.endswith(".")
