"""What a reader may not see is not there: 404, and no trace of it in other pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.accounts.services import token_create
from fairdeal.common import blobs
from fairdeal.submissions.models import BotVersion, VersionState

from tests.fairdeal.web.builders import make_check, make_match, make_version


@pytest.fixture
def private(ada: User) -> BotVersion:
    """Make a version that nobody but its owner knows of, with a report."""
    version = make_version(ada, "secret-fox", state=VersionState.REJECTED, bundle_sha256=blobs.put(b"code"))
    make_check(version, summary="It crashed.", steps=[{"name": "start", "ok": False, "stderr": "password in a log"}])
    return version


@pytest.mark.parametrize("name", ["version", "version_report", "bundle"])
def test_a_private_version_does_not_exist_for_others(
    name: str, private: BotVersion, as_bob: Client, anonymous: Client
) -> None:
    for client in (as_bob, anonymous):
        assert client.get(reverse(f"web:{name}", args=[private.pk])).status_code == 404


def test_a_private_bot_does_not_exist_for_others(private: BotVersion, as_bob: Client, as_ada: Client) -> None:
    for address in (reverse("web:bot", args=["ada", "secret-fox"]), reverse("web:owner", args=["ada"])):
        assert as_bob.get(address).status_code == 404
        assert "secret-fox" in as_ada.get(address).content.decode()


def test_the_owner_reads_report_and_log_as_text(private: BotVersion, as_ada: Client) -> None:
    text = as_ada.get(reverse("web:version", args=[private.pk])).content.decode()
    assert "It crashed." in text
    assert "password in a log" in text


def test_staff_reads_what_the_owner_reads(private: BotVersion, bob: User, as_bob: Client) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    assert "password in a log" in as_bob.get(reverse("web:version", args=[private.pk])).content.decode()


def test_a_version_that_played_is_public_but_its_report_and_code_are_not(ada: User, bob: User, as_bob: Client) -> None:
    version = make_version(ada, bundle_sha256=blobs.put(b"code"))
    make_check(version, state="passed", summary="All well.", steps=[{"name": "start", "ok": True, "stderr": "my log"}])
    make_match(version, make_version(bob, "owl"))
    text = as_bob.get(reverse("web:version", args=[version.pk])).content.decode()
    assert "All well." not in text
    assert "my log" not in text
    assert reverse("web:bundle", args=[version.pk]) not in text
    for name in ("bundle", "version_report"):
        assert as_bob.get(reverse(f"web:{name}", args=[version.pk])).status_code == 404


def test_only_its_owner_and_staff_read_what_a_bot_left_in_a_match(
    ada: User, bob: User, as_ada: Client, as_bob: Client, anonymous: Client
) -> None:
    match = make_match(make_version(ada), make_version(bob, "owl"))
    block = match.blocks.get(index=1)
    game = block.games[1]
    seat = game["seating"].index(0)
    game["verdicts"][seat] = "crash"
    evidence = {"signal": 11, "exit_code": None, "cpu_ms": 1234.0, "wall_ms": 1300.0, "peak_kib": 4096}
    game["faults"] = [
        {"seat": seat, "verdict": "crash", "detail": "no answer", "deal": 3, "action_index": 7,
         "evidence": {**evidence, "stderr_tail": "my ace was there"}}
    ]  # fmt: skip
    block.save()
    address = reverse("web:match", args=[match.pk])
    text = " ".join(as_ada.get(address).content.decode().split())
    for said in (f"Block 2, game 2, seat {seat}", "no answer", "deal 3", "1234 ms of CPU time", "ended by signal 11"):
        assert said in text
    assert "my ace was there" in text
    for client in (as_bob, anonymous):
        others = client.get(address).content.decode()
        assert "my ace was there" not in others
        assert "no answer" not in others
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    assert "my ace was there" in as_bob.get(address).content.decode()


def test_only_the_owner_publishes_and_then_anyone_reads_the_code(
    private: BotVersion, as_bob: Client, as_ada: Client, anonymous: Client
) -> None:
    address = reverse("web:version_publish", args=[private.pk])
    assert as_bob.post(address).status_code == 404
    assert not BotVersion.objects.get(pk=private.pk).is_published
    assert as_ada.get(address).url == reverse("web:version", args=[private.pk])
    assert not BotVersion.objects.get(pk=private.pk).is_published
    assert as_ada.post(address).status_code == 302
    response = anonymous.get(reverse("web:bundle", args=[private.pk]))
    assert b"".join(response.streaming_content) == b"code"  # type: ignore[arg-type]
    assert response.headers["Content-Disposition"] == 'attachment; filename="secret-fox-v1.zip"'


def test_records_are_closed_as_long_as_the_match_is(ada: User, bob: User, anonymous: Client) -> None:
    match = make_match(make_version(ada), make_version(bob, "owl"), is_closed=True)
    record = blobs.put(b"a record")
    match.blocks.update(record_sha256=record)
    address = reverse("web:record", args=[match.pk, 0])
    page = reverse("web:match", args=[match.pk])
    assert anonymous.get(address).status_code == 404
    assert address not in anonymous.get(page).content.decode()
    type(match).objects.update(is_closed=False)
    assert address in anonymous.get(page).content.decode()
    response = anonymous.get(address)
    assert b"".join(response.streaming_content) == b"a record"  # type: ignore[arg-type]
    assert "Content-Encoding" not in response.headers
    assert anonymous.get(reverse("web:record", args=[match.pk, 7])).status_code == 404


def test_a_token_can_only_be_revoked_by_its_user(ada: User, as_bob: Client, as_ada: Client) -> None:
    token, _plain = token_create(user=ada, name="laptop", scopes=["read"])
    address = reverse("web:token_revoke", args=[token.pk])
    assert as_bob.post(address).status_code == 404
    token.refresh_from_db()
    assert token.is_live
    assert as_ada.post(address).status_code == 302
    token.refresh_from_db()
    assert not token.is_live
