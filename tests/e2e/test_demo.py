"""`make demo`, as a new user types it: tables on the terminal, a running site, and nothing left after Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from ops.services import free_port
from tests.e2e.steps import wait_until

ROOT = Path(__file__).resolve().parents[2]
DEMO_DEADLINE_S = 900.0
CLEARLY = 1.96  # standard errors


@dataclass
class Demo:
    url: str
    output: Path
    directory: Path
    process: subprocess.Popen[bytes]


def _start(directory: Path, port: int) -> Demo:
    output = directory.with_suffix(".out")
    # The documented settings alone: the test's own Django settings are not the demo's.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "DATABASE"))}
    environment |= {"PORT": str(port), "FAIRDEAL_DATA_DIR": str(directory), "COLUMNS": "120"}
    with output.open("wb") as file:
        process = subprocess.Popen(
            ["make", "demo"], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file,
            start_new_session=True,
        )  # fmt: skip
    return Demo(f"http://127.0.0.1:{port}", output, directory, process)


def _interrupt(demo: Demo) -> int:
    if demo.process.poll() is None:
        os.killpg(demo.process.pid, signal.SIGINT)
    return demo.process.wait(60)


@pytest.fixture(scope="module")
def demo(workplace: Path) -> Iterator[Demo]:
    made = _start(workplace / "demo", free_port())

    def is_there() -> bool:
        assert made.process.poll() is None, made.output.read_text()
        return "Ctrl-C stops everything" in made.output.read_text()

    try:
        wait_until(is_there, "the end of the demo's play", DEMO_DEADLINE_S)
        yield made
    finally:
        _interrupt(made)


def test_it_prints_a_table_of_the_house_bots_for_each_pool(demo: Demo) -> None:
    text = demo.output.read_text()
    for bot in ("house/random", "house/first", "house/rules", "house/rules-bold"):
        assert len(re.findall(rf"{bot} ", text)) == 4, f"{bot} is not in each of four tables:\n{text}"
    assert len(re.findall("house/rules-blitzer ", text)) == 1, f"the variations are not in one table:\n{text}"


def test_rules_is_clearly_above_random_over_their_direct_blocks(demo: Demo) -> None:
    tournaments = httpx.get(f"{demo.url}/api/v1/tournaments/?format=round-robin", timeout=20).json()["results"]
    assert len(tournaments) == 3
    for tournament in tournaments:
        cell = _cell(demo, tournament["id"], "house/rules", "house/random")
        assert cell["blocks"] >= 10
        assert cell["score"] - 0.5 > CLEARLY * cell["standard_error"], (tournament["name"], cell)


@pytest.mark.parametrize("name", ["swiss", "double-elimination"])
def test_a_swiss_and_a_double_elimination_of_sixteen_have_a_winner(demo: Demo, name: str) -> None:
    (tournament,) = httpx.get(f"{demo.url}/api/v1/tournaments/?format={name}", timeout=20).json()["results"]
    assert (tournament["state"], tournament["entry_count"]) == ("finished", 16)
    standings = httpx.get(f"{tournament['url']}standings/", timeout=20).json()
    assert standings[0]["rank"] == 1 and all(row["rank"] for row in standings)
    rounds = httpx.get(f"{tournament['url']}rounds/", timeout=20).json()
    assert all(one["is_over"] for one in rounds)
    lost = {row["number"]: 0 for row in standings}
    for slot in httpx.get(f"{tournament['url']}bracket/", timeout=20).json():
        for number in slot["entrants"]:
            lost[number] = lost.get(number, 0) + (number != slot["winner"] and 0 not in slot["entrants"])
    winner = standings[0]["number"]
    assert name == "swiss" or all(lost[number] == 2 for number in lost if number not in (0, winner))


def test_again_it_goes_on_where_it_was_and_ctrl_c_leaves_nothing(demo: Demo) -> None:
    _interrupt(demo)
    assert _processes_of(demo.directory) == []
    again = _start(demo.directory, int(demo.url.rsplit(":", 1)[1]))
    try:
        wait_until(lambda: "Ctrl-C stops everything" in again.output.read_text(), "the demo's second run", 120)
        assert len(httpx.get(f"{demo.url}/api/v1/tournaments/", timeout=20).json()["results"]) == 5
    finally:
        _interrupt(again)
    assert _processes_of(demo.directory) == []


def test_a_port_in_use_is_said_with_what_to_do(workplace: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = _start(workplace / "refused", port)
        assert refused.process.wait(120) != 0
    said = " ".join(refused.output.read_text().split())
    assert f"port {port} of 127.0.0.1 cannot be used" in said
    assert f"make demo PORT={port + 1}" in said


def _cell(demo: Demo, tournament: int, bot: str, opponent: str) -> dict[str, Any]:
    rows = httpx.get(f"{demo.url}/api/v1/tournaments/{tournament}/crosstable/", timeout=20).json()
    number = {_name(row): row["number"] for row in rows}
    row = next(row for row in rows if _name(row) == bot)
    return next(dict(cell) for cell in row["cells"] if cell["opponent"] == number[opponent])


def _name(row: dict[str, Any]) -> str:
    return str(row["version"]["bot"])


def _processes_of(directory: Path) -> list[str]:
    """List the command lines of processes that have the demo's directory in their environment or arguments."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            if str(directory).encode() in (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes():
                found.append((entry / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found
