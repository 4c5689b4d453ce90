"""The command line: exit statuses, JSON on standard output, one line on standard error."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engines.cli import main

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden" / "games"


def run(capsys, *arguments):
    status = main(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_games_lists_ids_with_seats(capsys):
    status, out, _ = run(capsys, "games")
    assert status == 0
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert "2 to 7 players" in lines["thirty-one"]
    assert "4 players" in lines["smear-four-handed"]


def test_replay_prints_one_json_object(capsys):
    path = GOLDEN / "thirty-one-4p-12-0.json"
    status, out, err = run(capsys, "replay", str(path))
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    assert json.loads(out) == json.loads(path.with_suffix(".expected.json").read_text())


def test_replay_reads_standard_input():
    path = GOLDEN / "thirty-one-2p-12-1.json"
    command = [sys.executable, "-m", "engines", "replay", "-"]
    done = subprocess.run(command, input=path.read_bytes(), capture_output=True, cwd=ROOT, check=True)
    assert json.loads(done.stdout) == json.loads(path.with_suffix(".expected.json").read_text())


def test_the_exit_status_leaves_the_process():
    command = [sys.executable, "-m", "engines", "replay", "-"]
    done = subprocess.run(command, input=b"{}", capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b"[]", b"null", b"[" * 100_000, b'{"format": 1}', b"9" * 5000]
)
def test_what_is_no_record_ends_with_status_2_and_one_line(capsys, tmp_path, content):
    path = tmp_path / "record.json"
    path.write_bytes(content)
    status, out, err = run(capsys, "replay", str(path))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_files_that_cannot_be_read_end_with_status_2(capsys, tmp_path):
    for path in (tmp_path, tmp_path / "missing.json"):
        status, out, err = run(capsys, "replay", str(path))
        assert (status, out) == (2, "")
        assert err.count("\n") == 1


def test_the_error_line_names_deal_index_seat_action_and_reason(capsys, tmp_path):
    record = json.loads((GOLDEN / "thirty-one-2p-12-1.json").read_text())
    record["deals"][0]["actions"][1] = "1 discard\nAS"
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    status, out, err = run(capsys, "replay", str(path))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "deal 0, index 1, seat 1, action 'discard\\nAS': " in err


def test_play_is_readable_and_repeatable(capsys):
    arguments = ("play", "thirty-one", "--seed", "a Tuesday", "--players", "3", "--option", "start_chips=1", "--check")
    status, out, err = run(capsys, *arguments)
    assert (status, err) == (0, "")
    assert out.startswith("Thirty-One: thirty-one/3;start_chips=1, seed ")
    assert "Deal 1: seat" in out
    assert "The game is over." in out
    assert run(capsys, *arguments)[1] == out
    assert run(capsys, *arguments[:3], "a Wednesday")[1] != out


def test_play_can_print_a_record_that_replays(capsys, tmp_path):
    _, out, _ = run(capsys, "play", "smear-four-handed", "--seed", "x", "--option", "max_deals=3", "--record")
    path = tmp_path / "record.json"
    path.write_text(out)
    status, replayed, _ = run(capsys, "replay", str(path), "--check")
    assert status == 0
    assert json.loads(replayed)["over"] is True


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("whist",), "whist"),
        (("thirty-one", "--players", "9"), "2 to 7"),
        (("thirty-one", "--option", "start_chips=0"), "start_chips"),
        (("thirty-one", "--option", "joker=on"), "joker"),
        (("thirty-one", "--option", "blitz"), "NAME=VALUE"),
    ],
)
def test_play_refuses_with_one_line(capsys, arguments, named):
    status, out, err = run(capsys, "play", *arguments, "--seed", "x")
    assert (status, out) == (2, "")
    assert named in err
    assert err.count("\n") == 1


def block_of(*names):
    """Pack golden records as a match's block is packed."""
    games = [json.loads((GOLDEN / f"{name}.json").read_text()) for name in names]
    return gzip.compress(json.dumps({"format": 1, "block": 0, "games": games}).encode())


def test_a_wrong_place_for_the_record_is_said_before_the_game(capsys, tmp_path):
    status, out, err = run(capsys, "play", "thirty-one", "--seed", "x", "--save", str(tmp_path / "no" / "game.json"))
    assert (status, out) == (2, "")
    assert "No such file or directory" in err


def test_a_reader_that_has_enough_is_no_fault():
    command = f"{sys.executable} -m engines play thirty-one --seed x | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)


def test_the_record_of_a_block_is_replayed_game_by_game(capsys, tmp_path):
    names = ("thirty-one-4p-12-0", "thirty-one-2p-12-1")
    path = tmp_path / "block.json.gz"
    path.write_bytes(block_of(*names))
    status, out, err = run(capsys, "replay", str(path), "--check")
    assert (status, err) == (0, "")
    expected = [json.loads((GOLDEN / f"{name}.expected.json").read_text()) for name in names]
    assert [json.loads(line) for line in out.splitlines()] == expected


def test_the_illegal_game_of_a_block_is_named(capsys, tmp_path):
    games = json.loads(gzip.decompress(block_of("thirty-one-4p-12-0", "thirty-one-2p-12-1")))
    games["games"][1]["deals"][0]["actions"][0] = "9 knock"
    path = tmp_path / "block.json"
    path.write_text(json.dumps(games))
    status, out, err = run(capsys, "replay", str(path))
    assert (status, out.count("\n")) == (2, 1)
    assert "game 1 of the block: deal 0, index 0, seat 9" in err


@pytest.mark.parametrize(
    "content", [b"\x1f\x8b", block_of("thirty-one-4p-12-0")[:-20], b'{"games": []}', b'{"games": 3}']
)
def test_a_broken_block_is_refused_in_one_line(capsys, tmp_path, content):
    path = tmp_path / "block.json.gz"
    path.write_bytes(content)
    status, out, err = run(capsys, "replay", str(path))
    assert (status, out) == (2, "")
    assert "block.json.gz" in err
    assert err.count("\n") == 1
