"""The report of the self-test for an operator: `python -m worker sandbox-check` prints it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.pool import Sandbox
from worker.sandbox.selftest import Check, run_selftest


def report(work_dir: Path, *, user: str | None = None, out: TextIO | None = None) -> int:
    """Run the whole self-test and print a line a check; return 0 when bots can be run here, else 1."""
    stream = out or sys.stdout
    try:
        sandbox = Sandbox.open_untested(work_dir, user=user)
        try:
            checks = run_selftest(sandbox)
        finally:
            sandbox.close()
    except SandboxUnavailable as error:
        print(f"This machine cannot run bots: {error.reason}\nRemedy: {error.remedy}", file=stream)
        return 1
    print(_table(checks), file=stream)
    failed = [check for check in checks if not check.ok]
    for check in failed:
        print(f"Remedy for {check.name!r}: {check.remedy}", file=stream)
    print(
        f"{len(checks) - len(failed)} of {len(checks)} checks hold: "
        + ("this machine cannot run bots" if failed else "this machine can run bots"),
        file=stream,
    )
    return 1 if failed else 0


def _table(checks: list[Check]) -> str:
    width = max(len(check.name) for check in checks)
    rows = [f"{'ok' if check.ok else 'FAILED':<6}  {check.name:<{width}}  {check.detail}" for check in checks]
    return "\n".join(rows)
