"""Hosts of a test's own: network namespaces that meet in one, the platform's, and can be cut off from it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import selectors
import socket
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

CLONE_NEWNET = 0x40000000
NETWORK = "10.77.0"
PLATFORM_IP = f"{NETWORK}.1"
_CHUNK = 1 << 16


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, timeout=20)


class Hosts:
    """A namespace for the platform with a bridge in it, and one a host, joined to the bridge. Names hold our pid."""

    def __init__(self, names: Sequence[str]) -> None:
        self.platform = f"fd{os.getpid()}-platform"
        self._spaces = {name: f"fd{os.getpid()}-{name}" for name in names}

    def __enter__(self) -> Hosts:
        try:
            self._make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for space in (*self._spaces.values(), self.platform):
            subprocess.run(["ip", "netns", "del", space], check=False, timeout=20, stderr=subprocess.DEVNULL)

    def _make(self) -> None:
        _ip("netns", "add", self.platform)
        at = ("-n", self.platform)
        _ip(*at, "link", "set", "lo", "up")
        _ip(*at, "link", "add", "bridge", "type", "bridge")
        _ip(*at, "addr", "add", f"{PLATFORM_IP}/24", "dev", "bridge")
        _ip(*at, "link", "set", "bridge", "up")
        for number, (name, space) in enumerate(self._spaces.items(), start=2):
            _ip("netns", "add", space)
            _ip("-n", space, "link", "set", "lo", "up")
            _ip(*at, "link", "add", name, "type", "veth", "peer", "name", "wire", "netns", space)
            _ip(*at, "link", "set", name, "master", "bridge", "up")
            _ip("-n", space, "addr", "add", f"{NETWORK}.{number}/24", "dev", "wire")
            _ip("-n", space, "link", "set", "wire", "up")

    def command(self, name: str, *words: str) -> list[str]:
        """Give the words that run a command on a host."""
        return ["nsenter", f"--net=/run/netns/{self._spaces[name]}", "--", *words]

    def cut(self, name: str) -> None:
        """Take a host's cable out: nothing is refused, nothing arrives."""
        _ip("-n", self.platform, "link", "set", name, "down")

    def mend(self, name: str) -> None:
        """Put the cable in again."""
        _ip("-n", self.platform, "link", "set", name, "up")

    @contextlib.contextmanager
    def inside(self) -> Iterator[None]:
        """Move this thread, and all that it starts, into the platform's namespace."""
        before = os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        there = os.open(Path("/run/netns") / self.platform, os.O_RDONLY | os.O_CLOEXEC)
        try:
            _enter(there)
            yield
        finally:
            _enter(before)
            os.close(there)
            os.close(before)


def _enter(namespace: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(namespace, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")


@contextlib.contextmanager
def door(port: int) -> Iterator[None]:
    """Let hosts reach what listens on a port of the platform's 127.0.0.1, under the same port of its address."""
    with socket.create_server((PLATFORM_IP, port)) as listening:
        threading.Thread(target=_serve, args=(listening, port), daemon=True).start()
        try:
            yield
        finally:
            listening.shutdown(socket.SHUT_RDWR)


def _serve(listening: socket.socket, port: int) -> None:
    with contextlib.suppress(OSError):
        while True:
            outer, _ = listening.accept()
            threading.Thread(target=_join, args=(outer, port), daemon=True).start()


def _join(outer: socket.socket, port: int) -> None:
    """Carry bytes both ways until either end is closed."""
    with (
        contextlib.suppress(OSError),
        outer,
        socket.create_connection(("127.0.0.1", port)) as inner,
        selectors.DefaultSelector() as selector,
    ):
        selector.register(outer, selectors.EVENT_READ, inner)
        selector.register(inner, selectors.EVENT_READ, outer)
        while True:
            for key, _ in selector.select():
                data = key.fileobj.recv(_CHUNK)  # type: ignore[union-attr]  # sockets, as registered
                if not data:
                    return
                key.data.sendall(data)
