"""Bots at one table: results, records, comparisons, and what happens when something breaks or is stopped."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest

import engines
from bots.cli import table
from bots.cli.commands import compare
from bots.cli.contestants import Workshop
from bots.cli.launch import Walls
from bots.cli.lineup import make_line_up
from engines.core.reading import read_records
from tests.bots.cli.conftest import Run, one_line
from worker.contract import Limits

ROOT = Path(__file__).resolve().parents[3]
SHORT = ("-g", "thirty-one", "-o", "max_deals=1", "--walls", "none", "--seed", "tuesday")
CRASHES = "from fairdeal_bot import Bot, run\nclass Bad(Bot):\n    def act(self, request):\n        1 / 0\nrun(Bad)\n"


def test_a_table_of_results_with_intervals(run: Run, write: Callable[..., str]) -> None:
    done = run("play", write(), "@first", *SHORT, "--blocks", "1", "--json")
    assert done.status == 0, done
    assert (done.json["ruleset"], done.json["blocks"], done.json["games"]) == ("thirty-one/2;max_deals=1", 1, 2)
    first, second = done.json["results"]
    assert (first["bot"], second["bot"]) == ("mine", "@first")
    assert first["score"] + second["score"] == pytest.approx(1)
    low, high = first["interval"]
    assert low <= first["score"] <= high
    assert low < high
    assert done.json["faults"] == []


def test_games_are_whole_blocks_and_the_same_seed_the_same_result_however_many_play(
    run: Run, write: Callable[..., str]
) -> None:
    write()
    played = [
        run("play", "mine.py", "@first", *SHORT, "--games", "3", "-p", str(many), "--json").json for many in (1, 2)
    ]
    for document in played:
        for row in document["results"]:
            del row["ms_a_move"], row["max_ms"]
    assert played[0] == played[1]
    assert (played[0]["blocks"], played[0]["games"]) == (2, 4)


def line_up(*bots: str, players: int | None = None, game: str | None = "thirty-one") -> table.LineUp:
    with ExitStack() as stack:
        return make_line_up(
            Workshop(stack),
            bots,
            game=game,
            players=players,
            options=["max_deals=1"],
            seed="tuesday",
            walls=Walls.NONE,
            limits=Limits(),
        )


def test_the_last_bot_fills_the_table_and_partners_sit_together() -> None:
    sides = line_up("@first", "@random", game="smear-fort-frances")
    assert (sides.entry, [bot.name for bot in sides.bots]) == ("side", ["@first", "@random"])
    assert line_up("@first", "@random").game.players == 2
    three = line_up("@first", "@random", players=3)
    assert [bot.name for bot in three.bots] == ["@first", "@random (1)", "@random (2)"]
    assert three.games_a_block == 3
    assert line_up("@first", "@random").job(1).seeds == three.job(1).seeds != three.job(2).seeds


def test_the_record_of_every_block_can_be_kept(run: Run) -> None:
    assert run("play", "@random", "@first", *SHORT, "-b", "2", "--record", "kept").status == 0
    assert sorted(path.name for path in Path("kept").iterdir()) == ["block-00000.json.gz", "block-00001.json.gz"]
    content = Path("kept/block-00001.json.gz").read_bytes()
    assert json.loads(gzip.decompress(content))["block"] == 1
    states = [engines.replay(game) for game in read_records(content, "it")]
    assert [state.is_over for state in states] == [True, True]
    assert len({state.history[0].deck for state in states}) == 1  # the same cards, with other places
    assert run("verify", "kept/block-00001.json.gz", "--json").json["games"] == 2
    changed = json.loads(gzip.decompress(content))
    changed["games"][1]["result"]["totals"][0] += 1
    Path("changed.json").write_text(json.dumps(changed))
    done = run("verify", "changed.json")
    assert done.status == 1
    one_line(done, "game 1: the result's totals")


def test_a_bot_that_crashes_loses_and_its_traceback_is_shown(run: Run, write: Callable[..., str]) -> None:
    done = run("play", write("bad.py", CRASHES), "@first", *SHORT, "-b", "1")
    assert done.status == 0
    faults = [line.partition(": no answer")[0] for line in done.out.splitlines() if line.startswith("bad: ")]
    assert faults == [f"bad: crash in block 0, game {game}, seat {game}, deal 0" for game in range(2)]
    assert "ZeroDivisionError" in done.out
    assert re.search(r"bad +│ +0.0 % .*│ +2 │", done.out)


def test_the_memory_of_who_starts_a_bot_is_not_the_bots(run: Run, write: Callable[..., str]) -> None:
    ballast = bytearray(300 * 1024 * 1024)  # more than a bot may have
    ballast[::4096] = b"x" * len(ballast[::4096])
    done = run("play", write("bad.py", CRASHES), "@first", *SHORT, "-b", "1")
    assert "bad: crash in block 0, game 0" in done.out
    assert len(ballast)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("play", "@first"), "the house's bots do not say"),
        (("play", "mine.py"), "mine.py does not say"),
        (("play", "@first", "-g", "chess"), "There is no game 'chess'"),
        (("play", "@first", "-g", "thirty-one", "--players", "9"), "takes 2 to 7 players"),
        (("play", "@first", "-g", "thirty-one", "-o", "lives=3"), "no option 'lives=3'"),
        (("play", "@first", "-g", "thirty-one", "-o", "max_deals=x"), "max_deals"),
        (("play", *["@first"] * 3, "-g", "smear-fort-frances"), "has room for 2 bots"),
        (("play", "@first", "-g", "thirty-one", "-b", "1", "--games", "3"), "--blocks and --games"),
        (("play", "@first", "-g", "thirty-one", "-b", "0"), "play --help"),
        (("compare", "@first", "@random", "-g", "thirty-one", "--elo1", "-5"), "--elo1 -5"),
        (("compare", "@first", "@random", "-g", "thirty-one", "--alpha", "1"), "between 0 and 0.5"),
        (("dance",), "No such command 'dance'"),
    ],
)
def test_what_cannot_be_played_is_one_clear_line(
    run: Run, write: Callable[..., str], words: tuple[str, ...], expected: str
) -> None:
    write()
    done = run(*words)
    assert done.status == 2
    one_line(done, expected)


def blocks_won_by(entrant: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an entrant win every block, without anybody playing."""

    def won(line_up: table.LineUp, blocks: int, processes: int) -> Iterator[table.Block]:
        for index in range(blocks):
            places = [1 + (seat != entrant) for seat in range(2)]
            games = [
                SimpleNamespace(seating=order, places=[places[one] for one in order]) for order in ([0, 1], [1, 0])
            ]
            yield table.Block(index, games, b"")  # type: ignore[arg-type]

    monkeypatch.setattr(compare, "play", won)


@pytest.mark.parametrize(("winner", "status", "verdict"), [(0, 0, "better"), (1, 1, "not_better")])
def test_a_comparison_ends_when_it_knows(
    run: Run, monkeypatch: pytest.MonkeyPatch, winner: int, status: int, verdict: str
) -> None:
    blocks_won_by(winner, monkeypatch)
    done = run("compare", "@first", "@random", *SHORT, "--elo1", "200", "--json")
    assert (done.status, done.json["verdict"]) == (status, verdict)
    assert (done.json["blocks"], done.json["score"]) == (20, 1.0 - winner)
    assert done.json["elo"] is None
    low, high = done.json["llr_bounds"]
    assert not low < done.json["llr"] < high


def test_a_comparison_of_real_games_may_end_undecided(run: Run) -> None:
    done = run("compare", "@first", "@random", *SHORT, "--players", "3", "--max-blocks", "1")
    assert done.status == 5
    assert "thirty-one/3;max_deals=1, 1 blocks: undecided" in done.out


def test_a_machine_that_cannot_run_a_language_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("it").mkdir()
    Path("it/bot.toml").write_text('name = "it"\nentry = "main.js"\nlanguage = "node"\ngames = ["thirty-one"]\n')
    Path("it/main.js").write_text("")
    monkeypatch.setenv("PATH", "/nowhere")
    done = run("play", "it", "--walls", "none", "-b", "1")
    assert done.status == 4
    one_line(done, "install Node.js")


def test_ctrl_c_shows_what_has_been_played_and_leaves_no_process(
    run: Run, write: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    crews: list[table._Crew] = []
    next_block = table._Crew.next

    def interrupted(crew: table._Crew, blocks: int) -> table.Block:
        crews.append(crew)
        if len(crews) == 3:
            raise KeyboardInterrupt
        return next_block(crew, blocks)

    monkeypatch.setattr(table._Crew, "next", interrupted)
    done = run("play", write(), "@first", *SHORT, "-b", "500", "--json")
    assert done.status == 130
    assert (done.json["blocks"], done.json["blocks_asked"]) == (2, 500)
    assert "stopped after 2 of 500 blocks" in done.err
    for process in crews[0]._hands.values():
        with pytest.raises(ValueError, match="closed"):  # it was waited for
            process.is_alive()


def test_a_real_ctrl_c_ends_everybody(run: Run, tmp_path: Path) -> None:
    Path("slow.py").write_text(
        "import os, time\nfrom fairdeal_bot import Bot, run\nclass Slow(Bot):\n    def act(self, request):\n"
        f"        open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n        time.sleep(60)\nrun(Slow)\n"
    )
    # Who runs the tests in the background ignores SIGINT, and so would all that they start.
    words = ["env", "--default-signal=INT", sys.executable, "-m", "bots.cli", "play", "slow.py", "@first", *SHORT]
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as command:
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            assert command.poll() is None
            os.sched_yield()
        bot = int((tmp_path / "pid").read_text())
        os.killpg(command.pid, signal.SIGINT)
        try:
            _out, err = command.communicate(timeout=60)
        finally:
            if command.poll() is None:
                os.killpg(command.pid, signal.SIGKILL)
    assert command.returncode == 130
    assert err.decode().splitlines() == ["fairdeal: stopped after 0 of 10 blocks."]
    with pytest.raises(ProcessLookupError):
        os.kill(bot, 0)
