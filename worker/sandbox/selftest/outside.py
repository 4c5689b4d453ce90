"""What the self-test sets up outside: a secret in the environment, in a file, and listeners; and the bots' bundle."""

from __future__ import annotations

import json
import os
import platform
import secrets
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from worker.sandbox import languages, runtime
from worker.sandbox.limits import SeatLimits
from worker.sandbox.places import claim_scratch, remove_tree
from worker.sandbox.pool import Sandbox
from worker.sandbox.syscalls import numbers

_BOTS: Final = Path(__file__).resolve().parent / "bots"
_VARIABLE: Final = "FAIRDEAL_SANDBOX_CANARY"
LIMITS: Final = SeatLimits(memory_mb=64, cpu_s=20, output_line_kib=64, stderr_kib=1024)
# Refused by the filter whatever their arguments; harmless with a first argument of -1, should it be missing.
_REFUSED: Final = (
    *("ptrace", "process_vm_readv", "process_vm_writev", "mount", "umount2", "pivot_root", "chroot", "fsopen"),
    *("open_tree", "open_by_handle_at", "keyctl", "add_key", "request_key", "io_uring_setup", "userfaultfd", "bpf"),
    *("perf_event_open", "memfd_create", "personality", "shmget", "msgget", "semget", "mq_open", "pidfd_open"),
    *("pidfd_getfd", "seccomp", "capset", "setuid", "sched_setaffinity", "execveat", "mknodat", "init_module"),
)


@dataclass(frozen=True)
class Outside:
    """The world outside a seat, with its canaries."""

    bundle: Path
    opponent: Path
    listeners: list[socket.socket]
    sandbox: Sandbox
    secret: str

    def connections(self) -> int:
        """Accept what has connected; return how many."""
        count = 0
        for listener in self.listeners:
            try:
                while True:
                    listener.accept()[0].close()
                    count += 1
            except BlockingIOError:
                continue
        return count

    def run_unsandboxed(self) -> dict[str, bool]:
        """Run the canary program without a sandbox, as the user of bots: what it cannot reach now proves nothing."""
        tree = self.sandbox.python_tree
        environment = {_VARIABLE: self.secret, "LD_LIBRARY_PATH": f"{tree}{languages.SHARED_LIBRARIES}"}
        done = subprocess.run(
            [f"{tree}{runtime.PYTHON}", "-S", "-s", "-P", "-B", str(self.bundle / "canary.py")],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment,
            cwd="/",
            timeout=30,
            check=False,
            **self.sandbox.user.spawn_arguments(),
        )
        if done.returncode != 0:
            raise ValueError(f"exit code {done.returncode}: {done.stderr[-500:].decode(errors='replace')}")
        said: dict[str, dict[str, bool]] = json.loads(done.stdout)
        return said["reached"] | said["permitted"]


@contextmanager
def outside(sandbox: Sandbox) -> Iterator[Outside]:
    """Set everything up, and take it away again."""
    with ExitStack() as stack:
        claim = claim_scratch(sandbox.base, "selftest-")
        stack.callback(claim.release)
        stack.callback(remove_tree, claim.path)
        folder = claim.path
        secret = secrets.token_hex(16)
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        unix = stack.enter_context(socket.socket(socket.AF_UNIX))
        abstract_name = f"fairdeal-{secrets.token_hex(8)}"
        unix.bind(f"\0{abstract_name}")
        unix.listen()
        for listener in (tcp, unix):
            listener.setblocking(False)
        canary = folder / "canary.txt"
        canary.write_text(secret, encoding="ascii")
        facts = {
            # In halves: the bundle, which a bot may read, must not itself hold the secret.
            "secret_halves": [secret[:16], secret[16:]],
            "canary_files": [str(canary), "/bot/../canary.txt", "canary.txt", "../canary.txt"],
            "opponents_files": [str(folder / "opponent" / "echo.py"), "/bot/../opponent/echo.py"],
            "tcp_port": tcp.getsockname()[1],
            "abstract_name": abstract_name,
            "worker_pid": os.getpid(),
            "numbers": numbers(platform.machine()),
            "refused_calls": _REFUSED,
            "memory_mb": LIMITS.memory_mb,
            "file_bytes": LIMITS.stderr_kib * 1024,
        }
        bundle, opponent = _make_bundle(folder, "bundle", facts), _make_bundle(folder, "opponent", facts)
        os.environ[_VARIABLE] = secret
        stack.callback(os.environ.pop, _VARIABLE, None)
        yield Outside(bundle, opponent, [tcp, unix], sandbox, secret)


def _make_bundle(folder: Path, name: str, facts: dict[str, Any]) -> Path:
    bundle = folder / name
    shutil.copytree(_BOTS, bundle, ignore=shutil.ignore_patterns("__pycache__"))
    (bundle / "facts.json").write_text(json.dumps(facts), encoding="utf-8")
    for path in (folder, bundle):
        path.chmod(0o755)
    for path in (folder / "canary.txt", *bundle.iterdir()):
        path.chmod(0o644)
    return bundle
