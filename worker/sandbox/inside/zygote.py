"""The zygote: one Python inside bubblewrap from which the bots of a worker are forked.

It listens to the worker alone, knows no bundle and no secret, and runs none of a bot's code. A fork walls itself off
(`cell`) and then waits, on a socket of its own to the worker, for the order which bot to become (`program`).

From the worker: "F" forks now; "W" asks for one more when nothing else is to be done; "R PID" reaps. To the worker:
"H" when all is loaded; "C PID" with the socket and the process descriptor of a fork; "R PID STATUS CPU_US PEAK_KIB".
From a fork: "H" when it has walled itself off; "R CPU_NS" when it has obeyed and the bot is about to run. An "E" and a
text say what failed instead.
"""

import gc
import importlib
import json
import os
import select
import socket
import sys
import time
from typing import NoReturn

BOOT = "/opt/fairdeal/boot"
sys.path.insert(0, BOOT)

from worker.sandbox.inside import cell, program, rehearsal  # noqa: E402

# Where bubblewrap mounts /proc, for us alone: bots have none.
PROC = "/boot"
LONGEST = 64 * 1024
# A fork for later waits until the worker has been quiet for so long: it may just have begun a game on this very core.
QUIET_MS = 20
# Not threading: what it does after every fork costs more than importing it costs the few bots that need it.
PRELOADED = (
    *("json", "random", "math", "re", "enum", "dataclasses", "collections", "collections.abc", "functools"),
    *("itertools", "typing", "heapq", "bisect", "copy", "time", "operator", "string", "traceback"),
    *("fairdeal_bot", "engines"),
)


class Zygote:
    """The loop that serves the worker; in a fork it ends, and leaves the fork's own socket."""

    def __init__(self, channel: socket.socket) -> None:
        self.channel = channel
        self.proc = os.open(PROC, os.O_PATH | os.O_DIRECTORY)
        self.namespace = os.open("self/ns/pid", os.O_RDONLY, dir_fd=self.proc)
        cell.detach(PROC.encode())
        self.owed = 0

    def serve(self) -> socket.socket:
        """Serve the worker until it goes away; return in a fork."""
        poll = select.poll()
        poll.register(self.channel, select.POLLIN)
        while True:
            if self.owed and not poll.poll(QUIET_MS):
                self.owed -= 1
                control = self.fork()
            else:
                control = self.obey(self.channel.recv(LONGEST))
            if control is not None:
                return control

    def obey(self, order: bytes) -> "socket.socket | None":
        """Do what the worker asks for."""
        if not order:
            os._exit(0)
        if order == b"F":
            return self.fork()
        if order == b"W":
            self.owed += 1
        else:
            self.reap(int(order[2:]))
        return None

    def fork(self) -> "socket.socket | None":
        """Fork, and tell the worker; return None here, and in the fork its socket."""
        workers, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # What the fork says comes with its process id, as the worker sees it.
        workers.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        cell.new_pid_namespace()
        pid = os.fork()
        if pid == 0:
            return control
        cell.old_pid_namespace(self.namespace)
        control.close()
        descriptor = os.pidfd_open(pid)
        socket.send_fds(self.channel, [f"C {pid}".encode()], [workers.fileno(), descriptor])
        workers.close()
        os.close(descriptor)
        return None

    def reap(self, pid: int) -> None:
        """Take in a fork that has ended, and tell how."""
        try:
            _pid, status, usage = os.wait4(pid, 0)
        except ChildProcessError:
            self.channel.send(f"E no process {pid}".encode())
            return
        cpu_us = round((usage.ru_utime + usage.ru_stime) * 1e6)
        self.channel.send(f"R {pid} {status} {cpu_us} {usage.ru_maxrss}".encode())


def inhabit(
    zygote: Zygote, control: socket.socket, filters: "dict[str, cell.FilterProgram]", preloaded: "set[str]"
) -> NoReturn:
    """Be a cell: wall off, wait for the order, shut the door, and become the bot."""
    order: dict[str, object] = {}
    try:
        cell.isolate(zygote.proc)
        program.rehearse()
        control.send(b"H")
        said, streams, _flags, _address = socket.recv_fds(control, LONGEST, 3)
        if not said:
            os._exit(0)
        stdin, stdout, stderr = streams
        order = json.loads(said)
        bundle, limits, entry = str(order["bundle"]), order["limits"], str(order["entry"])
        command, variables = order["command"], order["variables"]
        control = socket.socket(fileno=cell.take_streams(stdin, stdout, stderr, control.detach()))
        cell.shut(bundle, limits, filters["python" if command is None else "program"])  # type: ignore[arg-type]
        control.send(f"R {time.process_time_ns()}".encode())
        control.close()
    except BaseException as error:  # noqa: BLE001 - nothing of this process may go on as a second zygote
        try:
            control.send(f"E {error}".encode(errors="replace"))
        finally:
            os._exit(1)
    if command is not None:
        program.execute(entry, command, variables)  # type: ignore[arg-type]
    program.run(entry, preloaded)


def preload(more: "list[str]") -> "set[str]":
    """Import what most bots use; return the names of all modules that a fresh interpreter would not have loaded."""
    before = {name for name in sys.modules if not name.startswith("worker")}
    for name in (*PRELOADED, *more):
        importlib.import_module(name)
    # Ours are no bot's business.
    for name in [name for name in sys.modules if name.partition(".")[0] == "worker"]:
        del sys.modules[name]
    sys.path.remove(BOOT)
    return {name.partition(".")[0] for name in sys.modules} - before


def main(channel: int, *more: str) -> NoReturn:
    """Serve until the worker is gone; in a fork become a bot."""
    cell.die_with_parent()
    os.environ.clear()
    os.environ.update(program.ENVIRONMENT)
    zygote = Zygote(socket.socket(fileno=channel))
    sys.path.insert(0, program.PACKAGES)
    preloaded = preload(list(more))
    sys.path.remove(program.PACKAGES)
    filters = {name: cell.read_filter(f"{BOOT}/{name}.bpf") for name in ("python", "program")}
    rehearsal.rehearse()
    # What lives now lives as long as any fork: collecting it would copy its pages.
    gc.collect()
    gc.freeze()
    rehearsal.fill_gaps()
    zygote.channel.send(b"H")
    control = zygote.serve()
    inhabit(zygote, control, filters, preloaded)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
