"""PostgreSQL and Redis servers for tests: each on a free port of 127.0.0.1, in its own directory, gone afterwards."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ops.processes import ending_with_us

START_DEADLINE_S = 30.0
INITDB = ("-U", "fairdeal", "-A", "trust", "--locale=C.UTF-8", "-E", "UTF8", "-N")
SERVER = ("-h", "127.0.0.1")


def free_port() -> int:
    """Give a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def redis_server() -> Iterator[str]:
    """Run a Redis server that keeps nothing on disk; gives its URL."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with tempfile.TemporaryDirectory(prefix="fairdeal-redis-") as directory:
        process = subprocess.Popen(
            ending_with_us([*command, "--dir", directory]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(lambda: _listens(port), port, process)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
            process.wait(10)


@contextlib.contextmanager
def postgres_server(*, durable: bool = False) -> Iterator[str]:
    """Run a PostgreSQL cluster of its own; gives the URL of an empty database. As root it runs as an ordinary user.

    What is committed outlives the server's process; only with `durable` would it outlive the machine's end too.
    """
    binaries = _postgres_binaries()
    with tempfile.TemporaryDirectory(prefix="fairdeal-postgres-") as name:
        directory = Path(name)
        user = _ordinary_user() if os.geteuid() == 0 else None
        if user is not None:
            os.chown(directory, user.pw_uid, user.pw_gid)
        data = directory / "data"
        subprocess.run(
            ending_with_us([binaries / "initdb", "-D", data, *INITDB], user),
            check=True, stdout=subprocess.DEVNULL, timeout=60, cwd=directory,
        )  # fmt: skip
        port = free_port()
        server: list[str | Path] = [binaries / "postgres", "-D", data, "-p", str(port), *SERVER, "-k", directory]
        server += [] if durable else ["-F"]
        process = subprocess.Popen(
            ending_with_us(server, user, by="INT"),  # PostgreSQL's fast shutdown
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=directory,
        )  # fmt: skip
        try:
            address = ("-h", "127.0.0.1", "-p", str(port), "-U", "fairdeal")
            # It listens before it is ready.
            ready: list[str | Path] = [binaries / "pg_isready", "-q", *address]
            _wait_for(lambda: subprocess.run(ready, check=False, timeout=30).returncode == 0, port, process)
            subprocess.run([binaries / "createdb", *address, "fairdeal"], check=True, timeout=30)
            yield f"postgres://fairdeal@127.0.0.1:{port}/fairdeal"
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)


def _postgres_binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    path = str(found[-1]) if found else shutil.which("postgres")
    if path is None:
        raise RuntimeError("no PostgreSQL server found; on Debian or Ubuntu: apt-get install postgresql")
    return Path(path).parent


def _ordinary_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1.0).close()
    except OSError:
        return False
    return True


def _wait_for(is_there: Callable[[], bool], port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_DEADLINE_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the server on port {port} ended with status {process.returncode}")
        if is_there():
            return
        time.sleep(0.05)
    raise RuntimeError(f"the server on port {port} did not answer within {START_DEADLINE_S:.0f} s")
