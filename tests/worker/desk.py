"""A worker's desk: its jobs with a platform of our own and a broker that is a list; messages of both kinds of job."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from bots.reference.house import HOUSE_BOTS
from worker.client import BundleStore, PlatformClient
from worker.jobs import Jobs

BOTS = Path(__file__).resolve().parents[2] / "bots"
LIMITS = {"move_ms": 100, "bank_ms": 60_000, "start_ms": 20_000, "memory_mb": 128}


def bundle(folder: Path) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("main.py", (folder / "main.py").read_bytes())
    return buffer.getvalue()


class FakePlatform:
    """The platform's two doors, as a transport; `refuse` (`refuse_bundles`) answers instead when it is set."""

    def __init__(self, *bundles: bytes) -> None:
        self.bundles = {hashlib.sha256(content).hexdigest(): content for content in bundles}
        self.records: dict[int, bytes] = {}
        self.refuse: int | None = None
        self.refuse_bundles: int | None = None

    def __call__(self, request: httpx.Request) -> httpx.Response:
        assert request.headers["Authorization"] == "Lease secret"
        if request.method == "GET" and self.refuse_bundles is not None:
            return httpx.Response(self.refuse_bundles)
        if request.method == "GET":
            return httpx.Response(200, content=self.bundles[request.url.path.rsplit("/", 1)[1]])
        if self.refuse is not None:
            return httpx.Response(self.refuse)
        assert hashlib.sha256(request.content).hexdigest() == request.headers["Content-SHA256"]
        self.records[int(request.url.path.rsplit("/", 1)[1])] = request.content
        return httpx.Response(201)


class Desk:
    """A worker's jobs with everything around them in memory."""

    def __init__(self, tmp_path: Path, platform: FakePlatform, open_sandbox: Callable[[], Any]) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.seconds, self.step = 0.0, 0.01
        self.dropped = 0
        self.broker_is_away = False
        self.open_sandbox = open_sandbox
        self.stop_if_told: Callable[[], object] = lambda: None
        self.jobs = Jobs(
            worker="test:1",
            bundles=BundleStore(tmp_path / "bundles"),
            core_locks=tmp_path / "cores",
            open_sandbox=self._open,
            drop_sandbox=self._drop,
            send=self._send,
            client=lambda url, token: PlatformClient(
                url, token, transport=httpx.MockTransport(platform), sleep=lambda _: None
            ),
            now=self._now,
            stop_if_told=self._stop_if_told,
        )

    def _open(self) -> Any:
        return self.open_sandbox()

    def _stop_if_told(self) -> None:
        self.stop_if_told()

    def _send(self, task: str, message: dict[str, Any]) -> None:
        if self.broker_is_away:
            raise ConnectionError("no broker")
        self.sent.append((task, json.loads(json.dumps(message))))

    def _now(self) -> float:
        self.seconds += self.step
        return self.seconds

    def _drop(self) -> None:
        self.dropped += 1

    def result(self) -> dict[str, Any]:
        assert self.sent, "no answer was sent"
        return self.sent[-1][1]


def match_job(platform: FakePlatform, **changes: Any) -> dict[str, Any]:
    entrants = [{"bundle": sha, "language": "python", "entry": "main.py"} for sha in platform.bundles]
    return {
        "contract": 1,
        "match": 12,
        "attempt": 34,
        "token": "secret",
        "platform": "http://site",
        "game": "thirty-one",
        "players": len(entrants),
        "options": {},
        "entry": "seat",
        "entrants": entrants,
        "seeds": ["00" * 16, "11" * 16],
        "rng_seed": "22" * 16,
        "limits": LIMITS,
    } | changes


def check_job(platform: FakePlatform, **changes: Any) -> dict[str, Any]:
    return {
        "contract": 1,
        "version": 5,
        "check": 7,
        "token": "secret",
        "platform": "http://site",
        "bundle": next(iter(platform.bundles)),
        "language": "python",
        "entry": "main.py",
        "games": ["thirty-one"],
        "limits": LIMITS,
    } | changes


def house(*names: str) -> FakePlatform:
    return FakePlatform(*(bot.bundle() for bot in HOUSE_BOTS if bot.name in names))
