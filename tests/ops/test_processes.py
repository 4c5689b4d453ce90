"""What is started to end with us ends with us, even when we are killed."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ops.processes import ending_with_us

ROOT = Path(__file__).resolve().parents[2]
# Starts a program that says its process id and, when it is told to end, which signal told it.
CHILD = """
import os, signal, sys
signal.signal(getattr(signal, sys.argv[1]), lambda number, frame: (print(number, flush=True), os._exit(0)))
print(os.getpid(), flush=True)
while True: signal.pause()
"""
PARENT = f"""
import subprocess, sys
from ops.processes import ending_with_us
subprocess.Popen(ending_with_us([sys.executable, "-c", {CHILD!r}, "SIG" + sys.argv[1]], by=sys.argv[1])).wait()
"""


@pytest.mark.parametrize("by", ["TERM", "INT"])
def test_a_killed_parent_takes_it_along(by: str) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT, by], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert int(parent.stdout.readline()) != parent.pid
        parent.kill()
        # The pipe ends when the child does: it has it too.
        assert parent.stdout.read().split() == [str(int(signal.Signals[f"SIG{by}"]))]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_an_ordinary_user_is_all_it_is() -> None:
    nobody = pwd.getpwnam("nobody")
    done = subprocess.run(ending_with_us(["id"], nobody), check=True, capture_output=True, text=True)
    assert f"uid={nobody.pw_uid}(" in done.stdout
    assert "root" not in done.stdout
