"""Tokens: what is let in, what is refused, and in which words."""

from __future__ import annotations

from datetime import timedelta

import pytest
from fairdeal.accounts.models import ApiToken, Scope
from fairdeal.accounts.services import token_create, token_revoke
from fairdeal.common import clock
from rest_framework.test import APIClient

ME = "/api/v1/me/"


def bearer(plain: str) -> APIClient:
    return APIClient(headers={"authorization": f"Bearer {plain}"})


def test_a_live_token_says_who_it_is(ada):
    _token, plain = token_create(user=ada, name="laptop", scopes=[Scope.READ])
    response = bearer(plain).get(ME)
    assert response.status_code == 200
    assert response.json() == {
        "username": "ada",
        "owner": "ada",
        "token": "laptop",
        "scopes": ["read"],
        "expires_at": None,
    }


def test_without_a_token_the_challenge_names_no_error(anonymous, db):
    response = anonymous.get(ME)
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == 'Bearer realm="fairdeal"'
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "not_authenticated"


@pytest.mark.parametrize("plain", ["nonsense", "fd_" + "x" * 43, "a b", "é"])
def test_a_wrong_token_is_refused_even_where_anybody_may_read(plain, db):
    response = bearer(plain).get("/api/v1/games/")
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == 'Bearer realm="fairdeal", error="invalid_token"'
    assert response.json()["status"] == 401


def test_an_expired_token_is_refused(ada):
    token, plain = token_create(user=ada, name="old", scopes=[Scope.READ])
    ApiToken.objects.filter(pk=token.pk).update(expires_at=clock.now() - timedelta(seconds=1))
    assert bearer(plain).get(ME).status_code == 401


def test_a_revoked_token_is_refused(ada):
    token, plain = token_create(user=ada, name="lost", scopes=[Scope.READ])
    token_revoke(token=token)
    assert bearer(plain).get(ME).status_code == 401


def test_a_token_of_a_closed_account_is_refused(ada):
    _token, plain = token_create(user=ada, name="mine", scopes=[Scope.READ])
    ada.is_active = False
    ada.save()
    assert bearer(plain).get(ME).status_code == 401


def test_the_scheme_is_case_insensitive(ada):
    _token, plain = token_create(user=ada, name="mine", scopes=[Scope.READ])
    assert APIClient(headers={"authorization": f"bearer {plain}"}).get(ME).status_code == 200


def test_a_token_without_the_scope_is_told_which_it_needs(ada, client_of):
    response = client_of(ada, Scope.UPLOAD).get(ME)
    assert response.status_code == 403
    assert 'error="insufficient_scope", scope="read"' in response["WWW-Authenticate"]
    assert response.json()["code"] == "insufficient_scope"


def test_a_session_alone_is_nobody_here(ada, client):
    client.force_login(ada)
    assert client.get(ME).status_code == 401
