"""The system call filter, run instruction by instruction: what it answers to every call of both machines."""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterator

import pytest

from worker.sandbox import SandboxUnavailable, bpf, policy
from worker.sandbox.syscalls import AUDIT_ARCH, MACHINES, numbers

THREAD_FLAGS = 0x3D0F00  # what glibc gives clone for pthread_create
NEW_USER = 0x10000000
SIGCHLD = 17


def answer(code: bytes, arch: int, number: int, *arguments: int) -> int:
    """Run a packed filter over one call; return its action."""
    data = struct.pack("<iIQ6Q", number, arch, 0, *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    *_before, (operation, operand) = walk(code, data)
    assert operation == bpf.RETURN
    return operand


def walk(code: bytes, data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the instructions that are run, as operation and operand; the last returns."""
    word, position, operation = 0, 0, 0
    while operation != bpf.RETURN:
        operation, if_true, if_false, operand = struct.unpack_from("<HBBI", code, 8 * position)
        yield operation, operand
        position += 1
        if operation == bpf.LOAD:
            (word,) = struct.unpack_from("<I", data, operand)
        elif operation == bpf.JUMP:
            position += operand
        elif operation != bpf.RETURN:
            holds = {
                bpf.JUMP_EQUAL: word == operand,
                bpf.JUMP_AT_LEAST: word >= operand,
                bpf.JUMP_ANY_BIT: word & operand != 0,
            }[operation]
            position += if_true if holds else if_false


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    """Return each machine in turn."""
    return str(request.param)


def call(machine: str, name: str, *arguments: int) -> int:
    return answer(policy.build_filter(machine), AUDIT_ARCH[machine], numbers(machine)[name], *arguments)


def test_every_number_of_the_machine_gets_the_answer_of_its_name(machine: str) -> None:
    names = {number: name for name, number in numbers(machine).items()}
    code = policy.build_filter(machine)
    judged = {"clone", "clone3", "ioctl", "prctl", "fcntl", "socketpair"}
    for number in range(1024):
        name = names.get(number)
        if name in judged:
            continue
        wanted = bpf.ENOSYS
        if name in policy.ALLOWED:
            wanted = bpf.ALLOW
        elif name in policy.FORBIDDEN:
            wanted = bpf.EPERM
        elif name in ("fork", "vfork"):
            wanted = bpf.EAGAIN
        assert answer(code, AUDIT_ARCH[machine], number, 1, 2, 3) == wanted, (number, name)


def test_the_two_lists_do_not_overlap_and_every_name_is_known() -> None:
    assert not set(policy.ALLOWED) & set(policy.FORBIDDEN)
    assert len(set(policy.ALLOWED)) == len(policy.ALLOWED)
    assert set(policy.ALLOWED) | set(policy.FORBIDDEN) <= set(numbers("x86_64")) | set(numbers("aarch64"))


def test_what_must_never_be_allowed_is_not(machine: str) -> None:
    never = ("socket", "connect", "bind", "execve", "execveat", "ptrace", "mount", "setns", "unshare", "bpf", "seccomp")
    assert {call(machine, name) for name in never} == {bpf.EPERM}


def test_a_program_may_execute_and_nothing_else_beside(machine: str) -> None:
    ways = {kind: policy.build_filter(machine, kind=kind) for kind in policy.FILTERS}
    different = {
        name
        for name, number in numbers(machine).items()
        if len({answer(code, AUDIT_ARCH[machine], number, 1, 2, 3) for code in ways.values()}) > 1
    }
    assert different == {"execve"}


def test_loading_a_filter_is_cheap(machine: str) -> None:
    """The kernel walks it for every number when it is loaded: no call may be far from its answer."""
    code = policy.build_filter(machine)
    assert max(_steps(code, AUDIT_ARCH[machine], number) for number in range(512)) < 40


def _steps(code: bytes, arch: int, number: int) -> int:
    data = struct.pack("<iIQ6Q", number, arch, 0, *([0] * 6))
    return sum(1 for _ in walk(code, data))


def test_another_machines_calls_kill(machine: str) -> None:
    code = policy.build_filter(machine)
    i386, x32 = 0x40000003, 0x40000000 + 39
    assert answer(code, i386, 20) == bpf.KILL_PROCESS
    assert answer(code, AUDIT_ARCH["aarch64" if machine == "x86_64" else "x86_64"], 39) == bpf.KILL_PROCESS
    if machine == "x86_64":
        assert answer(code, AUDIT_ARCH[machine], x32) == bpf.KILL_PROCESS


def test_threads_may_be_made_but_neither_processes_nor_namespaces(machine: str) -> None:
    assert call(machine, "clone", THREAD_FLAGS) == bpf.ALLOW
    assert call(machine, "clone", SIGCHLD) == bpf.EAGAIN
    assert call(machine, "clone", 0x4100 | SIGCHLD) == bpf.EAGAIN  # as vfork and posix_spawn do
    for bit in (7, 17, 25, 26, 27, 28, 29, 30):
        assert call(machine, "clone", THREAD_FLAGS | 1 << bit) == bpf.EPERM
    assert call(machine, "clone3", 0, 88) == bpf.refuse(errno.ENOSYS)


def test_arguments_decide(machine: str) -> None:
    assert call(machine, "ioctl", 0, 0x5401) == bpf.ALLOW
    assert call(machine, "ioctl", 0, 0x5412) == bpf.ENOTTY  # TIOCSTI
    assert call(machine, "prctl", 15) == bpf.ALLOW
    assert call(machine, "prctl", 1) == bpf.EPERM  # PR_SET_PDEATHSIG
    assert call(machine, "prctl", 22) == bpf.EPERM  # PR_SET_SECCOMP
    assert call(machine, "fcntl", 0, 4) == bpf.ALLOW
    assert call(machine, "fcntl", 0, 1031) == bpf.EPERM  # F_SETPIPE_SZ
    assert call(machine, "socketpair", 1, 1) == bpf.ALLOW
    assert call(machine, "socketpair", 1, 0o2004001) == bpf.ALLOW
    assert call(machine, "socketpair", 1, 2) == bpf.EPERM
    assert call(machine, "socketpair", 2, 1) == bpf.EPERM


def test_the_upper_half_of_an_argument_does_not_hide_the_lower(machine: str) -> None:
    assert call(machine, "clone", 1 << 40 | NEW_USER) == bpf.EPERM
    assert call(machine, "ioctl", 0, 1 << 40 | 0x5412) == bpf.ENOTTY


def test_a_machine_without_a_table_is_refused() -> None:
    with pytest.raises(SandboxUnavailable, match="riscv64"):
        policy.build_filter("riscv64")


@pytest.mark.skipif(platform.machine() not in MACHINES, reason="no table for this machine")
def test_the_table_agrees_with_the_kernels_headers() -> None:
    headers = {
        "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
        "aarch64": "/usr/include/asm-generic/unistd.h",
    }
    # The package linux-libc-dev, which ops/bootstrap.sh brings for the tests.
    with open(headers[platform.machine()], encoding="ascii") as file:
        lines = [line.split() for line in file if line.startswith("#define __NR_")]
    known = {words[1].removeprefix("__NR_"): int(words[2]) for words in lines if words[2].isdigit()}
    ours = numbers(platform.machine())
    assert {name: number for name, number in ours.items() if known.get(name, number) != number} == {}
    assert len(ours.keys() & known.keys()) > 200
