"""The lines of the self-test: what each promises, which probes it takes, and what to do when it does not hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple


@dataclass(frozen=True)
class Check:
    """What was tried, whether it held, what was seen, and the remedy."""

    name: str
    ok: bool
    detail: str
    remedy: str


class Finding(NamedTuple):
    """What one probe found, inside or from outside."""

    probe: str
    ok: bool
    detail: str


class _Line(NamedTuple):
    title: str
    probes: tuple[str, ...]
    remedy: str


_KERNEL: Final = "run a kernel with CONFIG_SECCOMP_FILTER, and bubblewrap 0.8 or newer"
_NAMESPACES: Final = (
    "allow user, pid, mount, ipc and network namespaces to the worker, and install bubblewrap 0.8 or newer"
)
_LIMITS: Final = "run a kernel of 5.14 or newer, which counts limits in each user namespace"
_MEMORY: Final = f"{_LIMITS}; a control group that does not bite should not be delegated to the worker"
_USER: Final = "useradd --system --no-create-home fairdeal-bots, or start the worker as an ordinary user"
_SIGNALS: Final = "run the worker where it may signal its own processes"
_PARENT: Final = "install bubblewrap 0.8 or newer, and start the worker's sandbox in its main thread"

LINES: Final = (
    _Line("bots run as an ordinary user", ("worker_user",), _USER),
    _Line("no user inside is root outside", ("user_map", "user"), _USER),
    _Line("process 1, and no other in sight", ("alone",), _NAMESPACES),
    _Line("no privileges, no capabilities, filter on", ("status",), _KERNEL),
    _Line("no sockets", ("sockets",), _KERNEL),
    _Line("no namespaces of its own", ("namespaces",), _KERNEL),
    _Line("dangerous system calls refused", ("dangerous_calls",), _KERNEL),
    _Line("unknown and foreign system calls end", ("unknown_calls", "foreign_calls"), _KERNEL),
    _Line("in a seat, nothing outside is reached", ("canaries", "nobodys_files", "opponents_files"), _NAMESPACES),
    _Line("all but a bounded /tmp is read-only", ("read_only", "temporary_files"), _NAMESPACES),
    _Line("no new processes, few threads", ("processes", "threads"), _KERNEL),
    _Line("memory is bounded", ("memory", "memory_cap"), _MEMORY),
    _Line("files, their size and CPU time are bounded", ("open_files", "file_size", "cpu"), _LIMITS),
    _Line("nothing of a bot outlives it", ("daemons",), _NAMESPACES),
    _Line("a bot can be ended, and tells how", ("killing",), _SIGNALS),
    _Line("another bot answers all the while", ("opponent",), _LIMITS),
    _Line("no connection came from a seat", ("listeners",), _NAMESPACES),
    _Line("a stopped bot does not run", ("stopping",), _SIGNALS),
    _Line("bots die with their worker", ("orphans",), _PARENT),
    _Line("unsandboxed, all of it is reached", ("control",), "the self-test itself is broken: see the detail"),
)


def lines(findings: Iterable[Finding]) -> list[Check]:
    """Sum findings up: a line holds when all its probes do; one without a finding does not hold."""
    found = {finding.probe: finding for finding in findings}
    checks = []
    for line in LINES:
        of_line = [found.get(probe, Finding(probe, False, f"{probe}: not tried")) for probe in line.probes]
        shown = [finding.detail for finding in of_line if not finding.ok] or [finding.detail for finding in of_line]
        checks.append(Check(line.title, all(finding.ok for finding in of_line), "; ".join(shown), line.remedy))
    return checks
