"""Keys under load and after a crash: once means once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from fairdeal.common import clock
from fairdeal.common.models import IdempotencyKey
from fairdeal.submissions.models import Bot

from tests.fairdeal.api.test_versions import form, post
from tests.fairdeal.conftest import bot_zip

KEY = {"Idempotency-Key": "k"}


@pytest.fixture
def content() -> bytes:
    return bot_zip()


def test_while_the_first_request_runs_the_second_is_told_to_wait(ada, client_of, content, sent):
    client = client_of(ada)
    assert post(client, form(content), **KEY).status_code == 201
    IdempotencyKey.objects.update(status=None, body=None)
    response = post(client, form(content), **KEY)
    assert response.status_code == 409
    assert response.json()["code"] == "request_in_progress"


def test_a_request_that_died_gives_its_key_back(ada, client_of, content, sent):
    client = client_of(ada)
    assert post(client, form(b"nonsense"), **KEY).status_code == 400
    IdempotencyKey.objects.create(user=ada, key="k", fingerprint="x")
    IdempotencyKey.objects.update(created_at=clock.now() - timedelta(hours=1))
    assert post(client, form(content), **KEY).status_code == 201


def test_a_change_and_its_answer_are_one_transaction(ada, client_of, content, sent, monkeypatch):
    client = client_of(ada)
    client.raise_request_exception = False

    def fail(*_: object) -> None:
        raise RuntimeError("after the change, before the answer")

    monkeypatch.setattr("fairdeal.api.resources.versions._detail", fail)
    assert post(client, form(content), **KEY).status_code == 500
    assert not Bot.objects.exists() and not IdempotencyKey.objects.exists()


@pytest.mark.parametrize("key", ["", "x" * 129, "tab\there"])
def test_a_key_that_is_none(ada, client_of, content, sent, key):
    response = post(client_of(ada), form(content), **{"Idempotency-Key": key})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["Idempotency-Key"]


def test_nobody_uses_up_a_key(anonymous, db, content):
    assert post(anonymous, form(content), **KEY).status_code == 401
    assert not IdempotencyKey.objects.exists()
