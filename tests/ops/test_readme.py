"""The README's commands run as written."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
SHELL_LINES = [line for block in re.findall(r"```sh\n(.*?)```", README, re.S) for line in block.splitlines()]
ENGINE_LINES = [line for line in SHELL_LINES if "-m engines" in line]


@pytest.mark.parametrize("line", ENGINE_LINES)
def test_a_game_in_the_terminal(line: str) -> None:
    done = subprocess.run(shlex.split(line), cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= 2


@pytest.mark.parametrize("target", re.findall(r"^make (\w+)", "\n".join(SHELL_LINES), re.M))
def test_the_make_targets_are_there(target: str) -> None:
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_every_folder_of_the_map_is_there() -> None:
    named = re.findall(r"^\| `(\w+)/` \|", README, re.M)
    assert len(named) >= 7
    assert all((ROOT / name).is_dir() for name in named)
