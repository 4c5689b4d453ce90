"""Run a part of the tests as an ordinary user: nothing but the sandbox is then between bots and who runs them."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from worker.sandbox import Sandbox, languages, runtime
from worker.sandbox.identity import BotUser

PROJECT = Path(__file__).resolve().parents[2]
USER = BotUser(54321, 54321, changes=True)
KEPT = Path(f"/var/tmp/fairdeal-tests-{USER.uid}")
PARTS = ("engines", "worker", "bots/sdk", "bots/misbehaving", "tests/worker/battery", "tests/worker/sandbox")


@contextmanager
def reachable_project() -> Iterator[Path]:
    """Copy what such a part needs to where anybody may read it: the project may lie below a closed directory."""
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


def run_as_user(module: str, *arguments: str, project: Path, sandbox: Sandbox, python: str | None = None) -> str:
    """Run a module of the tests with an interpreter that the user can reach; return what it prints.

    Its first argument is a directory for the user's sandboxes that outlives the run: what bots see is built there once.
    Raises AssertionError, with all that it says, when it does not end with 0.
    """
    environment = {"PYTHONPATH": str(project), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    if python is None:
        python = f"{sandbox.python_tree}{runtime.PYTHON}"
        environment["LD_LIBRARY_PATH"] = f"{sandbox.python_tree}{languages.SHARED_LIBRARIES}"
    KEPT.mkdir(mode=0o700, exist_ok=True)
    os.chown(KEPT, USER.uid, USER.gid)
    done = subprocess.run(
        [python, "-u", "-m", module, str(KEPT), *arguments],
        cwd="/",
        env=environment,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        **USER.spawn_arguments(),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
