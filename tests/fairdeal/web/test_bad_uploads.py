"""What is wrong with a bot stands on the page that its author sees."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.text import capfirst
from fairdeal.accounts.models import User
from fairdeal.submissions.models import Bot, BotVersion, Check, VersionState
from fairdeal.tournaments.models import Tournament

from tests.fairdeal.bad_uploads import BAD_UPLOADS, FAULTS
from tests.fairdeal.web.builders import make_check, make_version, tournament_fields
from tests.fairdeal.web.markup import faults_of
from tests.fairdeal.web.test_forms import NEW, UPLOAD, error_beside


@pytest.mark.parametrize("name", list(BAD_UPLOADS))
def test_what_cannot_be_a_bot_is_told_beside_the_file_and_leaves_nothing(
    name: str, as_ada: Client, settings: Any
) -> None:
    bad = BAD_UPLOADS[name]
    response = as_ada.post(UPLOAD, {"file": SimpleUploadedFile(bad.filename, bad.content)})
    text = response.content.decode()
    assert response.status_code == bad.status
    assert bad.words in unescape(error_beside(text, "file"))
    assert faults_of(text) == []
    assert (Bot.objects.count(), BotVersion.objects.count(), Check.objects.count()) == (0, 0, 0)
    assert [path for path in Path(settings.BLOB_DIR).rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("verdict", list(FAULTS))
def test_a_bot_that_fails_its_check_has_a_page_that_says_how(
    verdict: str, ada: User, as_ada: Client, as_bob: Client
) -> None:
    version = make_version(ada, state=VersionState.REJECTED)
    step = {"name": "thirty-one", "ok": False, "verdict": verdict, "detail": "in deal 1", "stderr": "<i>my log</i>"}
    make_check(version, summary="The bot is at fault.", steps=[step])
    address = reverse("web:version", args=[version.pk])
    text = as_ada.get(address).content.decode()
    assert f'<span class="strong">{capfirst(FAULTS[verdict])}</span>: in deal 1' in text
    assert "The bot is at fault." in text and "&lt;i&gt;my log&lt;/i&gt;" in text
    assert faults_of(text) == []
    assert as_bob.get(address).status_code == 404


def test_a_bot_that_does_not_play_the_game_cannot_be_entered(ada: User, as_ada: Client) -> None:
    other = make_version(ada, "stoat", games=["smear-four-handed"])
    entries = [make_version(ada, "fox").pk, other.pk]
    fields = tournament_fields(entries=entries)
    response = as_ada.post(NEW, fields)
    assert response.status_code == 400
    assert str(other.pk) in error_beside(response.content.decode(), "entries")
    assert not Tournament.objects.exists()


def test_somebody_elses_private_bot_cannot_be_entered(ada: User, bob: User, as_ada: Client) -> None:
    entries = [make_version(ada, "fox").pk, make_version(bob, "owl").pk]
    fields = tournament_fields(entries=entries)
    response = as_ada.post(NEW, fields)
    assert response.status_code == 400
    assert error_beside(response.content.decode(), "entries")
    assert "owl" not in response.content.decode()
