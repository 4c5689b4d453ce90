"""A whole arena on one machine: web, inbox, internal worker, beat, match and check workers under one supervisor."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO
from xmlrpc.client import Fault

import httpx

from ops.broker import check_redis
from ops.errors import ArenaError
from ops.lock import FolderTaken, lock_folder, name_supervisor
from ops.processes import ending_with_us, kill_tree
from ops.programs import arena_programs
from ops.signals import undisturbed
from ops.supervisor import configuration, running_pids

ROOT = Path(__file__).resolve().parent.parent
START_DEADLINE_S = 120.0
STOP_DEADLINE_S = 30.0
# A worker that finds no sandbox ends and is started again: once may be chance, three times is the machine.
REFUSALS = 3
# The name of a socket may have 107 bytes; supervisord adds its process's number to it while it makes one.
LONGEST_SOCKET = 96
OTHER_FOLDER = "Set FAIRDEAL_DATA_DIR to another"


@dataclass
class Arena:
    """The processes of an arena and where they keep their things.

    `directory` holds the database, bundles, records, logs and the secret key. `database_url` and `redis_url` are
    empty for SQLite and the filesystem broker. `say` is told what takes a while.
    """

    directory: Path
    port: int = 8000
    database_url: str = ""
    redis_url: str = ""
    match_workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    environment: Mapping[str, str] = field(default_factory=dict)
    say: Callable[[str], object] = field(default=lambda text: None)
    _lock: IO[str] | None = field(default=None, init=False)
    _supervisor: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _check_log_start: int = field(default=0, init=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def logs(self) -> Path:
        return self.directory / "logs"

    @property
    def _check_log(self) -> Path:
        return self.logs / "check_0.log"

    @property
    def socket_path(self) -> Path:
        return self.directory / "supervisor.sock"

    def platform_environment(self) -> dict[str, str]:
        """Give the environment of every platform process; the secrets in it are in no argument list and no log."""
        return {
            **_inherited(),
            "DJANGO_SETTINGS_MODULE": "fairdeal.settings.dev",
            "FAIRDEAL_SECRET_KEY": self._secret_key(),
            "FAIRDEAL_DEBUG": "0",
            "FAIRDEAL_ALLOWED_HOSTS": "127.0.0.1,localhost",
            "FAIRDEAL_DATA_DIR": str(self.directory),
            "FAIRDEAL_PUBLIC_URL": self.url,
            "DATABASE_URL": self.database_url or f"sqlite:///{self.directory / 'fairdeal.sqlite3'}",
            "REDIS_URL": self.redis_url,
            **self.environment,
        }

    def worker_environment(self) -> dict[str, str]:
        """Give the environment of a match worker: the broker and its own directory, nothing of the platform."""
        broker = self.redis_url or f"filesystem://{self.directory / 'broker'}"
        return {
            **_inherited(),
            "FAIRDEAL_BROKER_URL": broker,
            "FAIRDEAL_WORKER_DIR": str(self.directory / "worker"),
            **self.environment,
        }

    def claim(self) -> None:
        """Take the data folder; see that the port is free, and Redis there. Else ArenaError, and nothing is touched."""
        if self._lock is None:
            if len(os.fsencode(self.socket_path)) > LONGEST_SOCKET:
                most = LONGEST_SOCKET - len(self.socket_path.name) - 1
                raise ArenaError(
                    f"the data folder's name is too long, over {most} bytes: {self.directory}. {OTHER_FOLDER}"
                )
            try:
                self._lock = lock_folder(self.directory, self.url)
            except FolderTaken as error:
                raise ArenaError(str(error)) from None
            except OSError as error:
                raise ArenaError(
                    f"the data folder {self.directory} cannot be used ({error.strerror}). {OTHER_FOLDER}"
                ) from None
        try:
            self._check_port()
            check_redis(self.redis_url)
        except ArenaError:
            self._release()
            raise

    def prepare(self) -> None:
        """Make the directories, migrate, collect static files, and make the house account and its token."""
        self.claim()
        for path in (self.directory, self.logs, self.directory / "broker", self.directory / "worker"):
            path.mkdir(parents=True, exist_ok=True)
        self.directory.chmod(0o755)
        files = ("--token-file", str(self.token_file), "--password-file", str(self.password_file))
        self.manage("prepare", *files, "--verbosity", "0")

    @property
    def token_file(self) -> Path:
        return self.directory / "house.token"

    @property
    def password_file(self) -> Path:
        return self.directory / "house.password"

    def manage(self, *arguments: str) -> str:
        """Run a management command and return what it printed; raises ArenaError with its last lines when it fails."""
        done = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *arguments],
            cwd=ROOT, env=self.platform_environment(), capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        if done.returncode:
            raise ArenaError(f"manage.py {arguments[0]} failed:\n{(done.stderr or done.stdout)[-1500:]}")
        return done.stdout

    def start(self) -> None:
        """Start every process of a prepared arena and wait until the site answers."""
        if self._lock is None:
            raise RuntimeError("an arena is prepared before it is started")
        config = self.directory / "supervisord.conf"
        programs = arena_programs(self.directory, self.port, self.match_workers, self.platform_environment())
        _write_private(config, configuration(programs, self.directory, self.logs, self.socket_path, ROOT))
        self.socket_path.unlink(missing_ok=True)
        self._check_log_start = self._check_log.stat().st_size if self._check_log.exists() else 0
        with (self.logs / "supervisord.out").open("ab") as out:
            self._supervisor = subprocess.Popen(
                ending_with_us([sys.executable, "-m", "supervisor.supervisord", "-n", "-c", config]),
                cwd=ROOT, env=self.worker_environment(),
                # The lock as its input, which it never reads: until its programs have ended, the folder stays taken.
                stdin=self._lock, stdout=out, stderr=out, start_new_session=True,
            )  # fmt: skip
        name_supervisor(self._lock, self._supervisor.pid, self.url)
        self._wait_until_up()

    def stop(self) -> None:
        """Stop every process, politely and then not; returns when none is left. Signals do not disturb it."""
        with undisturbed():
            if self._supervisor is not None:
                self.say("Stopping.")
                # SIGTERM makes supervisord stop its programs, all at once, each with its own deadline, and end itself.
                self._supervisor.terminate()
                try:
                    self._supervisor.wait(STOP_DEADLINE_S)
                except subprocess.TimeoutExpired:
                    kill_tree(self._supervisor.pid)
                    self._supervisor.wait(STOP_DEADLINE_S)
                self._supervisor = None
            self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def pids(self, program: str) -> list[int]:
        """Give the process ids of a program by its name (`match`, `web`, ...), as the supervisor knows them."""
        return running_pids(self.socket_path, program)

    def complaint(self) -> str:
        """Give what a worker says again and again of a machine that cannot run bots, with its remedy; else nothing."""
        try:
            with self._check_log.open("rb") as file:
                file.seek(self._check_log_start)
                said = file.read().decode(errors="replace")
        except FileNotFoundError:
            return ""
        *others, last = said.split("worker: this machine cannot run bots: ")
        if len(others) < REFUSALS:
            return ""
        reason, _, remedy = last.strip().partition("\nworker: ")
        return f"this machine cannot run bots: {reason}\n{remedy}"

    def __enter__(self) -> Arena:
        try:
            self.prepare()
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _secret_key(self) -> str:
        path = self.directory / "secret.key"
        if not path.exists():
            self.directory.mkdir(parents=True, exist_ok=True)
            _write_private(path, secrets.token_urlsafe(48))
        return path.read_text()

    def _check_port(self) -> None:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", self.port))
            except OSError as error:
                raise ArenaError(
                    f"port {self.port} of 127.0.0.1 cannot be used ({error.strerror}). "
                    f"Stop what uses it, or choose another: make demo PORT={self.port + 1}"
                ) from error

    def _wait_until_up(self) -> None:
        deadline = time.monotonic() + START_DEADLINE_S
        while time.monotonic() < deadline:
            if self._supervisor is None or self._supervisor.poll() is not None:
                raise ArenaError(f"the supervisor ended at once; see {self.logs}/supervisord.out")
            with contextlib.suppress(httpx.HTTPError, Fault, OSError):
                if httpx.get(f"{self.url}/api/v1/games/", timeout=2.0).status_code == 200:
                    return
            time.sleep(0.2)
        raise ArenaError(
            f"the site did not answer at {self.url} within {START_DEADLINE_S:.0f} s; see {self.logs}/web.log"
        )


def _write_private(path: Path, text: str) -> None:
    """Write a file that only we can read."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)


def _inherited() -> dict[str, str]:
    """Give what a process needs of our own environment; nothing else is passed on."""
    keep = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")
    return {name: os.environ[name] for name in keep if name in os.environ}
