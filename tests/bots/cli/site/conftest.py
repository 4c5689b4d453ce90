"""A real site on SQLite behind a socket, whose workers answer at once: checks pass, and matches are really played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from fairdeal.accounts.models import Scope
from fairdeal.accounts.services import token_create, user_create
from fairdeal.common import broker
from fairdeal.matches.services import attempt_progress, attempt_result, record_store
from fairdeal.submissions import services as submissions
from pytest_django.live_server_helper import LiveServer

import engines
from tests.bots.cli.conftest import Run
from worker import contract
from worker.contract import BlockResult, MatchJob
from worker.referee.match import play_blocks
from worker.referee.players import RandomPlayer

PASSWORD = "nine green bottles 7"


class Workers:
    """Answer the site's jobs in its own thread, with players that choose at random."""

    def __init__(self) -> None:
        self.outcome = "passed"
        self.report: dict[str, Any] = {"summary": "done", "steps": [{"name": "start", "ok": True, "ms": 12.0}]}
        self.faults: list[dict[str, Any]] = []

    def send(self, *, task: str, message: dict[str, Any], **_: Any) -> None:
        if task == contract.CHECK_BUNDLE:
            self._check(message)
        elif task == contract.PLAY_MATCH:
            self._play(contract.read_job(message, MatchJob))

    def _check(self, job: dict[str, Any]) -> None:
        names = ("contract", "version", "check", "token")
        sender = {**{name: job[name] for name in names}, "worker": "host:1", "engine_version": engines.ENGINE_VERSION}
        submissions.check_record_result(message={**sender, "outcome": self.outcome, "report": self.report})

    def _play(self, job: MatchJob) -> None:
        sender = {
            "contract": 1,
            "match": job.match,
            "attempt": job.attempt,
            "token": job.token,
            "worker": "host:1",
            "engine_version": engines.ENGINE_VERSION,
            "sandbox": "warm-pool",
        }
        attempt_progress(message={**sender, "blocks_done": 0})
        blocks = []
        for played in play_blocks(job, lambda entrant: RandomPlayer(bytes([entrant] * 16))):
            record = played.record
            record_store(
                attempt_id=job.attempt,
                token=job.token,
                block=played.index,
                content=record.content,
                sha256=record.sha256,
            )
            row = contract.to_message(
                BlockResult(index=played.index, record=record.sha256, size=record.size, games=played.games)
            )
            row["games"][0]["faults"] += self.faults
            blocks.append(row)
        attempt_result(message={**sender, "outcome": "finished", "reason": "", "verdict": None, "blocks": blocks})


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Workers:
    made = Workers()
    monkeypatch.setattr(broker, "send", made.send)
    return made


@pytest.fixture
def url(transactional_db: None, settings: Any, tmp_path: Path, workers: Workers, live_server: LiveServer) -> str:
    """Start the site, and return its address."""
    settings.DATA_DIR = tmp_path
    settings.BLOB_DIR = tmp_path / "blobs"
    settings.PUBLIC_URL = live_server.url
    cache.clear()
    return live_server.url


@pytest.fixture
def token(url: str) -> Callable[..., str]:
    """Give a function that makes a token of a person, who is made too."""

    def make(name: str = "ada", *scopes: str) -> str:
        user = user_create(username=name, password=PASSWORD)
        return token_create(user=user, name="test", scopes=scopes or tuple(Scope.values))[1]

    return make


@pytest.fixture
def logged_in(run: Run, url: str, token: Callable[..., str]) -> Run:
    """Give the command line of somebody who is logged in."""
    done = run("login", "--url", url, "--token", token())
    assert done.status == 0, done.err
    return run
