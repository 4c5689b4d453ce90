"""The compose file, the images and .env.example agree with the tree."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
DOCKERFILES = sorted((ROOT / "docker").glob("*.Dockerfile"))


def test_compose_runs_every_part_of_the_arena() -> None:
    assert set(SERVICES) == {
        "postgres", "redis", "redis-internal", "setup", "house", "web", "inbox", "internal", "beat", "match",
        "check",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["match", "check", "house"])
def test_who_needs_no_database_gets_neither_its_password_nor_its_network(name: str) -> None:
    service = SERVICES[name]
    assert not any(word in str(service) for word in ("DATABASE", "POSTGRES", "SECRET"))
    assert service["networks"] == ["matches"]


def test_the_database_and_the_internal_broker_are_where_no_worker_is() -> None:
    for name in ("postgres", "redis-internal"):
        assert SERVICES[name]["networks"] == ["platform"]


@pytest.mark.parametrize("name", ["match", "check"])
def test_a_worker_is_an_ordinary_user_without_capabilities_under_our_filter(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert set(service) & {"privileged", "cap_add", "user", "pid", "devices", "volumes"} == set()
    options = dict(option.split("=") for option in service["security_opt"])
    assert options == {"seccomp": "docker/seccomp-worker.json", "apparmor": "unconfined", "no-new-privileges": "true"}
    assert (ROOT / options["seccomp"]).is_file()


def test_no_service_sees_the_docker_socket() -> None:
    assert "docker.sock" not in (ROOT / "docker-compose.yml").read_text()


def test_the_arena_is_set_up_before_it_is_used_and_gets_its_house_bots() -> None:
    setup, house = SERVICES["setup"], SERVICES["house"]
    assert "manage.py migrate" in setup["command"][-1]
    assert "manage.py ensure_house" in setup["command"][-1]
    assert setup["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    for name in ("web", "inbox", "internal", "beat", "house"):
        assert SERVICES[name]["depends_on"]["setup"] == {"condition": "service_completed_successfully"}, name
    token = re.search(r"--token-file (\S+)", setup["command"][-1])
    assert token is not None
    assert house["command"] == ["python", "-m", "ops.house", "http://web:8000", token[1]]
    assert house["depends_on"]["web"] == {"condition": "service_healthy"}
    assert setup["restart"] == house["restart"] == "no"


def test_who_waits_for_health_waits_for_somebody_who_reports_it() -> None:
    for name, service in SERVICES.items():
        for other, row in service.get("depends_on", {}).items():
            assert other in SERVICES, (name, other)
            if row["condition"] == "service_healthy":
                assert "healthcheck" in SERVICES[other], (name, other)


def test_one_worker_is_there_for_checks_alone() -> None:
    assert SERVICES["check"]["command"] == ["python", "-m", "worker", "run", "--queue", "checks"]
    assert "command" not in SERVICES["match"]


def test_match_workers_can_be_scaled() -> None:
    match = SERVICES["match"]
    assert "container_name" not in match
    assert "ports" not in match


def test_no_secret_is_written_into_the_compose_file() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for name in ("FAIRDEAL_SECRET_KEY", "POSTGRES_PASSWORD", "PGPASSWORD"):
        found = re.findall(rf"{name}: \"?(\S+)", text)
        assert found and all(value.startswith("${") for value in found), name


@pytest.mark.parametrize("name", re.findall(r"\$\{(\w+)", (ROOT / "docker-compose.yml").read_text()))
def test_what_compose_asks_for_is_explained_in_the_example(name: str) -> None:
    assert re.search(rf"^#? ?{name}=", (ROOT / ".env.example").read_text(), re.M), name


def test_what_the_example_says_reaches_compose_and_nothing_is_left_out() -> None:
    example = (ROOT / ".env.example").read_text()
    for_compose, dashes, by_hand = example.partition("# ---- Compose reads no further")
    assert dashes
    names, others = (set(re.findall(r"^(\w+)=", part, re.M)) for part in (for_compose, by_hand))
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "docker-compose.yml").read_text()))
    # Compose has its own: the data are in a volume, and there is no debugging in production.
    assert names - asked == {"FAIRDEAL_DATA_DIR", "FAIRDEAL_DEBUG"}
    sources = [path for folder in ("worker", "ops", "platform") for path in (ROOT / folder).rglob("*.py")]
    read = {name for path in sources for name in re.findall(r'"(FAIRDEAL_[A-Z_]+)"', path.read_text())}
    # What the sandbox's own test looks for in a bot's environment is nobody's setting.
    assert read - names - others == {"FAIRDEAL_SANDBOX_CANARY"}


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


@pytest.mark.parametrize("dockerfile", DOCKERFILES, ids=lambda path: path.name)
def test_an_image_is_readable_by_the_ordinary_user_that_runs_it(dockerfile: Path) -> None:
    lines = dockerfile.read_text().splitlines()
    readable = lines.index("RUN chmod -R a+rX,go-w /app")
    user = next(number for number, line in enumerate(lines) if line.startswith("USER "))
    last_copy = max(number for number, line in enumerate(lines) if line.startswith("COPY "))
    assert last_copy < readable < user
    assert lines[user].removeprefix("USER ") not in ("root", "0")


def test_the_platforms_image_has_what_uploads_the_house_bots() -> None:
    text = (ROOT / "docker" / "web.Dockerfile").read_text()
    for folder in ("ops", "bots/reference"):  # what ops.house imports
        assert re.search(rf"^COPY {folder} \./{folder}$", text, re.M), folder
