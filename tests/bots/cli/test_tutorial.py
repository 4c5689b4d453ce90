"""The author's page names every command, status and module there is, and what it shows can be run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import typer

from bots.cli.errors import Exit
from bots.cli.main import app
from bots.reference.house import house_names

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "tutorials" / "author.md").read_text()
GROUP = typer.main.get_command(app)


def shown() -> list[list[str]]:
    """List the commands of the page, in blocks and in the table."""
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)).splitlines()
    table = [
        line
        for cell in re.findall(r"^\| (`fairdeal.*?) \|", PAGE, re.MULTILINE)
        for line in re.findall(r"`(.*?)`", cell)
    ]
    return [shlex.split(line)[1:] for line in [*blocks, *table] if line.startswith("fairdeal ")]


def test_every_command_is_on_the_page() -> None:
    assert isinstance(GROUP, click.Group)
    assert set(GROUP.commands) <= {words[0] for words in shown()}


def test_what_is_shown_is_understood() -> None:
    for words in shown():
        if words == ["--help"]:
            continue
        GROUP.make_context("fairdeal", list(words), resilient_parsing=False)
        assert isinstance(GROUP, click.Group)
        command = GROUP.commands[words[0]]
        rest = words[1:]
        if isinstance(command, click.Group):
            command, rest = command.commands[rest[0]], rest[1:]
        command.make_context(words[0], rest)  # raises where an option or an argument is none


def test_every_status_every_house_bot_and_every_module_is_there() -> None:
    statuses = {int(number) for number in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)}
    assert statuses == {int(status) for status in Exit}
    assert all(f"`{name}`" in PAGE for name in house_names("thirty-one") if name != "@rules-bold")
    kit = {path.stem for path in (ROOT / "bots/sdk/fairdeal_bot").glob("*.py")}
    told = {"cards", "tricks", "observations", "log", "testing"}
    assert told == kit - {"__init__", "actions", "bot", "loop", "messages"}
    assert all(f"`fairdeal_bot.{name}`" in PAGE for name in told)


def test_the_bot_that_is_shown_is_the_template() -> None:
    template = (ROOT / "bots" / "templates" / "python" / "main.py").read_text()
    shown_class = re.search(r"```python\n(class MyBot.*?)```", PAGE, re.DOTALL)
    assert shown_class is not None
    assert shown_class[1] in template
