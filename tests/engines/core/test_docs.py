"""What is written about the games is what the engine says: tables, records, examples, commands."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import engines
from engines.core.options import option_text
from engines.core.record import summary
from engines.describe import describe, field_table, option_table, own_fields
from engines.testing import check_game
from tests.engines.example import high_card

ROOT = Path(__file__).parents[3]
GAMES_PAGE = (ROOT / "docs" / "2-games.md").read_text()
README = (ROOT / "engines" / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
FAMILIES = {
    "Smear": [game_id for game_id in engines.game_ids() if game_id.startswith("smear-")],
    "Thirty-One": ["thirty-one"],
    "Speculation": ["speculation"],
    "Red Dog": ["red-dog"],
    "Maverick": ["maverick", "maverick-bidding"],
}


def blocks(text, language):
    """List the code blocks of a language, the info string exactly as given."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def section(family):
    """Return what the page says of a family."""
    return re.split(r"^## ", GAMES_PAGE.partition(f"\n## {family}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def test_every_game_is_on_the_page():
    assert sorted(game_id for ids in FAMILIES.values() for game_id in ids) == list(engines.game_ids())
    for family, ids in FAMILIES.items():
        for game_id in ids:
            assert len(ids) == 1 or f"`{game_id}`" in section(family)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_option_tables_are_the_engines(family):
    table = "\n".join(option_table([engines.game_spec(game_id) for game_id in FAMILIES[family]]))
    assert f"\n{table}\n" in section(family)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_tables_of_fields_are_the_engines(family):
    assert any(
        f"\n{chr(10).join(field_table(game, own_fields(game)))}\n" in section(family)
        for game in map(engines.make_game, FAMILIES[family])
    )
    for game_id in FAMILIES[family]:
        game = engines.make_game(game_id)
        assert own_fields(game) == own_fields(engines.make_game(FAMILIES[family][0]))


def test_the_fields_of_all_games_are_the_engines():
    game = engines.make_game("smear-four-handed")
    common = [name for name in game.observation_schema()["properties"] if name not in own_fields(game)]
    assert "\n".join(field_table(game, common)) in GAMES_PAGE


@pytest.mark.parametrize("family", FAMILIES)
def test_the_preset_is_told(family):
    told = section(family)
    told = " ".join(told[told.index("`original`") :].split())
    for game_id in FAMILIES[family]:
        for name, value in engines.game_spec(game_id).presets["original"].items():
            shown = f"`{name}`" if isinstance(value, bool) else f"`{name}` {option_text(value)}"
            assert shown in told


@pytest.mark.parametrize("family", FAMILIES)
def test_the_record_replays_to_what_is_printed(family):
    record, printed = map(json.loads, blocks(section(family), "json"))
    assert record["game"] in FAMILIES[family]
    assert json.loads(json.dumps(summary(engines.replay(record)))) == printed


def test_fields_are_described():
    for game_id in engines.game_ids():
        assert not [line for line in describe(engines.game_spec(game_id)) if line.endswith("|  |")]


def test_describe_is_a_command(tmp_path):
    command = [sys.executable, "-m", "engines", "describe", "red-dog"]
    shown = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout
    assert shown.startswith("# Red Dog (`red-dog`)\n")
    assert "`bet N`, `pass`, `fold`, `dead`" in shown
    assert "| `pass_fee` | 1 |" in shown
    assert "| `last_winner` | seat or null |" in shown


def test_the_readmes_python_runs():
    found = blocks(README, "python")
    assert len(found) == 2
    for block in found:
        exec(compile(block, "engines/README.md", "exec"), {})


@pytest.mark.parametrize("block", blocks(README, "python adapters"))
def test_the_readmes_adapters_run(block):
    exec(compile(block, "engines/README.md", "exec"), {})


@pytest.mark.parametrize("block", [*blocks(README, "sh"), *blocks(CONTRIBUTING, "sh")])
def test_the_commands_run(block, tmp_path):
    """In a folder that looks like the clone; people who play have left already."""
    for name in ("engines", "bots", "tests", ".venv"):
        (tmp_path / name).symlink_to(ROOT / name)
    search = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": search}
    command = ["bash", "-e", "-c", block]  # nobody types: a person at the table leaves at once
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_every_command_of_the_readme_is_one_of_ours():
    lines = [line for block in blocks(README, "sh") for line in block.splitlines()]
    assert {shlex.split(line)[0] for line in lines} == {"python", "mkdir"}


def test_the_worked_example_is_the_file():
    source = (ROOT / "tests" / "engines" / "example" / "high_card.py").read_text()
    told = CONTRIBUTING.partition("### A whole game")[2].partition("\n## ")[0]
    shown = "".join(blocks(told, "python"))
    assert re.sub(r"\n+", "\n", shown) == re.sub(r"\n+", "\n", source)  # but for empty lines between the pieces


def test_the_worked_example_conforms():
    assert check_game(high_card.GAMES[0].make(options={"tricks": 26})).permutations > 0
