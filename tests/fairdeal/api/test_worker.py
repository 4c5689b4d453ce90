"""What match workers fetch and hand in, and what a lease does not open."""

from __future__ import annotations

import gzip
import hashlib

import pytest
from fairdeal.common import clock
from fairdeal.matches.models import Attempt, AttemptState, StoredRecord
from fairdeal.submissions.models import BotVersion, Check, CheckState
from rest_framework.test import APIClient

from tests.fairdeal.conftest import bot_zip

GARBAGE = "0" * 64


@pytest.fixture
def lease_client():
    def make(token: str) -> APIClient:
        return APIClient(headers={"authorization": f"Lease {token}"})

    return make


@pytest.fixture
def check(ada, upload, sent) -> tuple[BotVersion, dict]:
    """A version being checked, and the job that went to the worker."""
    version = upload(ada)
    return version, sent[-1]["message"]


def bundle_address(sha: str, **query: object) -> str:
    return f"/api/v1/worker/bundles/{sha}?" + "&".join(f"{name}={value}" for name, value in query.items())


def test_a_check_fetches_its_bundle(check, lease_client):
    version, job = check
    response = lease_client(job["token"]).get(bundle_address(version.bundle_sha256, check=job["check"]))
    assert response.status_code == 200
    assert hashlib.sha256(response.content).hexdigest() == version.bundle_sha256
    assert response["Content-Type"] == "application/zip"


def test_a_transfer_that_broke_off_goes_on(check, lease_client):
    version, job = check
    address = bundle_address(version.bundle_sha256, check=job["check"])
    client = lease_client(job["token"])
    whole = client.get(address).content
    rest = client.get(address, headers={"range": "bytes=10-"})
    assert rest.status_code == 206 and rest.content == whole[10:]
    assert rest["Content-Range"] == f"bytes 10-{len(whole) - 1}/{len(whole)}"
    behind = client.get(address, headers={"range": f"bytes={len(whole)}-"})
    assert behind.status_code == 416 and behind["Content-Range"] == f"bytes */{len(whole)}"
    assert client.get(address, headers={"range": "bytes=5-9,20-"}).content == whole
    assert lease_client("wrong").get(address, headers={"range": "bytes=10-"}).status_code == 401


def test_a_lease_opens_its_own_bundle_only(check, bob, upload, lease_client):
    _version, job = check
    other = upload(bob, bot_zip("print(2)\n"))
    client = lease_client(job["token"])
    for sha in (other.bundle_sha256, GARBAGE, "x"):
        assert client.get(bundle_address(sha, check=job["check"])).status_code == 404
    next_check = Check.objects.get(version=other)
    assert client.get(bundle_address(other.bundle_sha256, check=next_check.pk)).status_code == 401


def test_without_the_right_lease(check, ada, anonymous, client_of, lease_client):
    version, job = check
    address = bundle_address(version.bundle_sha256, check=job["check"])
    for client in (anonymous, client_of(ada), lease_client("wrong"), lease_client("ä")):
        response = client.get(address)
        assert response.status_code == 401
        assert response["WWW-Authenticate"].startswith("Lease")
        assert response["Content-Type"] == "application/problem+json"


def test_a_lease_is_no_token(check, lease_client):
    _version, job = check
    assert lease_client(job["token"]).get("/api/v1/me/").status_code == 401


def test_an_ended_check_gets_nothing_more(check, lease_client):
    version, job = check
    Check.objects.update(state=CheckState.PASSED)
    response = lease_client(job["token"]).get(bundle_address(version.bundle_sha256, check=job["check"]))
    assert response.status_code == 410


@pytest.mark.parametrize("query", ["", "check=1&attempt=1", "check=x", "attempt=0", "check=99999999999999999999"])
def test_the_lease_must_say_what_it_is_of(db, lease_client, query):
    response = lease_client("t").get(f"/api/v1/worker/bundles/{GARBAGE}?{query}")
    assert response.status_code == 400
    assert set(response.json()["errors"]) <= {"check", "attempt"}


def put(client: APIClient, attempt: int, block: int, content: bytes, sha: str | None = None):
    return client.put(
        f"/api/v1/worker/attempts/{attempt}/records/{block}",
        content,
        content_type="application/gzip",
        headers={"Content-SHA256": hashlib.sha256(content).hexdigest() if sha is None else sha},
    )


RECORD = gzip.compress(b'{"format":1}', mtime=0)


@pytest.fixture
def attempt(duel, sent):
    """An attempt at a match of two blocks, and the job that went to the worker."""
    return duel(blocks=2), sent[-1]["message"]


def test_an_attempt_fetches_the_bundles_of_its_entrants(attempt, lease_client):
    _match, job = attempt
    client = lease_client(job["token"])
    for entrant in job["entrants"]:
        response = client.get(bundle_address(entrant["bundle"], attempt=job["attempt"]))
        assert response.status_code == 200
        assert hashlib.sha256(response.content).hexdigest() == entrant["bundle"]
    assert client.get(bundle_address(GARBAGE, attempt=job["attempt"])).status_code == 404


def test_a_record_is_new_once_and_never_replaced(attempt, lease_client):
    _match, job = attempt
    client = lease_client(job["token"])
    first = put(client, job["attempt"], 0, RECORD)
    assert first.status_code == 201
    assert first.json() == {"block": 0, "sha256": hashlib.sha256(RECORD).hexdigest(), "size": len(RECORD)}
    assert put(client, job["attempt"], 0, RECORD).status_code == 200
    other = put(client, job["attempt"], 0, gzip.compress(b'{"format":2}', mtime=0))
    assert other.status_code == 409
    assert StoredRecord.objects.count() == 1


@pytest.mark.parametrize(
    ("block", "content", "sha", "status", "field"),
    [
        (2, RECORD, None, 400, "block"),
        (0, RECORD, "", 400, "Content-SHA256"),
        (0, RECORD, "ABC", 400, "Content-SHA256"),
        (0, RECORD, GARBAGE, 400, None),
        (0, b"plain", None, 400, None),
        (0, b"", None, 400, None),
    ],
)
def test_a_record_that_cannot_be_is_refused(attempt, lease_client, block, content, sha, status, field):
    _match, job = attempt
    response = put(lease_client(job["token"]), job["attempt"], block, content, sha)
    assert response.status_code == status
    assert field is None or list(response.json()["errors"]) == [field]
    assert not StoredRecord.objects.exists()


def test_a_record_over_the_cap_is_refused_while_it_is_read(attempt, lease_client, monkeypatch):
    _match, job = attempt
    monkeypatch.setattr("fairdeal.api.resources.worker.MAX_RECORD_BYTES", 10)
    response = put(lease_client(job["token"]), job["attempt"], 0, RECORD)
    assert response.status_code == 413
    assert response.json()["code"] == "too_large"


def test_a_record_needs_the_live_lease(attempt, lease_client, anonymous, client_of, ada):
    _match, job = attempt
    for client in (lease_client("wrong"), anonymous, client_of(ada)):
        assert put(client, job["attempt"], 0, RECORD).status_code == 401
    assert put(lease_client(job["token"]), job["attempt"] + 1, 0, RECORD).status_code == 401
    Attempt.objects.update(state=AttemptState.EXPIRED, ended_at=clock.now())
    assert put(lease_client(job["token"]), job["attempt"], 0, RECORD).status_code == 410
    assert not StoredRecord.objects.exists()
