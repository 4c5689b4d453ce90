"""What was typed comes back with what is wrong beside the field; what is right is done."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import ApiToken, User
from fairdeal.matches.models import Match
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.models import Tournament, TournamentState

from tests.fairdeal.web.builders import SEED, make_version, tournament_fields
from tests.fairdeal.web.markup import faults_of

CODE = b"from fairdeal_bot import Bot, run\n\n\nclass Fox(Bot):\n    pass\n\n\nrun(Fox)\n"
UPLOAD = "/upload/"
NEW = "/tournaments/new/?game=thirty-one"


def error_beside(text: str, field: str) -> str:
    """Give the errors that stand beside a field; the field points at them."""
    found = re.search(rf'id="id_{field}_error"[^>]*>(.*?)</ul>', text, re.DOTALL)
    return found.group(1) if found else ""


def a_file(content: bytes = CODE, name: str = "fox.py") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def test_an_upload_leads_to_its_version(as_ada: Client) -> None:
    response = as_ada.post(UPLOAD, {"file": a_file(), "bot_name": "fox", "games": ["thirty-one"]})
    version = BotVersion.objects.get()
    assert (response.status_code, response.url) == (302, reverse("web:version", args=[version.pk]))
    assert (str(version), version.games) == ("ada/fox v1", ["thirty-one"])
    assert "hx-get" in as_ada.get(response.url).content.decode()


@pytest.mark.parametrize(
    ("content", "name", "field", "words"),
    [
        (b"", "fox.py", "file", "empty"),
        (b"def act(:\n", "fox.py", "file", "line 1"),
        (b"no archive", "fox.zip", "file", "zip"),
        (CODE, "fox.exe", "file", ".py"),
    ],
)
def test_what_is_wrong_with_a_file_stands_beside_it(
    content: bytes, name: str, field: str, words: str, as_ada: Client
) -> None:
    response = as_ada.post(UPLOAD, {"file": a_file(content, name), "bot_name": "fox", "games": ["thirty-one"]})
    text = response.content.decode()
    assert response.status_code == 400
    assert words in error_beside(text, field)
    assert faults_of(text) == []
    assert not BotVersion.objects.exists()


def test_a_single_file_without_name_or_games_is_told_so_beside_the_fields(as_ada: Client) -> None:
    assert error_beside(as_ada.post(UPLOAD, {"file": a_file(), "games": ["thirty-one"]}).content.decode(), "bot_name")
    assert error_beside(as_ada.post(UPLOAD, {"file": a_file(), "bot_name": "fox"}).content.decode(), "games")


def test_the_same_bytes_again_name_the_version(as_ada: Client) -> None:
    fields = {"bot_name": "fox", "games": ["thirty-one"]}
    as_ada.post(UPLOAD, {"file": a_file(), **fields})
    response = as_ada.post(UPLOAD, {"file": a_file(), **fields})
    assert response.status_code == 409
    assert "ada/fox v1" in error_beside(response.content.decode(), "file")


def test_the_same_file_under_another_name_names_the_version(as_ada: Client) -> None:
    as_ada.post(UPLOAD, {"file": a_file(), "bot_name": "fox", "games": ["thirty-one"]})
    response = as_ada.post(UPLOAD, {"file": a_file(), "bot_name": "elk", "games": ["smear-four-handed"]})
    assert response.status_code == 409
    assert "ada/fox v1" in error_beside(response.content.decode(), "file")


def test_what_the_quota_does_not_take_is_said(as_ada: Client, settings: Any) -> None:
    settings.UPLOADS_AN_HOUR = 1
    as_ada.post(UPLOAD, {"file": a_file(), "bot_name": "fox", "games": ["thirty-one"]})
    response = as_ada.post(UPLOAD, {"file": a_file(CODE + b"#"), "bot_name": "fox", "games": ["thirty-one"]})
    assert response.status_code == 429
    assert 3500 < int(response.headers["Retry-After"]) <= 3600
    assert "1 version within the last hour" in response.content.decode()

    settings.UPLOADS_AN_HOUR, settings.UPLOAD_STORE_BYTES = 9, 10
    response = as_ada.post(UPLOAD, {"file": a_file(CODE + b"#"), "bot_name": "fox", "games": ["thirty-one"]})
    assert response.status_code == 413
    assert "kept for one owner" in error_beside(response.content.decode(), "file")
    assert BotVersion.objects.count() == 1


def test_a_token_is_shown_once(as_ada: Client) -> None:
    response = as_ada.post("/tokens/", {"name": "laptop", "scopes": ["read", "upload"], "days": "30"})
    text = response.content.decode()
    token = ApiToken.objects.get()
    plain = re.search(r"fd_[A-Za-z0-9_-]{43}", text)
    assert plain is not None
    assert token.scopes == ["read", "upload"]
    assert "no-store" in response.headers["Cache-Control"]
    assert plain.group() not in as_ada.get("/tokens/").content.decode()


def test_a_token_without_scopes_is_refused_beside_the_field(as_ada: Client) -> None:
    response = as_ada.post("/tokens/", {"name": "laptop", "days": ""})
    assert response.status_code == 400
    assert error_beside(response.content.decode(), "scopes")
    assert not ApiToken.objects.exists()


def test_a_tournament_is_made_looked_at_and_started(ada: User, bob: User, as_ada: Client, as_bob: Client) -> None:
    versions = [make_version(ada, "fox"), make_version(ada, "elk"), make_version(ada, "owl")]
    fields = tournament_fields(entries=[version.pk for version in versions])
    response = as_ada.post(NEW, fields)
    tournament = Tournament.objects.get()
    assert (response.status_code, response.url) == (302, reverse("web:tournament", args=[tournament.pk]))
    start = reverse("web:tournament_start", args=[tournament.pk])
    assert start in as_ada.get(response.url).content.decode()

    as_bob.post(start)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.DRAFT

    as_ada.post(start)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.RUNNING
    assert Match.objects.filter(pairing__tournament=tournament).count() == 3
    assert "hx-get" in as_ada.get(response.url).content.decode()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"format": "league"}, "format"),
        ({"blocks": 0}, "blocks"),
        ({"blocks": 1_000_000}, "blocks"),
        ({"setting-cycles": 0}, "setting-cycles"),
        ({"players": 99}, "players"),
        ({"entry_kind": "team"}, "entry_kind"),
    ],
)
def test_what_is_wrong_with_a_tournament_stands_beside_the_field(
    change: dict[str, object], field: str, ada: User, as_ada: Client
) -> None:
    entries = [make_version(ada, "fox").pk, make_version(ada, "elk").pk]
    fields = tournament_fields(entries=entries)
    response = as_ada.post(NEW, fields | change)
    text = response.content.decode()
    assert response.status_code == 400
    assert error_beside(text, field)
    assert faults_of(text) == []
    assert not Tournament.objects.exists()


def test_only_staff_is_asked_for_a_seed_and_nobody_else_can_send_one(ada: User, as_ada: Client) -> None:
    entries = [make_version(ada, "fox").pk, make_version(ada, "elk").pk]
    fields = tournament_fields(entries=entries)
    assert 'name="seed"' not in as_ada.get(NEW).content.decode()
    response = as_ada.post(NEW, {**fields, "seed": SEED})
    assert response.status_code == 400
    assert "seed: Only staff" in response.content.decode()
    assert not Tournament.objects.exists()

    User.objects.filter(pk=ada.pk).update(is_staff=True)
    response = as_ada.post(NEW, {**fields, "seed": "short"})
    assert error_beside(response.content.decode(), "seed")
    assert as_ada.post(NEW, {**fields, "seed": SEED}).status_code == 302
    assert Tournament.objects.get().seed == SEED


def test_one_entry_is_no_tournament(ada: User, as_ada: Client) -> None:
    fields = tournament_fields(entries=[make_version(ada).pk])
    response = as_ada.post(NEW, fields)
    assert response.status_code == 400
    assert error_beside(response.content.decode(), "entries")


def test_only_accepted_versions_of_the_game_that_one_may_see_are_offered(ada: User, bob: User, as_ada: Client) -> None:
    make_version(ada, "fox")
    make_version(ada, "stoat", games=["smear-four-handed"])
    make_version(ada, "mole", state="rejected")
    make_version(bob, "owl")
    text = as_ada.get(NEW).content.decode()
    assert "ada/fox v1" in text
    for name in ("stoat", "mole", "owl"):
        assert name not in text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({}, {}),
        ({"option-three_of_a_kind": "on", "option-start_chips": "5"}, {"start_chips": 5, "three_of_a_kind": True}),
        ({"option-three_of_a_kind": "off", "option-start_chips": "3"}, {}),
        ({"option-blitz": "any31", "option-first_round_knock": "off"}, {"blitz": "any31", "first_round_knock": False}),
    ],
)
def test_options_of_the_rules_reach_the_tournament(
    typed: dict[str, str], kept: dict[str, object], ada: User, as_ada: Client
) -> None:
    entries = [make_version(ada, "fox").pk, make_version(ada, "elk").pk]
    fields = tournament_fields(entries=entries)
    assert as_ada.post(NEW, fields | typed).status_code == 302
    assert Tournament.objects.get().options == kept


@pytest.mark.parametrize(
    ("factor", "status", "kept"), [("1.5", 302, {"ante": 4, "dealer_factor": 1.5}), ("1.3", 400, None)]
)
def test_an_option_may_be_a_fraction(
    factor: str, status: int, kept: dict[str, object] | None, ada: User, as_ada: Client
) -> None:
    entries = [make_version(ada, name, games=["speculation"]).pk for name in ("fox", "elk")]
    fields = tournament_fields(entries=entries)
    typed = {"option-ante": "4", "option-dealer_factor": factor}
    assert as_ada.post("/tournaments/new/?game=speculation", fields | typed).status_code == status
    assert [tournament.options for tournament in Tournament.objects.all()] == ([] if kept is None else [kept])


@pytest.mark.parametrize(("option", "value"), [("three_of_a_kind", "maybe"), ("start_chips", "99"), ("blitz", "none")])
def test_an_option_that_is_not_allowed_is_refused_beside_its_field(
    option: str, value: str, ada: User, as_ada: Client
) -> None:
    entries = [make_version(ada, "fox").pk, make_version(ada, "elk").pk]
    fields = tournament_fields(entries=entries)
    response = as_ada.post(NEW, fields | {f"option-{option}": value})
    assert response.status_code == 400
    assert error_beside(response.content.decode(), f"option-{option}")
    assert "<details open>" in response.content.decode()
