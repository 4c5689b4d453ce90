"""Start the zygote's bubblewrap, and know what it says when it cannot be."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.identity import BotUser
from worker.sandbox.packages import extra_packages

_NAMESPACES_REMEDY: Final = (
    "allow unprivileged user namespaces: sysctl kernel.unprivileged_userns_clone=1 (Debian), "
    "sysctl kernel.apparmor_restrict_unprivileged_userns=0 or an AppArmor profile for bwrap (Ubuntu 24.04), "
    "in a container a seccomp profile that allows unshare, clone, setns, mount, umount2 and pivot_root"
)


def spawn(command: list[str], channel: int, complaints: int, user: BotUser) -> subprocess.Popen[bytes]:
    """Start bubblewrap with the zygote in it, as the user of bots; `channel` is its end of the socket to us."""
    try:
        return subprocess.Popen(
            [*command, str(channel), *extra_packages()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
            env={},  # what bubblewrap has in its environment could be read inside
            cwd="/",
            pass_fds=(channel,),
            **user.spawn_arguments(),
        )
    except OSError as error:
        raise SandboxUnavailable(
            f"bwrap cannot be started: {error}", f"let the worker start programs as the user with id {user.uid}"
        ) from error


def sizes(pid: int) -> tuple[int, int]:
    """Return what a process has mapped, and what of it is its own to write, in bytes."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    page = os.sysconf("SC_PAGE_SIZE")
    return int(pages[0]) * page, int(pages[5]) * page


def remedy_for(said: str) -> str:
    """Return what an operator can do about what bubblewrap, the zygote or a cell said."""
    known = {
        "namespace": _NAMESPACES_REMEDY,
        "unshare": _NAMESPACES_REMEDY,
        "Permission denied": _NAMESPACES_REMEDY,
        "Operation not permitted": _NAMESPACES_REMEDY,
        "PR_SET_SECCOMP": "run a kernel with CONFIG_SECCOMP_FILTER",
        "No such file": "remove the sandbox's directory, it is built anew",
        "Unknown option": "install bubblewrap 0.8 or newer",
    }
    return next((remedy for sign, remedy in known.items() if sign in said), "run: python -m worker sandbox-check")
