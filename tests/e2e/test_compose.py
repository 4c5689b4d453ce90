"""The compose file without Docker: each service's own command and environment, in a copy of what its image holds.

Host names and the port become those of servers on this machine, `/app` and `/data` folders of the test; the packages
are those of the environment that runs the tests. Docker itself, its networks and its filter are not part of this.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from ops.services import free_port, postgres_server, redis_server
from tests.e2e.steps import wait_until

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = {"FAIRDEAL_SECRET_KEY": "k" * 50, "POSTGRES_PASSWORD": "any", "FAIRDEAL_ALLOWED_HOSTS": "127.0.0.1"}
STAYING = ("web", "inbox", "internal", "beat", "match", "check")


class Image:
    """What a Dockerfile's last stage would hold, in a folder, with its environment and command."""

    def __init__(self, dockerfile: str, folder: Path) -> None:
        self.app = folder / "app"
        stage = re.split(r"^FROM .*$", (ROOT / dockerfile).read_text().replace("\\\n", " "), flags=re.M)[-1]
        self.environment: dict[str, str] = {}
        for line in stage.splitlines():
            word, _, rest = line.partition(" ")
            if word == "COPY" and not rest.startswith("--from"):
                *sources, target = rest.split()
                self._copy(sources, self.app / target)
            elif word == "ENV":
                self.environment |= dict(pair.split("=", 1) for pair in shlex.split(rest))
            elif word == "CMD":
                self.command = json.loads(rest)

    def _copy(self, sources: list[str], target: Path) -> None:
        for source in sources:
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                target.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, target)


class Composition:
    """The services of the compose file, to be run as processes."""

    def __init__(self, folder: Path, places: dict[str, str]) -> None:
        self.folder, self.places = folder, places
        self.services: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
        self.images = {
            name: Image(self.services[name]["build"]["dockerfile"], folder / name) for name in ("web", "match")
        }
        (folder / "data").mkdir()

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """Start a service; what it prints goes to a file of its name."""
        service = self.services[name]
        image = self.images["match" if service["image"] == "fairdeal-worker" else "web"]
        environment = {**image.environment, **service.get("environment", {})}
        environment["FAIRDEAL_WORKER_DIR"] = str(self.folder / "work")
        environment["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        command = [self._here(word, image) for word in service.get("command", image.command)]
        with (self.folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                command, cwd=image.app, env={key: self._here(str(value), image) for key, value in environment.items()},
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def run(self, name: str) -> None:
        """Run a service that ends by itself, and see it end well."""
        with _ended(process := self.start(name)):
            assert process.wait(200) == 0, self.log(name)

    def _here(self, word: str, image: Image) -> str:
        word = re.sub(r"\$\{(\w+):[-?]([^}]*)\}", lambda found: SETTINGS.get(found[1], found[2]), word)
        for there, here in self.places.items():
            word = word.replace(there, here)
        return re.sub(r"(?<![\w.])/app\b", str(image.app), re.sub(r"(?<![\w.])/data\b", f"{self.folder}/data", word))


@contextlib.contextmanager
def _ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(20)


@pytest.fixture
def composition(workplace: Path) -> Iterator[Composition]:
    folder = workplace / "compose"
    folder.mkdir()
    port = free_port()
    with postgres_server() as database_url, redis_server() as redis_url:
        places = {
            "postgres://fairdeal@postgres:5432/fairdeal": database_url,
            "redis://redis-internal:6379/0": redis_url.removesuffix("0") + "1",
            "redis://redis:6379/0": redis_url,
            "http://web:8000": f"http://127.0.0.1:{port}",
            "0.0.0.0:8000": f"127.0.0.1:{port}",
        }
        yield Composition(folder, places)


def test_a_first_and_a_second_start_give_an_arena_with_house_bots(composition: Composition) -> None:
    url = composition.places["http://web:8000"]
    composition.run("setup")
    with contextlib.ExitStack() as stack:
        for name in STAYING:
            stack.enter_context(_ended(composition.start(name)))

        def answers() -> bool:
            with contextlib.suppress(httpx.HTTPError):
                return httpx.get(f"{url}/api/v1/games/", timeout=2).status_code == 200
            return False

        wait_until(answers, "the site", 60)
        composition.run("house")
        first = _bots(composition)
        for name in ("setup", "house"):
            composition.run(name)
        assert _bots(composition) == first
    assert sorted(first) == ["first", "random", "rules", "rules-bold"]


def _bots(composition: Composition) -> dict[str, int]:
    """Give the house's active versions: the number of each, by its bot."""
    token = (composition.folder / "data" / "house.token").read_text().strip()
    answer = httpx.get(
        f"{composition.places['http://web:8000']}/api/v1/versions/?mine=true",
        headers={"Authorization": f"Bearer {token}"}, timeout=20,
    ).raise_for_status()  # fmt: skip
    return {row["bot"].split("/")[-1]: row["id"] for row in answer.json()["results"] if row["state"] == "active"}
