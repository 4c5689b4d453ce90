"""Accounts: names that cannot be confused, an owner for everyone, tokens that only their holder knows."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from fairdeal.accounts.models import ApiToken, Owner, Scope, User
from fairdeal.accounts.services import (
    house_owner,
    owner_for,
    token_authenticate,
    token_create,
    token_revoke,
    user_create,
)
from fairdeal.common import clock
from fairdeal.common.errors import InvalidInput, NotAuthenticated, NotFound

from tests.fairdeal.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_a_user_is_made_with_an_owner(ada: User) -> None:
    owner = owner_for(user=ada)
    assert (owner.name, owner.kind, list(owner.members.all())) == ("ada", Owner.Kind.PERSON, [ada])
    assert ada.check_password(PASSWORD)


@pytest.mark.parametrize("name", ["", "a", "-ada", "ada-", "a--b", "a_b", "a.b", "a b", "ädä", "a" * 33, "ada\n", "me"])
def test_names_that_are_refused(name: str) -> None:
    if name == "ada\n":
        name = "a\nda"
    with pytest.raises(InvalidInput) as caught:
        user_create(username=name, password=PASSWORD)
    assert list(caught.value.fields) == ["username"]
    assert not User.objects.exists()


def test_names_are_one_whatever_their_capitals(ada: User) -> None:
    with pytest.raises(InvalidInput) as caught:
        user_create(username="ADA", password=PASSWORD)
    assert list(caught.value.fields) == ["username"]


def test_a_name_of_a_team_is_taken_too() -> None:
    Owner.objects.create(kind=Owner.Kind.TEAM, name="aces")
    with pytest.raises(InvalidInput):
        user_create(username="aces", password=PASSWORD)


def test_weak_passwords_and_bad_addresses_name_their_fields() -> None:
    with pytest.raises(InvalidInput) as caught:
        user_create(username="ada", password="12345", email="nowhere")
    assert set(caught.value.fields) == {"password", "email"}


def test_an_owner_that_cannot_be_made_takes_the_user_with_it() -> None:
    Owner.objects.create(kind=Owner.Kind.TEAM, name="aces")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(username="aces", password=PASSWORD)
    assert not User.objects.exists()


def test_a_team_is_not_its_members_own_owner(ada: User) -> None:
    Owner.objects.filter(name="ada").update(kind=Owner.Kind.TEAM)
    with pytest.raises(NotFound):
        owner_for(user=ada)


def test_the_house_owner_is_made_once() -> None:
    assert house_owner() == house_owner()
    assert house_owner().kind == Owner.Kind.HOUSE


def test_only_the_digest_of_a_token_is_kept(ada: User) -> None:
    token, plain = token_create(user=ada, name="laptop", scopes=[Scope.UPLOAD, Scope.READ, Scope.READ])
    assert plain.startswith("fd_")
    assert len(plain) == 46
    row = ApiToken.objects.values().get()
    assert row["digest"] == hashlib.sha256(plain.encode()).hexdigest()
    assert row["scopes"] == ["read", "upload"]
    assert plain.startswith(row["prefix"])
    assert len(row["prefix"]) == 9
    assert plain[12:] not in str(row)
    assert token_authenticate(plain=plain) == token


@pytest.mark.parametrize("plain", ["", "fd_", "fd_" + "a" * 43, "x" * 46, "fd_ä" + "a" * 42, "fd_" + "a" * 43 + "\n"])
def test_unknown_tokens_are_refused(ada: User, plain: str) -> None:
    token_create(user=ada, name="laptop", scopes=["read"])
    with pytest.raises(NotAuthenticated):
        token_authenticate(plain=plain)


def test_tokens_end(ada: User) -> None:
    _one, revoked = token_create(user=ada, name="one", scopes=["read"])
    token_revoke(token=_one)
    _two, expiring = token_create(user=ada, name="two", scopes=["read"], expires_at=clock.now() + timedelta(hours=1))
    assert token_authenticate(plain=expiring)
    with clock.frozen_at(clock.now() + timedelta(hours=1, seconds=1)), pytest.raises(NotAuthenticated):
        token_authenticate(plain=expiring)
    with pytest.raises(NotAuthenticated):
        token_authenticate(plain=revoked)


def test_a_closed_accounts_tokens_end_with_it(ada: User) -> None:
    _token, plain = token_create(user=ada, name="one", scopes=["read"])
    User.objects.update(is_active=False)
    with pytest.raises(NotAuthenticated):
        token_authenticate(plain=plain)


def test_revoking_twice_keeps_the_first_time(ada: User) -> None:
    token, _plain = token_create(user=ada, name="one", scopes=["read"])
    first = token_revoke(token=token).revoked_at
    assert token_revoke(token=token).revoked_at == first


def test_the_last_use_is_written_at_most_once_a_minute(ada: User, django_assert_num_queries: Any) -> None:
    _token, plain = token_create(user=ada, name="one", scopes=["read"])
    assert token_authenticate(plain=plain).last_used_at is not None
    with django_assert_num_queries(1):
        token_authenticate(plain=plain)


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "a" * 81}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["read", "root"]}, "scopes"),
        ({"expires_at": clock.now() - timedelta(seconds=1)}, "expires_at"),
    ],
)
def test_tokens_that_are_refused(ada: User, words: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        token_create(**{"user": ada, "name": "one", "scopes": ["read"], **words})
    assert list(caught.value.fields) == [field]


def sign_up(client: Client, name: str) -> Any:
    form = {"username": name, "email": "", "password1": PASSWORD, "password2": PASSWORD}
    return client.post("/accounts/signup/", form)


@pytest.mark.usefixtures("db")
def test_signing_up_on_the_site_makes_user_and_owner(client: Client) -> None:
    assert sign_up(client, "Grace").status_code == 302
    assert owner_for(user=User.objects.get(username="grace")).name == "grace"


@pytest.mark.parametrize("name", ["house", "a_b", "ada", "ADA"])
def test_signing_up_keeps_to_the_same_names(client: Client, make_user: Callable[..., User], name: str) -> None:
    make_user("ada")
    answer = sign_up(client, name)
    assert answer.status_code == 200
    assert "username" in answer.context["form"].errors
    assert User.objects.count() == 1
