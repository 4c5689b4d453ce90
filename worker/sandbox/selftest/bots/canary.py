"""Try to reach what lies outside, in a seat: nothing; and unsandboxed: everything, with calls that a seat forbids."""

import json
import os
import socket
import sys
from collections.abc import Callable


def reads(path: str, secret: str) -> bool:
    """Tell whether a file can be opened and holds the secret."""
    try:
        with open(path, "rb") as file:
            return secret.encode() in file.read(1 << 20)
    except OSError:
        return False


def connects(family: int, address: str | tuple[str, int]) -> bool:
    """Tell whether a connection can be made."""
    try:
        with socket.socket(family, socket.SOCK_STREAM) as connection:
            connection.settimeout(2)
            connection.connect(address)
            return True
    except OSError:
        return False


def exists(pid: int) -> bool:
    """Tell whether a process can be seen."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def succeeds(action: Callable[..., object], *arguments: object) -> bool:
    """Tell whether a call is permitted."""
    try:
        action(*arguments)
    except OSError:
        return False
    return True


def fork() -> None:
    """Start another process."""
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def main() -> None:
    """Print what was reached."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "facts.json"), encoding="utf-8") as file:
        facts = json.load(file)
    secret = "".join(facts["secret_halves"])
    environments = ["/proc/self/environ", "/proc/1/environ", f"/proc/{os.getppid()}/environ"]
    reached = {
        "environment": secret in os.environ.values() or any(reads(path, secret) for path in environments),
        "file": any(reads(path, secret) for path in facts["canary_files"]),
        "tcp": connects(socket.AF_INET, ("127.0.0.1", facts["tcp_port"])),
        "unix": connects(socket.AF_UNIX, "\0" + facts["abstract_name"]),
        "process": exists(facts["worker_pid"]),
        "proc": os.path.exists("/proc/self"),
    }
    permitted = {
        "fork": succeeds(fork),
        "datagrams": succeeds(socket.socketpair, socket.AF_UNIX, socket.SOCK_DGRAM),
        "nameless program": succeeds(os.memfd_create, "program"),
    }
    print(json.dumps({"reached": reached, "permitted": permitted}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
