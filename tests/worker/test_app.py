"""The worker as a program: its Celery app stands without Django, takes jobs from a broker, and ends when told."""

from __future__ import annotations

import hashlib
import io
import os
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from celery import Celery

from worker.config import ConfigError, read_config
from worker.transport import transport_settings

ROOT = Path(__file__).resolve().parents[2]


def environment(tmp_path: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "FAIRDEAL_BROKER_URL": f"filesystem://{tmp_path / 'broker'}",
        "FAIRDEAL_WORKER_DIR": str(tmp_path / "worker"),
        "FAIRDEAL_WORKER_NAME": "table-1",
    }


def python(tmp_path: Path, code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_app_has_two_tasks_and_no_django(tmp_path: Path) -> None:
    code = (
        "import sys, worker.tasks as t; conf = t.app.conf;"
        "print(*sorted(name for name in t.app.tasks if not name.startswith('celery.')),"
        "[name for name in sys.modules if name.startswith(('fairdeal', 'django.db', 'django.apps'))],"
        "conf.accept_content, conf.worker_enable_remote_control)"
    )
    assert python(tmp_path, code) == "worker.check_bundle worker.play_match [] ['json'] False"


def test_a_worker_that_can_no_longer_run_bots_stops_with_its_status(tmp_path: Path) -> None:
    code = (
        "import worker.tasks as t; from celery.worker import state; from worker.sandbox import SandboxUnavailable;"
        "t.stop_if_unfit(); before = state.should_stop;"
        "t.keeper.unfit = SandboxUnavailable('self-test: no sockets: INET', 'run another kernel');"
        "t.stop_if_unfit(); print(before, state.should_stop)"
    )
    said = python(tmp_path, code).splitlines()
    assert said[-1] == "None 3"
    assert "no sockets" in said[0] and "run another kernel" in said[0]


def test_referee_and_sandbox_serve_without_celery(tmp_path: Path) -> None:
    code = (
        "import sys, worker.jobs, worker.check, worker.referee.match, worker.sandbox;"
        "print({'celery', 'kombu', 'django'} & set(sys.modules))"
    )
    assert python(tmp_path, code) == "set()"


def test_a_missing_broker_stops_the_start_with_its_name() -> None:
    with pytest.raises(ConfigError, match="FAIRDEAL_BROKER_URL"):
        read_config({})
    assert read_config({}, needs_broker=False).directory.is_absolute()


@pytest.mark.parametrize("url", ["amqp://host", "filesystem://relative/dir", "filesystem:///", "nonsense"])
def test_an_address_that_no_broker_has_is_refused(url: str) -> None:
    with pytest.raises(ConfigError):
        transport_settings(url)


def test_the_filesystem_broker_is_one_directory_of_messages(tmp_path: Path) -> None:
    settings = transport_settings(f"filesystem://{tmp_path}/broker")
    options = settings["broker_transport_options"]
    assert options["data_folder_in"] == options["data_folder_out"] == f"{tmp_path}/broker/messages"
    assert Path(options["control_folder"]).is_dir() and options["store_processed"] is False


class Inbox:
    """The platform's end of a filesystem broker."""

    def __init__(self, url: str) -> None:
        self.app = Celery("test", fixups=[], set_as_current=False)
        self.app.conf.update(**transport_settings(url), task_create_missing_queues=True)

    def send(self, task: str, queue: str, message: dict[str, Any]) -> None:
        self.app.send_task(task, args=[message], queue=queue)

    def receive(self) -> tuple[str, dict[str, Any]]:
        """Return the next message about a job."""
        task, message = self.receive_any()
        while task == "fairdeal.worker_state":
            task, message = self.receive_any()
        return task, message

    def receive_any(self) -> tuple[str, dict[str, Any]]:
        with self.app.connection_for_read() as connection, connection.SimpleQueue("inbox") as queue:
            message = queue.get(timeout=120)
            message.ack()
            return message.headers["task"], message.payload[0][0]


def _bundle() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("main.py", "import time\ntime.sleep(600)\n")
    return buffer.getvalue()


NEVER_READY = _bundle()
NEVER_READY_SHA256 = hashlib.sha256(NEVER_READY).hexdigest()


class _Bundles(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if NEVER_READY_SHA256 not in self.path:
            self.send_error(404)
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(NEVER_READY)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def platform_url() -> Iterator[str]:
    """Serve a platform that has one bundle: a bot that is never ready."""
    with HTTPServer(("127.0.0.1", 0), _Bundles) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Give a function that starts a worker."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str, **more: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "worker", "run", *arguments]
        running.append(subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path) | more))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait(30)


def check_job(platform_url: str, check: int = 7) -> dict[str, Any]:
    return {
        "contract": 1, "version": 5, "check": check, "token": "secret", "platform": platform_url,
        "bundle": "ab" * 32, "language": "python", "entry": "main.py", "games": ["bridge"], "limits": {},
    }  # fmt: skip


def test_a_worker_says_that_it_is_fit_takes_a_job_answers_it_and_ends_when_told(
    tmp_path: Path, platform_url: str, run: Callable[..., subprocess.Popen[bytes]]
) -> None:
    running = run()
    inbox = Inbox(environment(tmp_path)["FAIRDEAL_BROKER_URL"])
    task, said = inbox.receive_any()
    assert (task, said["worker"]) == ("fairdeal.worker_state", f"table-1:{running.pid}")
    assert said["plays_matches"] is True
    assert (said["is_fit"], said["reason"], said["sandbox"]) == (True, "", "warm-pool"), said
    assert said["tested_s_ago"] >= 0
    inbox.send("worker.check_bundle", "checks", {"contract": 1, "nonsense": True})
    inbox.send("worker.check_bundle", "checks", check_job(platform_url))
    task, answer = inbox.receive()
    assert (task, answer["check"], answer["token"]) == ("fairdeal.check_progress", 7, "secret")
    task, answer = inbox.receive()
    assert task == "fairdeal.check_result"
    assert (answer["check"], answer["token"], answer["outcome"]) == (7, "secret", "broken")
    assert answer["worker"].startswith("table-1:")
    running.send_signal(signal.SIGTERM)
    assert running.wait(60) == 0


def test_a_machine_that_cannot_run_bots_says_so_before_its_worker_ends(
    tmp_path: Path, run: Callable[..., subprocess.Popen[bytes]]
) -> None:
    running = run(FAIRDEAL_WORKER_PACKAGES="no-such-package")
    task, said = Inbox(environment(tmp_path)["FAIRDEAL_BROKER_URL"]).receive_any()
    assert (task, said["is_fit"], said["tested_s_ago"]) == ("fairdeal.worker_state", False, None)
    assert "no-such-package" in said["reason"] and said["remedy"]
    assert running.wait(60) == 3


def match_job(platform_url: str) -> dict[str, Any]:
    entrant = {"bundle": NEVER_READY_SHA256, "language": "python", "entry": "main.py"}
    return {
        "contract": 1, "match": 12, "attempt": 34, "token": "secret", "platform": platform_url, "game": "thirty-one",
        "players": 2, "options": {}, "entry": "seat", "entrants": [entrant, entrant], "seeds": ["00" * 16],
        "rng_seed": "22" * 16, "limits": {"move_ms": 100, "bank_ms": 60_000, "start_ms": 60_000, "memory_mb": 128},
    }  # fmt: skip


@pytest.mark.parametrize("platform", ["there", "away"])
def test_a_worker_told_to_stop_in_a_match_gives_it_back(
    tmp_path: Path, platform_url: str, run: Callable[..., subprocess.Popen[bytes]], platform: str
) -> None:
    running = run()
    inbox = Inbox(environment(tmp_path)["FAIRDEAL_BROKER_URL"])
    job = match_job(platform_url if platform == "there" else "http://127.0.0.1:9")
    inbox.send("worker.play_match", "matches", job)
    task, answer = inbox.receive()
    assert (task, answer["attempt"]) == ("fairdeal.match_progress", 34)
    running.send_signal(signal.SIGTERM)
    assert running.wait(60) == 0
    while task == "fairdeal.match_progress":
        task, answer = inbox.receive()
    assert (task, answer["outcome"], answer["verdict"]) == ("fairdeal.match_result", "returned", None)
    assert (answer["attempt"], answer["token"], answer["blocks"]) == (34, "secret", [])
    # The platform hands it out again, under another token: the old job is done with.
    assert not list((tmp_path / "broker" / "messages").glob("*.matches.msg"))


def test_a_worker_for_checks_leaves_the_matches_to_others(
    tmp_path: Path, platform_url: str, run: Callable[..., subprocess.Popen[bytes]]
) -> None:
    inbox = Inbox(environment(tmp_path)["FAIRDEAL_BROKER_URL"])
    # Refused with a line in the log, if it were taken at all: the first to come, before both checks.
    inbox.send("worker.play_match", "matches", {"contract": 1})
    run("--queue", "checks")
    assert inbox.receive_any()[1]["plays_matches"] is False
    for number in (1, 2):
        inbox.send("worker.check_bundle", "checks", check_job(platform_url, number))
        tasks = [inbox.receive() for _ in range(2)]
        assert [(task, answer["check"]) for task, answer in tasks] == [
            ("fairdeal.check_progress", number),
            ("fairdeal.check_result", number),
        ]
    waiting = [path.name for path in (tmp_path / "broker" / "messages").iterdir()]
    assert [name.partition(".")[2] for name in waiting] == ["matches.msg"]
