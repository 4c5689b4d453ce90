"""Run the command line in this process, in a folder and with a home of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bots.cli.main import main

RANDOM_BOT = """from fairdeal_bot import Bot, random_action, run


class MyBot(Bot):
    def act(self, request):
        return random_action(request.legal, self.rng)


if __name__ == "__main__":
    run(MyBot)
"""


class Done(NamedTuple):
    """What a command printed, and what it ended with."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Give a function that runs `fairdeal` with words."""
    for name in ("CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)

    def command(*words: str) -> Done:
        capsys.readouterr()
        status = main(words)
        return Done(status, *capsys.readouterr())

    return command


@pytest.fixture
def write(run: Run) -> Callable[..., str]:
    """Give a function that writes a bot as a single file, and returns its name."""

    def bot(name: str = "mine.py", source: str = RANDOM_BOT) -> str:
        Path(name).write_text(source)
        return name

    return bot


def one_line(done: Done, *words: str) -> None:
    """Assert that an error was one line with these words, and no traceback."""
    lines = done.err.strip().splitlines()
    assert len(lines) == 1, done.err
    assert lines[0].startswith("fairdeal: ")
    assert not done.out
    for word in words:
        assert word in lines[0], lines[0]
