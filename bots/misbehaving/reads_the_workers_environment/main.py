"""Reads the environment that the worker was started with."""

import os

from kit import FACTS, Refused, attack, must_hold, secret


def environment():
    if secret() in os.environ.values():
        return
    for pid in ("self", "1", str(os.getppid()), str(FACTS["canary_pid"])):
        try:
            return must_hold(f"/proc/{pid}/environ")
        except OSError:
            pass
    raise Refused("not found")


attack(environment)
