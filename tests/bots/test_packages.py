"""What pip installs for bot authors: two wheels that hold what they need and nothing of the site."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parents[2]


def project(path: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / path / "pyproject.toml").read_text())


def build(folder: str, target: Path) -> Path:
    """Build a wheel and unpack it."""
    [wheel] = list(WheelBuilder(str(ROOT / folder)).build(directory=str(target), versions=["standard"]))
    unpacked = target / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    return unpacked


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("bots/cli", tmp_path_factory.mktemp("cli"))


def test_the_command_line_needs_what_its_group_says() -> None:
    assert project("bots/cli")["project"]["dependencies"] == project(".")["dependency-groups"]["cli"]
    assert project("bots/cli")["project"]["scripts"] == project(".")["project"]["scripts"]


def test_it_brings_all_it_plays_with_and_nothing_of_the_site(installed: Path) -> None:
    for name in (
        "engines/core/state.py",
        "worker/referee/game.py",
        "worker/sandbox/inside/zygote.py",
        "fairdeal_bot/loop.py",
        "bots/reference/search/main.py",
        "bots/templates/python/main.py",
        "bots/templates/node/main.js",
        "bots/templates/c/Makefile",
    ):
        assert (installed / name).is_file(), name
    assert not (installed / "fairdeal").exists()
    assert not (installed / "bots" / "misbehaving").exists()


def test_it_runs_from_there_without_django_celery_or_a_clone(installed: Path, tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); import bots; from bots.cli.main import main\n"
        "status = main(sys.argv[1:])\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "strange = loaded & {'django', 'celery', 'kombu', 'redis', 'structlog', 'fairdeal'}\n"
        "print(status, sorted(strange), bots.__file__)\n"
    )
    words = ["new", "fox", "-g", "thirty-one", "-l", "python"]
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, str(installed), *words],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
    )
    assert done.stdout.splitlines()[-1] == f"0 [] {installed / 'bots' / '__init__.py'}"
    assert (tmp_path / "fox" / "main.py").is_file()


def test_the_kit_alone_is_for_python_3_9_and_needs_nothing(tmp_path: Path) -> None:
    facts = project("bots/sdk")["project"]
    assert (facts["requires-python"], facts["dependencies"]) == (">=3.9", [])
    unpacked = build("bots/sdk", tmp_path)
    assert {path.name for path in unpacked.iterdir() if "dist-info" not in path.name} == {"fairdeal_bot"}
    assert (unpacked / "fairdeal_bot" / "py.typed").is_file()
