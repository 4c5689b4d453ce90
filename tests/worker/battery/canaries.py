"""Canaries: things that lie within reach of any program of this machine, and that tell when they were touched."""

from __future__ import annotations

import ctypes
import os
import platform
import secrets
import socket
import subprocess
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from worker.sandbox.identity import BotUser
from worker.sandbox.syscalls import numbers

VARIABLE = "FAIRDEAL_BATTERY_SECRET"
NOTE = "witness-note"
_PROCESS = (
    "import ctypes, sys\nheld = ctypes.create_string_buffer(8)\n"
    "print(ctypes.addressof(held), flush=True)\nsys.stdin.read()\n"
)
_CREATE, _REMOVE, _NO_WAIT = 0o1000, 0, 0o4000
_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.shmat.restype = ctypes.c_void_p


class Canaries:
    """All canaries at once. They belong to the tests alone, and the user of bots may touch each of them."""

    def __init__(self, user: BotUser, python: list[str], environment: dict[str, str]) -> None:
        self._user, self._python, self._environment = user, python, environment
        self._stack = ExitStack()
        self.folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-battery-")))
        self.folder.chmod(0o755)
        self.secret = secrets.token_hex(16)
        self._listen()
        self._write_files()
        self._share_memory()
        self._process: subprocess.Popen[bytes] | None = None
        self._start_process()
        os.environ[VARIABLE] = self.secret
        self._stack.callback(os.environ.pop, VARIABLE, None)

    def facts(self) -> dict[str, Any]:
        """Return what a bot is told, so that it knows where to try."""
        assert self._process is not None
        return {
            # In halves: a bot's bundle, which it may read, must not itself hold the secret.
            "secret_halves": [self.secret[:16], self.secret[16:]],
            "secret_file": str(self.folder / "secret.txt"),
            "open_file": str(self.folder / "open.txt"),
            "open_folder": str(self.folder / "open"),
            "unix_path": str(self.folder / "socket"),
            "opponents_bundle": str(self.folder / "witness" / "main.py"),
            "opponents_notes": f"/tmp/{NOTE}",
            "tcp_port": self._sockets["tcp"].getsockname()[1],
            "udp_port": self._sockets["udp"].getsockname()[1],
            "abstract_name": self._name,
            "abstract_datagram_name": f"{self._name}-datagram",
            "sysv_key": self._key,
            "canary_pid": self._process.pid,
            "canary_address": self._address,
            "numbers": numbers(platform.machine()),
        }

    def touched(self) -> set[str]:
        """Return which have been touched since the last look, and make them whole again."""
        found = {name for name, listener in self._sockets.items() if _has_heard(listener)}
        if (self.folder / "open.txt").read_text(encoding="ascii") != "whole":
            found.add("written_file")
            (self.folder / "open.txt").write_text("whole", encoding="ascii")
        for path in (self.folder / "open").iterdir():
            found.add("filled_folder")
            path.rmdir()
        if ctypes.string_at(self._shared, 5) != b"whole":
            found.add("shm")
            ctypes.memmove(self._shared, b"whole\0\0", 7)
        if _LIBC.msgrcv(self._queue, ctypes.create_string_buffer(64), 8, 0, _NO_WAIT) >= 0:
            found.add("message_queue")
        return found | self._touched_process()

    def secret_descriptor(self) -> int:
        """Return an open file with the secret in it, which a program started here might inherit."""
        return self._descriptor

    def close(self) -> None:
        """Take all of them away."""
        self._end_process()
        self._stack.close()

    def _listen(self) -> None:
        self._name = f"fairdeal-battery-{secrets.token_hex(8)}"
        stream, datagram, local, internet = socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.AF_UNIX, socket.AF_INET
        places: dict[str, tuple[int, int, Any]] = {
            "tcp": (internet, stream, ("127.0.0.1", 0)),
            "udp": (internet, datagram, ("127.0.0.1", 0)),
            "unix_path": (local, stream, str(self.folder / "socket")),
            "abstract": (local, stream, f"\0{self._name}"),
            "abstract_datagram": (local, datagram, f"\0{self._name}-datagram"),
        }
        self._sockets = {}
        for name, (family, kind, address) in places.items():
            listener = self._stack.enter_context(socket.socket(family, kind))
            listener.bind(address)
            if kind == stream:
                listener.listen()
            listener.setblocking(False)
            self._sockets[name] = listener
        (self.folder / "socket").chmod(0o777)

    def _write_files(self) -> None:
        for name, text, mode in (("secret.txt", self.secret, 0o644), ("open.txt", "whole", 0o666)):
            (self.folder / name).write_text(text, encoding="ascii")
            (self.folder / name).chmod(mode)
        (self.folder / "open").mkdir()
        (self.folder / "open").chmod(0o777)
        self._descriptor = os.open(self.folder / "secret.txt", os.O_RDONLY)
        os.set_inheritable(self._descriptor, True)
        self._stack.callback(os.close, self._descriptor)

    def _share_memory(self) -> None:
        self._key = secrets.randbelow(1 << 30) + 1
        segment = _LIBC.shmget(self._key, 4096, _CREATE | 0o666)
        self._queue = _LIBC.msgget(self._key, _CREATE | 0o666)
        if segment < 0 or self._queue < 0:
            raise OSError(ctypes.get_errno(), "no shared memory for the canaries")
        self._shared = _LIBC.shmat(segment, None, 0)
        self._stack.callback(_LIBC.shmdt, ctypes.c_void_p(self._shared))
        self._stack.callback(_LIBC.shmctl, segment, _REMOVE, None)
        self._stack.callback(_LIBC.msgctl, self._queue, _REMOVE, None)
        ctypes.memmove(self._shared, b"whole\0\0", 7)

    def _start_process(self) -> None:
        """Start a process of the very user who runs bots."""
        self._process = subprocess.Popen(
            [*self._python, "-c", _PROCESS],
            env=self._environment | {VARIABLE: self.secret},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd="/",
            **self._user.spawn_arguments(),
        )
        assert self._process.stdout is not None
        self._address = int(self._process.stdout.readline())
        self._priority = os.getpriority(os.PRIO_PROCESS, self._process.pid)
        self._cores = os.sched_getaffinity(self._process.pid)

    def _touched_process(self) -> set[str]:
        assert self._process is not None
        pid = self._process.pid
        with suppress(subprocess.TimeoutExpired):
            # A signal that was sent has been received when the sender is gone; the end may take a moment longer.
            self._process.wait(0.002)
        if self._process.returncode is not None:
            found = {"process"}
        else:
            status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
            found = {"process"} if "State:\tT" in status or "TracerPid:\t0\n" not in status else set()
            if os.getpriority(os.PRIO_PROCESS, pid) != self._priority:
                found.add("others_priority")
            if os.sched_getaffinity(pid) != self._cores:
                found.add("others_cores")
        if found:
            self._end_process()
            self._start_process()
        return found

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def _has_heard(listener: socket.socket) -> bool:
    heard = False
    with suppress(BlockingIOError):
        while True:
            if listener.type & socket.SOCK_DGRAM:
                listener.recv(64)
            else:
                listener.accept()[0].close()
            heard = True
    return heard
