"""Messages between the worker and what runs inside: whole packets, with descriptors and the sender's process id."""

from __future__ import annotations

import array
import os
import select
import socket
import struct
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from worker.sandbox.errors import SandboxUnavailable

LONGEST: Final = 64 * 1024
_CREDENTIALS: Final = struct.Struct("iII")
_MOST_DESCRIPTORS: Final = 4
_ANCILLARY: Final = socket.CMSG_SPACE(_MOST_DESCRIPTORS * 4) + socket.CMSG_SPACE(_CREDENTIALS.size)
_REMEDY: Final = "run: python -m worker sandbox-check"


class Packet(NamedTuple):
    """A message: its kind (the first letter), the words that follow, descriptors, and who sent it (0: not told)."""

    kind: str
    text: str
    descriptors: list[int]
    pid: int


class Channel:
    """Our end of a socket to the zygote or to one of its forks. Whatever is wrong with it is the sandbox's fault."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._socket.fileno()

    def send(self, data: bytes, descriptors: Sequence[int] = ()) -> None:
        """Send a packet; raise SandboxUnavailable when nobody is there."""
        passed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
        try:
            self._socket.sendmsg([data], passed)
        except OSError as error:
            raise SandboxUnavailable(f"a process of the sandbox is gone: {error.strerror}", _REMEDY) from error

    def receive(self, deadline: float) -> Packet:
        """Receive a packet; raise SandboxUnavailable when none comes in time, or nobody is there to send one."""
        if not self.is_readable(deadline):
            raise SandboxUnavailable("a process of the sandbox does not answer", _REMEDY)
        try:
            data, ancillary, _flags, _address = self._socket.recvmsg(LONGEST, _ANCILLARY, socket.MSG_CMSG_CLOEXEC)
        except OSError as error:
            raise SandboxUnavailable(f"a process of the sandbox is gone: {error.strerror}", _REMEDY) from error
        if not data:
            raise SandboxUnavailable("a process of the sandbox has ended", _REMEDY)
        descriptors, pid = _read_ancillary(ancillary)
        kind, _, text = data.decode(errors="replace").partition(" ")
        return Packet(kind, text, descriptors, pid)

    def is_readable(self, deadline: float) -> bool:
        """Wait until there is something to receive, the end included; tell whether there is."""
        return wait(self._socket.fileno(), select.POLLIN, deadline)

    def is_cut(self) -> bool:
        """Tell whether nobody is at the other end."""
        return wait(self._socket.fileno(), select.POLLRDHUP, 0.0)

    def close(self) -> None:
        """Close it; a second call does nothing."""
        self._socket.close()


def wait(descriptor: int, event: int, deadline: float) -> bool:
    """Wait for an event of a descriptor until a moment of `time.monotonic`; tell whether it came."""
    poll = select.poll()
    poll.register(descriptor, event)
    return bool(poll.poll(max(0.0, deadline - time.monotonic()) * 1000))


def open_pair() -> tuple[Channel, int]:
    """Return our end, which learns who sends, and the descriptor of the other."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    return Channel(ours.detach()), theirs.detach()


def close_all(descriptors: Sequence[int]) -> None:
    """Close descriptors."""
    for descriptor in descriptors:
        os.close(descriptor)


def _read_ancillary(ancillary: list[tuple[int, int, bytes]]) -> tuple[list[int], int]:
    descriptors, pid = array.array("i"), 0
    for _level, kind, data in ancillary:
        if kind == socket.SCM_RIGHTS:
            descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
        elif kind == socket.SCM_CREDENTIALS:
            pid = _CREDENTIALS.unpack(data[: _CREDENTIALS.size])[0]
    return list(descriptors), pid
