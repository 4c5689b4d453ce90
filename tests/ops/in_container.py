"""Become what `docker-compose.yml` makes of a match worker, then open the sandbox, which tests itself.

Use: python -m tests.ops.in_container PROFILE; prints the sandbox's report.
An ordinary user, no capabilities (nor a way to get any), no new privileges, and the profile as a system call filter. It
takes no Docker: the profile's rules become a filter here, and a rule of an unknown kind is an error.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import Any

from worker.sandbox import bpf
from worker.sandbox.report import report
from worker.sandbox.syscalls import AUDIT_ARCH

HEADERS = {
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}
USER = 54321
PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 24, 38, 2


class _Program(ctypes.Structure):
    """The kernel's struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def kernel_numbers(machine: str) -> dict[str, int]:
    """Read every system call of a machine from the kernel's headers, by name."""
    with open(HEADERS[machine], encoding="ascii") as file:
        words = [line.split() for line in file if line.startswith("#define __NR")]
    # The generic header gives some calls a second name first: __NR3264_fcntl 25.
    pairs = [(row[1].removeprefix("__NR3264_").removeprefix("__NR_"), row[2]) for row in words if len(row) == 3]
    return {name: int(number) for name, number in pairs if number.isdigit()}


def compile_profile(profile: dict[str, Any], machine: str) -> bytes:
    """Turn a profile in Docker's format into a filter; raises ValueError for what it does not know."""
    numbers = kernel_numbers(machine)
    code = bpf.load(bpf.ARCH_OFFSET) + bpf.unless_equal(AUDIT_ARCH[machine], bpf.give(bpf.KILL_PROCESS))
    code += bpf.load(bpf.NUMBER_OFFSET)
    for rule in profile["syscalls"]:
        if rule["action"] != "SCMP_ACT_ALLOW" or set(rule) - {"comment", "action", "names", "args"}:
            raise ValueError(f"a rule of an unknown kind: {rule}")
        allow = bpf.give(bpf.ALLOW)
        for argument in rule.get("args", []):
            if argument["op"] != "SCMP_CMP_EQ" or len(rule["args"]) != 1:
                raise ValueError(f"an argument of an unknown kind: {argument}")
            allow = bpf.load_argument(argument["index"]) + bpf.if_equal(argument["value"], allow)
            allow += bpf.load(bpf.NUMBER_OFFSET)
        for name in rule["names"]:
            if name in numbers:  # as Docker does: a call that this machine does not have needs no rule
                code += bpf.if_equal(numbers[name], allow)
    return bpf.pack(code + bpf.give(bpf.refuse(profile["defaultErrnoRet"])))


def confine(filter_code: bytes) -> None:
    """Give up root, every capability and the way back, and load the filter."""
    libc = ctypes.CDLL(None, use_errno=True)
    zero = ctypes.c_ulong(0)
    if os.geteuid() == 0:
        capability = 0
        while libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), zero, zero, zero) == 0:
            capability += 1
        os.setgroups([])
        os.setresgid(USER, USER, USER)
        os.setresuid(USER, USER, USER)
    program = _Program(len(filter_code) // 8, filter_code)
    for words in ((PR_SET_NO_NEW_PRIVS, 1, zero), (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program))):
        if libc.prctl(words[0], ctypes.c_ulong(words[1]), words[2], zero, zero) != 0:
            raise OSError(ctypes.get_errno(), f"prctl {words[0]}")


def main(profile: str) -> int:
    """Return 0 when this machine can run bots so confined."""
    confine(compile_profile(json.loads(Path(profile).read_text()), platform.machine()))
    with tempfile.TemporaryDirectory() as name:
        return report(Path(name) / "work")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
