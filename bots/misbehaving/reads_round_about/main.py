"""Reads a file by links, dots and the roots of processes."""

import os

from kit import FACTS, HERE, Refused, attack, must_hold

DOTS = "/".join([".."] * 20)


def by_dots():
    must_hold(f"{HERE}/{DOTS}{FACTS['secret_file']}")


def by_link():
    name = f"/tmp/fairdeal-link-{os.getpid()}"
    os.symlink(FACTS["secret_file"], name)
    try:
        must_hold(name)
    finally:
        os.unlink(name)


def by_root_of_a_process():
    for pid in ("self", "1", str(os.getppid()), str(FACTS["canary_pid"])):
        try:
            return must_hold(f"/proc/{pid}/root{FACTS['secret_file']}")
        except OSError:
            pass
    raise Refused("no such way")


attack(by_dots, by_link, by_root_of_a_process)
