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
    command = shlex.split(line)
    nobody = subprocess.DEVNULL  # a person at the table leaves at once
    done = subprocess.run(command, cwd=ROOT, stdin=nobody, capture_output=True, text=True, timeout=60, check=False)
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


def test_no_command_of_the_readme_is_without_a_test() -> None:
    """Here the engines; `make demo` and the upload in tests/e2e; `make test` runs them all."""
    commands = [line.split("#")[0].strip() for line in SHELL_LINES if not line.startswith(" ")]
    others = [line for line in commands if line not in ENGINE_LINES and not line.startswith("curl ")]
    assert others == ["make demo", "make test"]
    assert len([line for line in commands if line.startswith("curl ")]) == 1
