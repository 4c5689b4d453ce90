"""The compose file, the images and .env.example agree with the tree."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
DOCKERFILES = sorted((ROOT / "docker").glob("*.Dockerfile"))


def test_compose_runs_every_part_of_the_arena() -> None:
    assert set(COMPOSE["services"]) == {
        "postgres", "redis", "redis-internal", "migrate", "web", "inbox", "internal", "beat", "match", "check",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["match", "check"])
def test_a_worker_gets_neither_the_database_nor_its_password_nor_its_network(name: str) -> None:
    match = COMPOSE["services"][name]
    assert not any(word in str(match) for word in ("DATABASE", "POSTGRES", "SECRET"))
    assert match["networks"] == ["matches"]
    for name in ("postgres", "redis-internal"):
        assert COMPOSE["services"][name]["networks"] == ["platform"]


def test_one_worker_is_there_for_checks_alone() -> None:
    assert COMPOSE["services"]["check"]["command"] == ["python", "-m", "worker", "run", "--queue", "checks"]
    assert "command" not in COMPOSE["services"]["match"]


def test_match_workers_can_be_scaled() -> None:
    match = COMPOSE["services"]["match"]
    assert "container_name" not in match
    assert "ports" not in match


def test_no_secret_is_written_into_the_compose_file() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for name in ("FAIRDEAL_SECRET_KEY", "POSTGRES_PASSWORD"):
        assert all(found.startswith("${") for found in re.findall(rf"{name}: \"?(\S+)", text))


@pytest.mark.parametrize("name", re.findall(r"\$\{(\w+)", (ROOT / "docker-compose.yml").read_text()))
def test_what_compose_asks_for_is_explained_in_the_example(name: str) -> None:
    assert re.search(rf"^#? ?{name}=", (ROOT / ".env.example").read_text(), re.M), name


@pytest.mark.parametrize("dockerfile", DOCKERFILES, ids=lambda path: path.name)
def test_what_an_image_copies_is_in_the_tree(dockerfile: Path) -> None:
    for line in dockerfile.read_text().splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            *sources, _ = shlex.split(line)[1:]
            assert all((ROOT / source).exists() for source in sources), line


def test_the_worker_image_holds_neither_platform_nor_django() -> None:
    text = (ROOT / "docker" / "worker.Dockerfile").read_text()
    assert "COPY platform" not in text
    assert "--group web" not in text
    assert "USER fairdeal-worker" in text
