"""Everything that is wrong with a bot is told to its author, to nobody else, and nothing is stored half."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from fairdeal.submissions.models import Bot, BotVersion, Check
from fairdeal.submissions.services import check_record_result

from tests.fairdeal.bad_uploads import BAD_UPLOADS, FAULTS
from tests.fairdeal.submissions.test_checks import result

VERSIONS = "/api/v1/versions/"


@pytest.mark.parametrize("name", list(BAD_UPLOADS))
def test_what_cannot_be_a_bot_is_refused_in_words_and_leaves_nothing(ada, client_of, sent, blob_dir: Path, name):
    bad = BAD_UPLOADS[name]
    data = {"file": SimpleUploadedFile(bad.filename, bad.content)}
    response = client_of(ada).post(VERSIONS, data, format="multipart")
    body = response.json()
    assert response.status_code == bad.status, body
    assert response["Content-Type"] == "application/problem+json"
    assert body["code"] == bad.code
    assert list(body["errors"]) == ["file"] and bad.words in body["errors"]["file"][0]
    assert (Bot.objects.count(), BotVersion.objects.count(), Check.objects.count(), sent) == (0, 0, 0, [])
    assert [path for path in blob_dir.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("verdict", list(FAULTS))
def test_a_bot_that_fails_its_check_has_a_report_for_its_author_alone(
    ada, bob, client_of, anonymous, upload, sent, verdict
):
    version = upload(ada)
    step = {"name": "thirty-one", "ok": False, "ms": 5, "verdict": verdict, "detail": "in deal 1", "stderr": "my log"}
    report = {"summary": "The bot is at fault.", "steps": [{"name": "start", "ok": True}, step]}
    check_record_result(message=result(sent[0]["message"], "failed", report=report))
    address = f"{VERSIONS}{version.pk}/"
    body = client_of(ada).get(address).json()
    assert body["state"] == "rejected" and body["check"]["state"] == "failed"
    assert body["check"]["report"]["summary"] == report["summary"]
    assert body["check"]["report"]["steps"][1] == step
    for client in (client_of(bob), anonymous):
        response = client.get(address)
        assert response.status_code == 404
        assert "my log" not in response.content.decode()
