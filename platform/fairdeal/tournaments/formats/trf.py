"""Events as TRF16, the file that programs for Swiss chess tournaments exchange, and back. Pure.

A line `001` an entrant, of fixed columns: starting rank, name, rating, points, place, and from column 92 on ten
columns a round: opponent (0000 for none), seat (w for the first of the line-up, b), result. Our results are those of
matches: 1, = and 0 by who won; + and - where somebody had withdrawn; U, H and Z for a bye worth 1, a half and
nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from fairdeal.tournaments.formats.base import Entrant, Event, Place, Result, Seeding, Table, by_seed
from fairdeal.tournaments.formats.errors import BadTrf
from fairdeal.tournaments.formats.scores import HALF, Kind, Line, Scoring
from fairdeal.tournaments.formats.swiss_state import lines_by_round
from fairdeal.tournaments.tiebreaks import Standing

_NAME_COLUMNS = 33
_FIRST_ROUND = 91
_ROUND_COLUMNS = 10
_MOST_RATING = 9999
_PLAYED: Final = {"1": Fraction(1), "=": HALF, "0": Fraction(0), "W": Fraction(1), "D": HALF, "L": Fraction(0)}
_BYES: Final = {"U": Fraction(1), "F": Fraction(1), "+": Fraction(1), "H": HALF, "Z": Fraction(0), "-": Fraction(0)}
_FORFEITS: Final = "+-"


@dataclass(frozen=True, slots=True)
class TrfEvent:
    """What a file holds. Starting ranks are pairing numbers; a game that was forfeited is a bye for each of the two."""

    name: str
    rounds: int
    names: tuple[str, ...]
    event: Event


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of an entrant: one cell a round, None where it is blank; a cell is opponent (0: none), seat and code."""

    number: int
    name: str
    rating: float | None
    cells: tuple[tuple[int, str, str] | None, ...]


def write_trf(
    *,
    name: str,
    names: Mapping[int, str],
    event: Event,
    standings: Sequence[Standing],
    rounds: int,
    seeding: Seeding = Seeding.RATING,
    bye_points: Fraction = Fraction(1),
) -> str:
    """Return a Swiss as a file with LF line ends. Starting ranks are the seeds, as readers of these files expect.

    Raises BadTrf for an event at tables of more than two, which the format has no columns for.
    """
    large = next((table for table in event.tables if len(table.entrants) > 2), None)
    if large is not None:
        raise BadTrf(f"a TRF file is for tables of two, and {large.entrants} sit at one")
    order = by_seed(event.entrants, seeding)
    ranks = {number: rank for rank, number in enumerate(order, start=1)}
    places = {standing.number: standing.rank or len(standings) for standing in standings}
    histories = lines_by_round(event, scoring=Scoring.MATCH, bye_points=bye_points)
    seats = {table.place: table.entrants for table in event.tables}
    text = [f"012 {_plain(name)}", f"062 {len(order)}", f"XXR {rounds}"]
    for number in order:
        lines = histories[number]
        rating = event.entrants[number - 1].rating
        head = _head(
            ranks[number],
            _plain(names[number]),
            rating,
            sum((line.points for line in lines), Fraction(0)),
            places[number],
        )
        text.append(head + "".join(f"  {_cell(line, seats[line.place], number, ranks)}" for line in lines))
    return "\n".join(text) + "\n"


def read_trf(text: str) -> TrfEvent:
    """Return the event of a file, whatever its line ends; raises BadTrf with the line at fault."""
    name, rounds = "", 0
    rows: list[_Row] = []
    for index, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        if line.startswith("012"):
            name = line[4:].strip()
        elif line.startswith("XXR"):
            rounds = _number(line[4:], index, "a number of rounds")
        elif line.startswith("001"):
            rows.append(_row(line, index))
    rows.sort(key=lambda row: row.number)
    if not rows or [row.number for row in rows] != list(range(1, len(rows) + 1)):
        raise BadTrf(f"expected lines 001 with starting ranks from 1 on, not {[row.number for row in rows]}")
    drawn = max(len(row.cells) for row in rows)
    tables: list[Table] = []
    results: dict[Place, Result] = {}
    byes: dict[Place, Fraction] = {}
    for number in range(1, drawn + 1):
        for place, (lineup, share) in enumerate(_round(rows, number), start=1):
            table = Table(1, number, place, lineup)
            tables.append(table)
            if table.is_bye:
                byes[table.place] = share
            else:
                results[table.place] = Result.duel(share)
    entrants = tuple(Entrant(row.number, row.rating) for row in rows)
    event = Event(entrants, tuple(tables), results, byes=byes)
    return TrfEvent(name, rounds or drawn, tuple(row.name for row in rows), event)


def _round(rows: Sequence[_Row], round_number: int) -> list[tuple[tuple[int, ...], Fraction]]:
    """Return the line-ups of a round with what the first has: games by their better ranked, then who had none."""
    cells = {row.number: row.cells[round_number - 1] for row in rows if len(row.cells) >= round_number}
    games: list[tuple[tuple[int, ...], Fraction]] = []
    alone: list[tuple[tuple[int, ...], Fraction]] = []
    for number, cell in cells.items():
        if cell is None:
            continue
        opponent, seat, code = cell
        if opponent == 0 or code in _FORFEITS:
            if code not in _BYES:
                text = f"round {round_number}: {number} has no opponent and {code!r}; expected one of {' '.join(_BYES)}"
                raise BadTrf(text)
            alone.append(((number,), _BYES[code]))
            continue
        answer = cells.get(opponent)
        if answer is None or answer[0] != number or {seat, answer[1]} != {"w", "b"}:
            raise BadTrf(f"round {round_number}: {number} meets {opponent} as {seat!r}, and {opponent} has {answer}")
        if code not in _PLAYED or answer[2] not in _PLAYED or _PLAYED[code] + _PLAYED[answer[2]] != 1:
            text = f"round {round_number}: {number} and {opponent} have {code!r} and {answer[2]!r} of one game"
            raise BadTrf(f"{text}; expected 1 and 0, 0 and 1, or = and =")
        if seat == "w":
            games.append(((number, opponent), _PLAYED[code]))
    return sorted(games, key=lambda game: min(game[0])) + alone


def _row(line: str, index: int) -> _Row:
    number = _number(line[4:8], index, "a starting rank in columns 5 to 8")
    rating = line[48:52].strip()
    cells: list[tuple[int, str, str] | None] = []
    for start in range(_FIRST_ROUND, len(line.rstrip()), _ROUND_COLUMNS):
        cell = line[start : start + 8]
        if not cell.strip():
            cells.append(None)
            continue
        parts = cell.split()
        if len(parts) != 3 or len(parts[1]) != 1 or len(parts[2]) != 1:
            raise BadTrf(f"line {index}, column {start + 1}: expected opponent, seat and result, not {cell!r}")
        cells.append((_number(parts[0], index, "an opponent"), parts[1], parts[2]))
    return _Row(
        number=number,
        name=line[14:47].strip(),
        rating=float(_number(rating, index, "a rating in columns 49 to 52")) if rating else None,
        cells=tuple(cells),
    )


def _number(text: str, index: int, expected: str) -> int:
    if not text.strip().isascii() or not text.strip().isdigit():
        raise BadTrf(f"line {index}: expected {expected}, not {text.strip()!r}")
    return int(text)


def _head(rank: int, name: str, rating: float | None, points: Fraction, place: int) -> str:
    shown = "" if rating is None else str(min(_MOST_RATING, max(0, round(rating))))
    start = f"001 {rank:4}      {name[:_NAME_COLUMNS]:{_NAME_COLUMNS}} {shown:>4}"
    return f"{start:80}{float(points):4.1f} {place:4}"


def _cell(line: Line, seats: Sequence[int], number: int, ranks: Mapping[int, int]) -> str:
    if not line.opponents:
        code = {Fraction(1): "U", HALF: "H"}.get(line.points, "Z")
        return f"0000 - {code}"
    seat = "w" if seats[0] == number else "b"
    if line.kind == Kind.PLAYED:
        code = {Fraction(1): "1", HALF: "="}.get(line.points, "0")
    else:
        code = "+" if line.kind == Kind.WALKOVER else "-"
    return f"{ranks[line.opponents[0]]:4} {seat} {code}"


def _plain(text: str) -> str:
    """Return a text that stays in its line and column."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()
