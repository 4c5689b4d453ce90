"""The battery as an ordinary user, who is then the user of bots as well: nothing but the sandbox keeps them apart."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from worker.sandbox import Sandbox, languages, runtime
from worker.sandbox.identity import BotUser

PROJECT = Path(__file__).resolve().parents[3]
PARTS = ("engines", "worker", "bots/sdk", "bots/misbehaving", "tests/worker/battery", "tests/worker/sandbox")


@pytest.fixture
def reachable_project() -> Iterator[Path]:
    """Copy what the battery needs to where anybody may read it: the project may lie below a closed directory."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-project-", dir="/var/tmp") as name:
        target = Path(name)
        target.chmod(0o755)
        for part in PARTS:
            shutil.copytree(PROJECT / part, target / part, ignore=shutil.ignore_patterns("__pycache__"))
        for part in ("tests", "tests/worker"):
            shutil.copy(PROJECT / part / "__init__.py", target / part)
        spec = importlib.util.find_spec("msgspec")
        assert spec is not None and spec.submodule_search_locations
        shutil.copytree(spec.submodule_search_locations[0], target / "msgspec")
        yield target


@pytest.mark.skipif(os.geteuid() != 0, reason="who is an ordinary user has run it in the other file")
def test_an_ordinary_user_contains_them_too(sandbox: Sandbox, reachable_project: Path) -> None:
    done = subprocess.run(
        [f"{sandbox.python_tree}{runtime.PYTHON}", "-u", "-m", "tests.worker.battery.as_user"],
        cwd="/",
        env={
            "PYTHONPATH": str(reachable_project),
            "LD_LIBRARY_PATH": f"{sandbox.python_tree}{languages.SHARED_LIBRARIES}",
            "PATH": "/usr/bin:/bin",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        **BotUser(54321, 54321, changes=True).spawn_arguments(),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("user 54321: ")
