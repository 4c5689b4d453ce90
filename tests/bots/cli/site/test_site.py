"""The commands that talk to a site, against a real one."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fairdeal.common import blobs
from fairdeal.matches.models import Block
from fairdeal.submissions.models import BotVersion

from bots.cli.login import login_file
from tests.bots.cli.conftest import Run, one_line
from tests.bots.cli.site.conftest import Workers
from tests.fairdeal.playing import make_version

SHORT = ("-g", "thirty-one", "-o", "max_deals=1")


def test_the_first_ten_minutes(run: Run, url: str, token: Callable[..., str]) -> None:
    """New, edit one line, check, play, upload, and the bot stands in the table."""
    assert run("new", "fox", "--game", "thirty-one", "--language", "python").status == 0
    code = Path("fox/main.py")
    edited = code.read_text().replace("random_action(request.legal, self.rng)", "request.legal[-1]")
    assert edited != code.read_text()
    code.write_text(edited)
    assert run("check", "fox", "--walls", "none").status == 0
    played = run("play", "fox", "@first", "-o", "max_deals=1", "-b", "1", "--walls", "none")
    assert played.status == 0
    assert "fox" in played.out
    assert run("login", "--url", url, "--token", token("ada")).status == 0
    uploaded = run("upload", "fox")
    assert uploaded.status == 0, uploaded.err
    assert "Uploaded ada/fox as its version 1" in uploaded.out
    assert "It is in" in uploaded.out
    assert run("new", "owl", "--game", "thirty-one", "--language", "python").status == 0
    assert run("upload", "owl").status == 0
    made = run("tournament", "create", "Tuesday", "ada/fox", "ada/owl", *SHORT, "--players", "2", "-b", "2", "--start")
    assert made.status == 0, made.err
    pools = run("ratings", "--json").json
    assert [pool["ruleset"] for pool in pools] == ["thirty-one/2;max_deals=1"]
    table = run("ratings", str(pools[0]["id"]))
    assert "ada/fox" in table.out
    assert "ada/owl" in table.out


def test_a_token_is_kept_for_its_owner_alone_and_only_if_it_is_good(
    run: Run, url: str, token: Callable[..., str]
) -> None:
    bad = run("login", "--url", url, "--token", "fd_nonsense")
    assert bad.status == 3
    one_line(bad, "Make a token at")
    assert not login_file().exists()
    good = run("login", "--url", url, "--token", token("ada", "read"), "--json")
    assert good.json == {"url": url, "owner": "ada", "scopes": ["read"], "expires_at": good.json["expires_at"]}
    assert stat.S_IMODE(login_file().stat().st_mode) == 0o600


def test_the_environment_comes_before_what_was_kept_and_no_token_goes_to_another_site(
    logged_in: Run, url: str, token: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_URL", url.replace("localhost", "127.0.0.1"))
    one_line(logged_in("bots"), "there is no token for")
    monkeypatch.setenv("FAIRDEAL_TOKEN", token("bob"))
    assert logged_in("bots").out == "You have no bots there yet: fairdeal upload FOLDER\n"


def test_versions_are_listed_and_uploading_the_same_again_is_the_same(logged_in: Run) -> None:
    logged_in("new", "fox", "-g", "thirty-one", "-l", "python")
    first, again = logged_in("upload", "fox", "--json"), logged_in("upload", "fox", "--json")
    assert first.json["id"] == again.json["id"]
    assert first.json["state"] == "active"
    assert BotVersion.objects.count() == 1
    listed = logged_in("bots")
    assert "ada/fox" in listed.out
    assert "active" in listed.out


def test_a_single_file_is_named_with_its_games(logged_in: Run, write: Callable[..., str]) -> None:
    done = logged_in("upload", write("My_Bot.py"), "-g", "thirty-one", "-g", "red-dog", "--json")
    assert done.status == 0, done.err
    assert (done.json["bot"], done.json["games"]) == ("ada/my-bot", ["red-dog", "thirty-one"])


def test_a_bot_that_fails_the_sites_check_is_shown_why(logged_in: Run, workers: Workers) -> None:
    workers.outcome = "failed"
    step = {"name": "thirty-one, 4 players against random", "ok": False, "verdict": "crash", "detail": "it ended"}
    workers.report = {"summary": "crash", "steps": [{**step, "stderr": "Traceback: 1 / 0\n"}]}
    logged_in("new", "fox", "-g", "thirty-one", "-l", "python")
    done = logged_in("upload", "fox")
    assert done.status == 1
    assert "FAILED thirty-one, 4 players against random" in done.out
    assert "Traceback: 1 / 0" in done.out
    version = BotVersion.objects.get().pk
    assert "Traceback: 1 / 0" in logged_in("log", str(version)).out


@pytest.fixture
def match(logged_in: Run) -> int:
    """Let two bots of one owner play a match of two blocks, and return its number."""
    for name in ("fox", "owl"):
        logged_in("new", name, "-g", "thirty-one", "-l", "python")
        assert logged_in("upload", name).status == 0
    words = ("tournament", "create", "Tuesday", "ada/fox", "ada/owl", *SHORT, "--players", "2", "-b", "2", "--json")
    made = logged_in(*words)
    assert made.json["state"] == "draft"
    assert logged_in("tournament", "start", str(made.json["id"])).status == 0
    [row] = logged_in("matches", "--tournament", str(made.json["id"]), "--json").json
    assert row["state"] == "finished"
    return int(row["id"])


def test_a_match_is_listed_verified_and_watched(logged_in: Run, match: int) -> None:
    [row] = logged_in("tournament", "list", "--state", "finished", "--json").json
    standings = logged_in("tournament", "standings", str(row["id"]))
    assert "2 of 2 blocks" in standings.out
    assert "ada/fox 1" in standings.out
    assert "ada/fox 1 - ada/owl 1" in logged_in("matches", "--bot", "ada/fox").out
    done = logged_in("verify", str(match))
    assert (done.status, done.err) == (0, "")
    assert "2 blocks, 4 games" in done.out
    done = logged_in("replay", str(match), "--block", "1", "-n", "1", "--save", "kept.json.gz")
    assert done.status == 0
    assert "The game is over." in done.out
    assert Path("kept.json.gz").read_bytes() == blobs.read(Block.objects.get(match_id=match, index=1).record_sha256)
    one_line(logged_in("replay", str(match), "--block", "9"), "has no block 9")
    block = Block.objects.get(match_id=match, index=1)
    games = json.loads(json.dumps(block.games))
    games[1]["totals"][0] += 1
    Block.objects.filter(pk=block.pk).update(games=games)
    changed = logged_in("verify", str(match), "--json")
    assert changed.status == 1
    assert changed.json["difference"].startswith("block 1: game 1: the totals is [")
    assert "does not verify" in changed.err


def test_faults_are_listed_with_logs_and_a_record_of_other_cards_does_not_verify(logged_in: Run, match: int) -> None:
    block = Block.objects.get(match_id=match, index=0)
    fault = {"seat": 1, "verdict": "crash", "detail": "it ended", "deal": 0, "action_index": 3}
    games = json.loads(json.dumps(block.games))
    games[0]["faults"] = [{**fault, "evidence": {"stderr_tail": "Traceback: private"}}]
    Block.objects.filter(pk=block.pk).update(games=games)
    mine, other = [version.pk for version in BotVersion.objects.order_by("-pk")]
    assert "Traceback: private" in logged_in("log", str(mine)).out  # entrant 1 sat at seat 1
    assert "0 faults in its last" in logged_in("log", str(other)).out
    first, second = Block.objects.filter(match_id=match).order_by("index")
    Block.objects.filter(pk=first.pk).update(record_sha256=second.record_sha256, record_size=second.record_size)
    done = logged_in("verify", str(match))
    assert done.status == 1
    one_line(done, "block 0: game 0: the seed is")


def test_a_swiss_is_opened_entered_and_steered_in_words(logged_in: Run) -> None:
    for name in ("fox", "owl", "elk"):
        make_version("ada", name)
    settings = ("-f", "swiss", "-s", "rounds=1", "-s", "tiebreaks=wins,margin", "-s", "seeding=given")
    made = logged_in("tournament", "create", "Open", "-g", "thirty-one", "--players", "2", "-b", "2", *settings)
    assert made.status == 0, made.err
    [row] = logged_in("tournament", "list", "--state", "draft", "--json").json
    number = str(row["id"])
    assert f"fairdeal tournament open {number}" in made.out
    assert row["settings"]["tiebreaks"] == ["wins", "margin"] and row["settings"]["rounds"] == 1
    assert logged_in("tournament", "open", number, "--json").json["state"] == "open"
    assert "ada/fox 1: in, number 1" in logged_in("tournament", "enter", number, "ada/fox").out
    for name in ("owl", "elk"):
        assert logged_in("tournament", "enter", number, f"ada/{name}").status == 0
    assert "ada/elk 1: withdrawn" in logged_in("tournament", "withdraw", number, "ada/elk").out
    one_line(logged_in("tournament", "withdraw", number, "ada/elk"), "has left already")
    one_line(logged_in("tournament", "withdraw", number, "ada/cat"), "is not entered")
    schedule = logged_in("tournament", "schedule", number)
    assert "ada/fox v1 – ada/owl v1" in schedule.out and "No two meet twice." in schedule.out
    states = [logged_in("tournament", word, number, "--json").json["state"] for word in ("close", "cancel")]
    assert states == ["closed", "cancelled"]
    one_line(logged_in("tournament", "pause", number), "being played")


REFUSALS = [
    (("verify", "99"), "Is the number or name right"),
    (("ratings", "99"), "Is the number or name right"),
    (("tournament", "start", "99"), "Is the number or name right"),
    (("matches", "--state", "asleep"), "asleep"),
    (("tournament", "create", "T", "ada/none", "ada/gone", "-g", "thirty-one"), "no active version"),
    (("tournament", "create", "T", "-g", "thirty-one", "-s", "rounds"), "is no setting"),
    (("tournament", "create", "T", "-g", "thirty-one", "-f", "cup"), "format"),
    (("tournament", "create", "T", "x", "-g", "thirty-one"), "is no entry"),
    (("tournament", "create", "T", "7", "8", "-g", "thirty-one"), "entries"),
]


def test_a_refusal_is_one_line_that_says_what_to_do(logged_in: Run) -> None:
    for words, expected in REFUSALS:
        done = logged_in(*words)
        assert done.status in (2, 3), words
        one_line(done, expected)


def test_a_token_that_may_not_upload_says_which_scope(run: Run, url: str, token: Callable[..., str]) -> None:
    run("login", "--url", url, "--token", token("ada", "read"))
    run("new", "fox", "-g", "thirty-one", "-l", "python")
    done = run("upload", "fox")
    assert done.status == 3
    one_line(done, "upload", "Use a token with the scope")


@pytest.mark.parametrize(
    ("address", "status", "expected"),
    [
        ("http://127.0.0.1:9", 3, "there is no site at http://127.0.0.1:9"),
        ("nonsense", 2, "is no address of a site"),
        ("ftp://127.0.0.1", 2, "is no address of a site"),
    ],
)
def test_no_site_is_one_line(run: Run, address: str, status: int, expected: str) -> None:
    done = run("login", "--url", address, "--token", "fd_x")
    assert done.status == status
    one_line(done, expected)


@pytest.mark.parametrize("answer", [httpx.Response(200, text="<html>"), httpx.Response(404, text="not here")])
def test_an_address_of_something_else_is_told_apart(
    run: Run, monkeypatch: pytest.MonkeyPatch, answer: httpx.Response
) -> None:
    monkeypatch.setattr("bots.cli.api.httpx.Client.request", lambda *_, **__: answer)
    done = run("login", "--url", "http://127.0.0.1:9", "--token", "fd_x")
    assert done.status == 3
    one_line(done, "is no Fairdeal site with this version of the API")


def test_a_login_that_cannot_be_read_says_which_file(run: Run) -> None:
    login_file().parent.mkdir(parents=True)
    login_file().write_text("{")
    one_line(run("matches"), str(login_file()))


def test_ctrl_c_while_the_site_thinks_is_no_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bots.cli.api.httpx.Client.request", interrupted)
    done = run("matches")
    assert (done.status, done.out, done.err) == (130, "", "")
