"""Where everything of a section stands in its picture, in pixels: boxes of two lines, and the ways between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fairdeal.web.bracket.duels import Duel, Party
from fairdeal.web.bracket.sections import Column, Part, Section

BOX_WIDTH = 160
LINE_HEIGHT = 21
BASELINE = 15
GAP_X = 16
PITCH_Y = 52
HEAD = 30
EDGE = 4
# What names and scores share, in ordinary letters of the widest font that is likely; bold ones take more.
ROOM = 17.0
BOLD = 1.13
TAIL = 4
_NARROW, _WIDE = frozenset("fijlrt.,:;|!'()-/ "), frozenset("mwMW@%")


@dataclass(frozen=True, slots=True)
class Line:
    """One of the two lines of a box: its baseline, from the box's upper edge, and as much of the name as fits."""

    party: Party
    y: int
    shown: str


@dataclass(frozen=True, slots=True)
class Box:
    """A slot of the picture; a bye is half as high."""

    duel: Duel
    x: int
    middle: float
    lines: tuple[Line, ...]

    @property
    def height(self) -> int:
        return LINE_HEIGHT * len(self.lines)

    @property
    def y(self) -> float:
        return self.middle - self.height / 2

    @property
    def right(self) -> int:
        return self.x + BOX_WIDTH


@dataclass(frozen=True, slots=True)
class Way:
    """How the winner of a slot comes to his next one. `state` is "open", "taken" or "champion"."""

    path: str
    state: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a round, above its slots."""

    text: str
    x: int


@dataclass(frozen=True, slots=True)
class Picture:
    """A section, drawn; `id` tells it from the others of the page."""

    id: str
    title: str
    width: int
    height: int
    headings: tuple[Heading, ...]
    boxes: tuple[Box, ...]
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class DrawnPart:
    """A part of a bracket with the pictures of its sections, tier by tier, and its rounds for the table in words."""

    name: str
    title: str
    tiers: tuple[tuple[Picture, ...], ...]
    rounds: tuple[Column, ...]


def draw_parts(parts: Sequence[Part]) -> list[DrawnPart]:
    """Give all pictures of a bracket."""
    return [
        DrawnPart(
            name=part.name,
            title=part.title,
            tiers=tuple(
                tuple(draw(section, f"{part.name}-{tier}-{place}") for place, section in enumerate(sections))
                for tier, sections in enumerate(part.tiers)
            ),
            rounds=part.rounds,
        )
        for part in parts
    ]


def draw(section: Section, name: str) -> Picture:
    """Give the picture of a section. Who meets nobody is not drawn, and a bye as one line."""
    columns = section.columns
    middles = [[HEAD + EDGE + PITCH_Y * (row + 0.5) for row in range(len(columns[0].duels))]]
    for before, column in pairwise(columns):
        step = len(before.duels) // len(column.duels)
        ys = middles[-1]
        middles.append([sum(ys[step * row : step * (row + 1)]) / step for row in range(len(column.duels))])
    boxes = [
        [_box(duel, EDGE + index * (BOX_WIDTH + GAP_X), y) for duel, y in zip(column.duels, ys, strict=True)]
        for index, (column, ys) in enumerate(zip(columns, middles, strict=True))
    ]
    return Picture(
        id=name,
        title=section.title,
        width=len(columns) * (BOX_WIDTH + GAP_X) - GAP_X + 2 * EDGE,
        height=HEAD + 2 * EDGE + PITCH_Y * len(columns[0].duels),
        headings=tuple(_headings(columns)),
        boxes=tuple(box for column in boxes for box in column if box is not None),
        ways=tuple(way for before, after in pairwise(boxes) for way in _ways(before, after)),
    )


def shortened(name: str, room: float) -> str:
    """Give as much of a name as fits in so many ordinary letters; where it is cut, its end is kept, as in rule…-34."""
    if _width(name) <= room:
        return name
    head = len(name) - TAIL
    while head > 1 and _width(name[:head]) + 1 + _width(name[-TAIL:]) > room:
        head -= 1
    return f"{name[:head]}…{name[-TAIL:]}"


def _width(text: str) -> float:
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.6
    if letter in _WIDE:
        return 1.5
    return 1.25 if letter.isupper() else 1.0


def _headings(columns: Sequence[Column]) -> list[Heading]:
    return [Heading(column.title, EDGE + index * (BOX_WIDTH + GAP_X)) for index, column in enumerate(columns)]


def _box(duel: Duel, x: int, middle: float) -> Box | None:
    parties = [party for party in duel.parties if party.number or duel.state != "bye"]
    if not parties:
        return None
    lines = [
        Line(party, BASELINE + LINE_HEIGHT * index, shortened(party.name, _room(duel, party)))
        for index, party in enumerate(parties)
    ]
    return Box(duel, x, middle, tuple(lines))


def _room(duel: Duel, party: Party) -> float:
    """Return how many letters of a name fit beside what stands at the right: the score, or a word, or the label."""
    room = ROOM / BOLD if party.is_winner and duel.state != "bye" else ROOM
    if party.scores:
        return room - 0.7 - sum(len(f"{float(score):g}") + 1 for score in party.scores)
    return room - (4.5 if duel.state == "bye" else 3.5)


def _ways(before: Sequence[Box | None], after: Sequence[Box | None]) -> list[Way]:
    step = len(before) // len(after)
    found = []
    for index, start in enumerate(before):
        end = after[index // step]
        if start is None or end is None:
            continue
        # Neighbours come into the two lines; who meets somebody from elsewhere is the second of the two.
        line = min(index % step if step > 1 else 1, len(end.lines) - 1)
        y, turn = end.y + LINE_HEIGHT * (line + 0.5), start.right + GAP_X / 2
        path = f"M{start.right:g} {start.middle:g}H{turn:g}V{y:g}H{end.x:g}"
        found.append(Way(path, _state_of(start.duel)))
    return found


def _state_of(duel: Duel) -> str:
    winner = next((party for party in duel.parties if party.is_winner), None)
    if winner is None:
        return "open"
    return "champion" if winner.is_champion else "taken"
