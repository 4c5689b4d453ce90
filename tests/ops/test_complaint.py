"""A machine that cannot run bots is told so at once, with the remedy, and not after the checks' deadline."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ops.arena import REFUSALS, ROOT, Arena

REFUSAL = (
    "worker: this machine cannot run bots: bwrap: No permissions to create new namespace\n"
    "worker: allow unprivileged user namespaces\n"
)


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    made = Arena(tmp_path)
    made.logs.mkdir()
    return made


def test_a_worker_that_was_never_started_complains_of_nothing(arena: Arena) -> None:
    assert arena.complaint() == ""


@pytest.mark.parametrize("times", [1, REFUSALS - 1])
def test_once_may_be_chance(arena: Arena, times: int) -> None:
    (arena.logs / "check_0.log").write_text(REFUSAL * times)
    assert arena.complaint() == ""


def test_again_and_again_is_the_machine(arena: Arena) -> None:
    (arena.logs / "check_0.log").write_text("started\n" + REFUSAL * REFUSALS)
    said, remedy = arena.complaint().splitlines()
    assert said == "this machine cannot run bots: bwrap: No permissions to create new namespace"
    assert remedy == "allow unprivileged user namespaces"


def test_a_worker_says_what_the_arena_looks_for(tmp_path: Path) -> None:
    """The real worker, with a bubblewrap that may not."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    environment = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": f"{ROOT}:{ROOT / 'bots' / 'sdk'}",
        "FAIRDEAL_BROKER_URL": f"filesystem://{tmp_path / 'broker'}", "FAIRDEAL_WORKER_DIR": str(tmp_path / "worker"),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "worker", "run"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert done.returncode == 3, done.stderr
    arena = Arena(tmp_path)
    arena.logs.mkdir()
    (arena.logs / "check_0.log").write_text(done.stderr * REFUSALS)
    assert arena.complaint().startswith("this machine cannot run bots: ")
    assert "\n" in arena.complaint(), "the remedy is there"
