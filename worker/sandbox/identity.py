"""Who runs bots: never root; a worker started by root gives them to an ordinary user."""

from __future__ import annotations

import os
import pwd
from dataclasses import dataclass
from typing import Any, Final

from worker.sandbox.errors import SandboxUnavailable

USER_VARIABLE: Final = "FAIRDEAL_WORKER_SANDBOX_USER"
DEFAULT_USER: Final = "fairdeal-bots"
_NOBODY: Final = 65534


@dataclass(frozen=True)
class BotUser:
    """The user that bots run as, and whether we have to become it first."""

    uid: int
    gid: int
    changes: bool

    def spawn_arguments(self) -> dict[str, Any]:
        """Return what `subprocess.Popen` needs to start a process as this user."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.changes else {}

    def may_read(self, facts: os.stat_result, *, search: bool) -> bool:
        """Tell whether the mode bits let this user read a file, or pass through a directory."""
        bit = 0o1 if search else 0o4
        if facts.st_uid == self.uid:
            return bool(facts.st_mode & bit << 6)
        if facts.st_gid == self.gid:
            return bool(facts.st_mode & bit << 3)
        return bool(facts.st_mode & bit)


def bot_user(name: str | None = None) -> BotUser:
    """Find the user for bots: ourselves, or for root a named one (by default that of the environment)."""
    if os.geteuid() != 0 and os.getuid() != 0:
        return BotUser(os.geteuid(), os.getegid(), changes=False)
    asked = name or os.environ.get(USER_VARIABLE) or DEFAULT_USER
    try:
        entry = pwd.getpwnam(asked)
    except KeyError:
        if asked != DEFAULT_USER:
            raise SandboxUnavailable(
                f"{USER_VARIABLE} names {asked!r}, a user that does not exist",
                f"useradd --system --no-create-home {asked}",
            ) from None
        return BotUser(_NOBODY, _NOBODY, changes=True)
    if entry.pw_uid == 0:
        raise SandboxUnavailable(
            f"{USER_VARIABLE} names {asked!r}, who is root: bots must run as an ordinary user",
            f"useradd --system --no-create-home {DEFAULT_USER}, and set {USER_VARIABLE}={DEFAULT_USER}",
        )
    return BotUser(entry.pw_uid, entry.pw_gid, changes=True)
