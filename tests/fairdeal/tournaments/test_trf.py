"""TRF files: read and written without loss, and what is no such file is refused with its line."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from fairdeal.tournaments.formats.base import Event, Place, Seeding
from fairdeal.tournaments.formats.errors import BadTrf
from fairdeal.tournaments.formats.swiss import Swiss
from fairdeal.tournaments.formats.trf import read_trf, write_trf

from tests.fairdeal.tournaments.events import chance, field, play

FILES = sorted((Path(__file__).resolve().parents[2] / "golden" / "swiss").glob("*.trf"))


def written(event: Event, names: dict[int, str], **words: object) -> str:
    form = Swiss(rounds=7)
    return write_trf(
        name="Cup",
        names=names,
        event=event,
        standings=form.standings(event),
        rounds=7,
        **words,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_written_as_it_was_read(path: Path) -> None:
    text = path.read_bytes().decode()
    assert "\n" not in text  # these files end their lines with CR alone
    file = read_trf(text)
    again = written(file.event, dict(enumerate(file.names, start=1)))
    ours = [line for line in again.splitlines() if line.startswith("001")]
    theirs = [line for line in text.split("\r") if line.startswith("001")]
    # All but the place in columns 86 to 89, which hangs on the tie-breaks.
    assert [line[:84] + line[89:].rstrip() for line in ours] == [line[:84] + line[89:].rstrip() for line in theirs]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_every_line_end_is_read(ending: str) -> None:
    file = read_trf(ending.join(FILES[0].read_text().splitlines()))
    assert (file.name, file.rounds, len(file.event.entrants)) == ("AutoTest Tournament 3", 4, 7)
    assert file.event.entrants[0].rating == 2289


@pytest.mark.parametrize("seed", range(4))
def test_events_with_byes_and_withdrawals_come_back(seed: int) -> None:
    rng = random.Random(seed)
    form = Swiss(rounds=4, bye_points=Fraction(1, 2))

    def leaves(event: Event) -> list[int]:
        return [rng.choice(event.numbers)] if rng.random() < 0.1 else []

    event = play(form, field(11), chance(seed, 0.3), order=rng, leaves=leaves)
    text = written(event, {n: f"bot {n}" for n in event.numbers}, bye_points=Fraction(1, 2))
    back = read_trf(text)
    assert back.names[3] == "bot 4"
    ours = {s.number: s.points for s in form.standings(event)}
    assert {s.number: s.points for s in Swiss().standings(back.event)} == ours
    played = {(t.round, t.entrants) for t in event.tables if t.place in event.results}
    assert {(t.round, t.entrants) for t in back.event.tables if t.place in back.event.results} == played
    assert read_trf(written(back.event, dict(enumerate(back.names, start=1)))) == back


def test_starting_ranks_are_the_seeds() -> None:
    event = play(Swiss(rounds=2), tuple(type(one)(one.number, float(one.number)) for one in field(4)))
    back = read_trf(written(event, {n: f"bot {n}" for n in range(1, 5)}))
    assert back.names == ("bot 4", "bot 3", "bot 2", "bot 1")
    given = read_trf(written(event, {n: f"bot {n}" for n in range(1, 5)}, seeding=Seeding.GIVEN))
    assert given.names == ("bot 1", "bot 2", "bot 3", "bot 4")


def test_names_stay_in_their_column() -> None:
    names = {1: "a\r\n001    9", 2: "x" * 50, 3: "", 4: "Ж" * 33}
    text = written(play(Swiss(rounds=1), field(4)), names)
    assert len(text.split("\n")) == 8
    back = read_trf(text)
    assert back.names == ("a  001    9", "x" * 33, "", "Ж" * 33)


def test_larger_tables_have_no_file() -> None:
    with pytest.raises(BadTrf, match="a TRF file is for tables of two"):
        written(play(Swiss(3, rounds=1), field(6)), dict.fromkeys(range(1, 7), ""))


def test_a_forfeit_is_no_game() -> None:
    rows = ["   2 w +     3 w 1  ", "   1 b -     4 b =  ", "   4 w 1     1 b 0  ", "   3 b 0     2 w =  "]
    event = read_trf("\n".join(f"001 {n:4}".ljust(91) + row for n, row in enumerate(rows, start=1))).event
    assert event.byes == {Place(1, 1, 2): 1, Place(1, 1, 3): 0}
    assert event.entrants[0].rating is None
    points = {s.number: s.points for s in Swiss().standings(event)}
    assert points == {1: 2, 2: Fraction(1, 2), 3: 1, 4: Fraction(1, 2)}


def _line(number: int, cells: str, rating: str = "") -> str:
    return f"001 {number:4}".ljust(48) + f"{rating:>4}".ljust(43) + cells


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "starting ranks from 1 on, not \\[\\]"),
        (_line(2, ""), "starting ranks from 1 on, not \\[2\\]"),
        ("001    x", "line 1: expected a starting rank in columns 5 to 8, not 'x'"),
        (_line(1, "   2 w 1  "), "round 1: 1 meets 2 as 'w', and 2 has None"),
        (_line(1, "   2 w 1  ") + "\n" + _line(2, "   1 w 0  "), "round 1: 1 meets 2 as 'w', and 2 has"),
        (_line(1, "   2 w 1  ") + "\n" + _line(2, "   1 b 1  "), "'1' and '1' of one game"),
        (_line(1, "   2 w ?  ") + "\n" + _line(2, "   1 b 1  "), "expected 1 and 0"),
        (_line(1, "0000 - 1  "), "1 has no opponent and '1'; expected one of U F"),
        (_line(1, "   2 w"), "line 1, column 92: expected opponent, seat and result"),
        (_line(1, "  -2 w 1"), "line 1: expected an opponent, not '-2'"),
        (_line(1, "", "26x0"), "line 1: expected a rating in columns 49 to 52, not '26x0'"),
        ("XXR many", "line 1: expected a number of rounds, not 'many'"),
    ],
)
def test_what_is_no_such_file_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadTrf, match=message):
        read_trf(text)


def test_the_command_pairs_the_next_round_of_a_file(tmp_path: Path) -> None:
    whole = next(path for path in FILES if path.name == "swiss_t1.trf").read_text().splitlines()
    entrants = [line for line in whole if line.startswith("001")]
    file = tmp_path / "cup.trf"
    # Without its last round, of ten columns each, which the program that made the file has paired by the same system.
    file.write_text("\n".join(line[: 91 + 6 * 10] for line in entrants))
    out = StringIO()
    call_command("pair_trf", str(file), "--system", "dutch", stdout=out)
    said = out.getvalue()
    assert f"{len(entrants)} entrants, 6 rounds played" in said
    found = {tuple(map(int, re.findall(r"Player(\d+)", line))) for line in said.partition("Round 7:\n")[2].splitlines()}
    last = {(int(line[4:8]), int(line[91 + 60 : 91 + 64])) for line in entrants if line[91 + 65] == "w"}
    assert found == last
    with pytest.raises(CommandError, match="expected lines 001"):
        call_command("pair_trf", str(Path(__file__)))
