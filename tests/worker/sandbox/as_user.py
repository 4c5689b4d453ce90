"""Open a sandbox and run the battery in it, as the user who runs this program; print what went wrong, one line each."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.worker.sandbox.battery import CASES, run_case
from worker.sandbox import Sandbox


def main(work_dir: Path) -> int:
    """Return the number of cases that went wrong."""
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        sandbox = Sandbox.open(work_dir)
        for number, case in enumerate(CASES):
            try:
                run_case(case, sandbox, Path(name) / f"bot{number}")
            except Exception as error:  # noqa: BLE001 - reported, and counted
                wrong += 1
                print(f"{case.name}: {type(error).__name__}: {error}")
        sandbox.close()
    print(f"user {os.getuid()}: {len(CASES) - wrong} of {len(CASES)} hold")
    return wrong


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
