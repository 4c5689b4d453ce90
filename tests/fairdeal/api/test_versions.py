"""Uploading, reading and publishing versions, as owner, as somebody else, as nobody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from fairdeal.accounts.models import Scope
from fairdeal.common import clock
from fairdeal.submissions.models import Bot, BotVersion, Check, CheckState, VersionState

from tests.fairdeal.conftest import bot_zip

VERSIONS = "/api/v1/versions/"
REPORT = {"summary": "broke", "steps": [{"name": "start", "ok": False, "stderr": "Traceback"}]}


def form(content: bytes | None = None, name: str = "bot.zip", **fields: object) -> dict[str, object]:
    return {"file": SimpleUploadedFile(name, bot_zip() if content is None else content), **fields}


def post(client, data, **headers):
    return client.post(VERSIONS, data, format="multipart", headers=headers)


def test_a_zip_is_taken_in_and_sent_to_be_checked(ada, client_of, sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        response = post(client_of(ada), form())
    assert response.status_code == 201
    body = response.json()
    version = BotVersion.objects.get()
    assert response["Location"] == body["url"] == f"http://testserver{VERSIONS}{version.pk}/"
    assert body["bot"] == "ada/sample" and body["number"] == 1 and body["games"] == ["thirty-one"]
    assert body["state"] == "checking" and body["check"]["state"] == "queued" and not body["is_published"]
    assert body["bundle_sha256"] == version.bundle_sha256
    assert [message["task"] for message in sent] == ["worker.check_bundle"]


@pytest.mark.parametrize("games", ["thirty-one,smear-four-handed", ["thirty-one", "smear-four-handed"]])
def test_one_python_file_needs_a_name_and_games(ada, client_of, sent, games):
    response = post(client_of(ada), form(b"print(1)\n", "mine.py", bot="mine", games=games))
    assert response.status_code == 201, response.json()
    assert response.json()["bot"] == "ada/mine"
    assert response.json()["games"] == ["smear-four-handed", "thirty-one"]


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"games": "thirty-one"}, "bot"),
        ({"bot": "Not A Name", "games": "thirty-one"}, "bot"),
        ({"bot": "mine"}, "games"),
        ({"bot": "mine", "games": "chess"}, "games"),
    ],
)
def test_what_is_wrong_with_the_form_is_told_by_field(ada, client_of, sent, fields, at_fault):
    response = post(client_of(ada), form(b"print(1)\n", "mine.py", **fields))
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [at_fault]
    assert not Bot.objects.exists()


@pytest.mark.parametrize("content", [b"", b"not a zip at all", b"PK\x03\x04broken"])
def test_a_broken_archive_is_a_fault_of_the_file(ada, client_of, sent, content):
    response = post(client_of(ada), form(content))
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["file"]
    assert not BotVersion.objects.exists() and not sent


def test_no_file_at_all(ada, client_of):
    response = post(client_of(ada), {"bot": "x"})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["file"]


def test_two_files_are_one_too_many(ada, client_of):
    response = post(client_of(ada), {"file": [form()["file"], form()["file"]]})
    assert response.status_code == 400
    assert response.json()["errors"]["file"] == ["Expected one file; a bot of several is a zip."]


def test_json_is_no_upload(ada, client_of):
    response = client_of(ada).post(VERSIONS, {"file": "x"}, format="json")
    assert response.status_code == 415
    assert response.json()["code"] == "unsupported_media_type"


def test_a_form_over_the_cap_is_refused_by_its_length(ada, client_of, monkeypatch):
    monkeypatch.setattr("fairdeal.api.parsers.UPLOAD_MAX_BYTES", 100)
    response = post(client_of(ada), form())
    assert response.status_code == 413
    assert response.json()["code"] == "too_large"


def test_the_same_bytes_again_name_the_version(ada, client_of, sent):
    client, content = client_of(ada), bot_zip()
    first = post(client, form(content)).json()
    response = post(client, form(content))
    assert response.status_code == 409
    assert response.json()["code"] == "same_bytes"
    assert str(first["id"]) in response.json()["detail"]


def test_the_same_file_for_other_games_names_the_version(ada, client_of, sent):
    client, source = client_of(ada), b"print(1)\n"
    assert post(client, form(source, "mine.py", bot="mine", games="thirty-one")).status_code == 201
    response = post(client, form(source, "mine.py", bot="yours", games="smear-four-handed"))
    assert response.status_code == 409
    assert "ada/mine v1" in response.json()["errors"]["file"][0]
    assert BotVersion.objects.count() == 1


def test_more_uploads_than_an_hour_takes_say_when_to_come_back(ada, client_of, sent, settings):
    settings.UPLOADS_AN_HOUR = 1
    client = client_of(ada)
    assert post(client, form()).status_code == 201
    response = post(client, form(bot_zip("print(2)\n")))
    assert response.status_code == 429
    assert response.json()["code"] == "too_many_uploads"
    assert 3500 < int(response["Retry-After"]) <= 3600


def test_a_full_store_is_a_fault_of_the_file(ada, client_of, sent, settings):
    settings.UPLOAD_STORE_BYTES = 10
    response = post(client_of(ada), form())
    assert response.status_code == 413
    assert response.json()["code"] == "store_full" and list(response.json()["errors"]) == ["file"]
    assert not BotVersion.objects.exists()


def test_nobody_and_the_wrong_scope_upload_nothing(ada, anonymous, client_of, sent):
    assert post(anonymous, form()).status_code == 401
    assert post(client_of(ada, Scope.READ, Scope.ORGANISE), form()).status_code == 403
    assert not BotVersion.objects.exists()


def test_a_key_makes_an_upload_happen_once(ada, client_of, sent):
    client, key, content = client_of(ada), {"Idempotency-Key": "upload-1"}, bot_zip()
    first = post(client, form(content), **key)
    again = post(client, form(content), **key)  # a new boundary, the same form
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again["Location"] == first["Location"]
    assert "Idempotency-Replayed" not in first and again["Idempotency-Replayed"] == "true"
    assert BotVersion.objects.count() == 1


def test_the_key_of_one_file_is_no_key_of_another(ada, client_of, sent):
    client, key = client_of(ada), {"Idempotency-Key": "upload-1"}
    post(client, form(), **key)
    response = post(client, form(bot_zip("print(2)\n")), **key)
    assert response.status_code == 422
    assert response.json()["code"] == "idempotency_key_reused"
    assert BotVersion.objects.count() == 1


def test_a_refused_upload_leaves_its_key_free(ada, client_of, sent):
    client, key = client_of(ada), {"Idempotency-Key": "upload-1"}
    assert post(client, form(b"nonsense"), **key).status_code == 400
    assert post(client, form(), **key).status_code == 201


@pytest.fixture
def rejected(ada, upload):
    """A version of ada's with a report of its check."""
    version = upload(ada)
    BotVersion.objects.filter(pk=version.pk).update(state=VersionState.REJECTED)
    Check.objects.update(state=CheckState.FAILED, report=REPORT, finished_at=clock.now())
    return BotVersion.objects.get(pk=version.pk)


def test_the_owner_reads_the_report(ada, client_of, rejected):
    body = client_of(ada).get(f"{VERSIONS}{rejected.pk}/").json()
    assert body["state"] == "rejected"
    assert body["check"]["state"] == "failed" and body["check"]["report"] == REPORT


def test_a_private_version_does_not_exist_for_others(bob, anonymous, client_of, rejected):
    for client in (anonymous, client_of(bob)):
        response = client.get(f"{VERSIONS}{rejected.pk}/")
        assert response.status_code == 404
        assert response.json()["code"] == "no_such_version"
        assert client.get(VERSIONS).json()["results"] == []
    for action in ("publish", "check"):
        assert client_of(bob).post(f"{VERSIONS}{rejected.pk}/{action}/").status_code == 404
        assert anonymous.post(f"{VERSIONS}{rejected.pk}/{action}/").status_code == 401


def test_a_published_version_is_public_but_its_report_is_not(ada, bob, client_of, anonymous, rejected):
    response = client_of(ada).post(f"{VERSIONS}{rejected.pk}/publish/")
    assert response.status_code == 200 and response.json()["is_published"] is True
    for client in (anonymous, client_of(bob)):
        body = client.get(f"{VERSIONS}{rejected.pk}/").json()
        assert body["is_published"] is True and body["check"] is None
        assert client_of(bob).post(f"{VERSIONS}{rejected.pk}/publish/").status_code == 404


def test_publishing_needs_the_scope(ada, client_of, rejected):
    assert client_of(ada, Scope.READ).post(f"{VERSIONS}{rejected.pk}/publish/").status_code == 403


def test_staff_reads_the_report(staff, client_of, rejected):
    assert client_of(staff).get(f"{VERSIONS}{rejected.pk}/").json()["check"]["report"] == REPORT


def test_a_rejected_version_is_checked_again_once(ada, client_of, rejected, sent):
    client = client_of(ada)
    response = client.post(f"{VERSIONS}{rejected.pk}/check/")
    assert response.status_code == 200
    assert response.json()["state"] == "checking" and response.json()["check"]["number"] == 2
    assert client.post(f"{VERSIONS}{rejected.pk}/check/").status_code == 409


def test_filters(ada, bob, client_of, upload):
    mine, other = upload(ada), upload(bob, bot_zip("print(2)\n"))
    BotVersion.objects.filter(pk=other.pk).update(is_published=True, state=VersionState.ACTIVE)
    client = client_of(ada)

    def ids(**query: str) -> list[int]:
        return [row["id"] for row in client.get(VERSIONS, query).json()["results"]]

    assert ids() == [other.pk, mine.pk]
    assert ids(mine="true") == [mine.pk] and ids(mine="false") == [other.pk]
    assert ids(bot="bob/sample") == [other.pk] and ids(bot="bob/none") == [] and ids(bot="nonsense") == []
    assert ids(state="active") == [other.pk]


@pytest.mark.parametrize(
    ("query", "field"), [("mine=1", "mine"), ("state=sleeping", "state"), ("mien=true", "mien"), ("limit=0", "limit")]
)
def test_a_filter_that_cannot_be_is_refused(anonymous, db, query, field):
    response = anonymous.get(f"{VERSIONS}?{query}")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


@pytest.mark.parametrize("pk", ["0", "99999999999999999999999999"])
def test_a_number_that_is_no_version(anonymous, db, pk):
    assert anonymous.get(f"{VERSIONS}{pk}/").status_code == 404


def test_the_list_asks_the_database_a_fixed_number_of_times(
    ada, client_of, upload, django_assert_num_queries, django_assert_max_num_queries
):
    client = client_of(ada)
    upload(ada)
    with clock.frozen_at(clock.now() + timedelta(seconds=1)):
        client.get(VERSIONS)
        with django_assert_num_queries(2):  # the token, the page
            client.get(VERSIONS)
        for index in range(4):
            upload(ada, bot_zip(f"print({index})\n"))
        with django_assert_num_queries(2):
            assert len(client.get(VERSIONS).json()["results"]) == 5
