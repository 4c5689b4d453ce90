"""The same form sent twice makes one thing, and leads to it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import ApiToken, User
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.models import Tournament

from tests.fairdeal.web.builders import make_version, tournament_fields

CODE = b"from fairdeal_bot import Bot, run\n\n\nclass Fox(Bot):\n    pass\n\n\nrun(Fox)\n"
NEW = "/tournaments/new/?game=thirty-one"


def key_of(client: Client, address: str) -> str:
    found = re.search(r'type="hidden" name="once_key" value="([^"]{20,})"', client.get(address).content.decode())
    assert found is not None
    return found.group(1)


@pytest.fixture
def cup(ada: User, as_ada: Client) -> dict[str, Any]:
    entries = [make_version(ada, "fox").pk, make_version(ada, "elk").pk]
    fields = tournament_fields(entries=entries)
    return {**fields, "once_key": key_of(as_ada, NEW)}


def test_a_tournament_is_made_once(cup: dict[str, Any], as_ada: Client) -> None:
    first, second = as_ada.post(NEW, cup), as_ada.post(NEW, cup)
    made = Tournament.objects.get()
    assert first.url == second.url == reverse("web:tournament", args=[made.pk])  # type: ignore[attr-defined]
    assert key_of(as_ada, NEW) != cup["once_key"]


def test_a_form_filled_in_otherwise_or_by_another_page_is_another_one(cup: dict[str, Any], as_ada: Client) -> None:
    as_ada.post(NEW, cup)
    as_ada.post(NEW, {**cup, "name": "Night"})
    as_ada.post(NEW, {**cup, "once_key": key_of(as_ada, NEW)})
    assert sorted(Tournament.objects.values_list("name", flat=True)) == ["Cup", "Cup", "Night"]


def test_what_was_refused_can_be_corrected_under_the_same_key(cup: dict[str, Any], as_ada: Client) -> None:
    refused = as_ada.post(NEW, {**cup, "blocks": 1_000_000})
    assert refused.status_code == 400 and cup["once_key"] in refused.content.decode()
    assert as_ada.post(NEW, cup).status_code == 302
    assert Tournament.objects.count() == 1


def test_an_upload_leads_to_the_same_version_again(as_ada: Client) -> None:
    fields = {"bot_name": "fox", "games": ["thirty-one"], "once_key": key_of(as_ada, "/upload/")}
    answers = [as_ada.post("/upload/", {**fields, "file": SimpleUploadedFile("fox.py", CODE)}) for _ in range(2)]
    address = reverse("web:version", args=[BotVersion.objects.get().pk])
    assert [answer.url for answer in answers] == [address, address]  # type: ignore[attr-defined]


def test_a_token_is_made_and_shown_once(as_ada: Client) -> None:
    fields = {"name": "laptop", "scopes": ["read"], "days": "30", "once_key": key_of(as_ada, "/tokens/")}
    first, second = as_ada.post("/tokens/", fields), as_ada.post("/tokens/", fields, follow=True)
    assert ApiToken.objects.count() == 1
    plain = re.search(r"fd_[A-Za-z0-9_-]{43}", first.content.decode())
    assert plain is not None and plain.group() not in second.content.decode()
    assert "is made already" in second.content.decode()
    assert key_of(as_ada, "/tokens/") != fields["once_key"]
