"""Which slots of a bracket stand in one picture: parts, rounds of them, and sections small enough to be seen whole.

A large bracket is drawn as its sections, each of at most eight slots a round and six rounds, and behind them what their
winners meet in: on a desk they stand side by side, on a phone each fits the height of the screen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from fairdeal.web.bracket.duels import Duel

MOST_ROWS = 8
MOST_COLUMNS = 6

Round = Sequence[Duel]


@dataclass(frozen=True, slots=True)
class Column:
    """A round of a section, with its title."""

    title: str
    duels: Round


@dataclass(frozen=True, slots=True)
class Section:
    """A tree of slots: rounds that narrow down to one slot. `title` is "" where there is only one in its tier."""

    title: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """The bracket itself, the losers', the finals, or the third place. Tiers of sections stand from left to right."""

    name: str
    title: str
    rounds: tuple[Column, ...]
    tiers: tuple[tuple[Section, ...], ...]


def parts_of(duels: Sequence[Duel]) -> list[Part]:
    """Give the parts of a bracket, from its duels in their order."""
    by_cycle = {cycle: list(found) for cycle, found in groupby(duels, key=lambda duel: duel.place.cycle)}
    first, last = min(by_cycle), max(by_cycle)
    is_double = last == first + 2
    names = ("winners", "losers", "finals") if is_double else ("bracket", "third")
    titles = {
        "bracket": _("Bracket"),
        "winners": _("Winners' bracket"),
        "losers": _("Losers' bracket"),
        "finals": _("Final"),
        "third": _("Third place"),
    }
    found = []
    for cycle, own in sorted(by_cycle.items()):
        name = names[cycle - first]
        rounds = [list(round_) for _number, round_ in groupby(own, key=lambda duel: duel.round)]
        if name == "finals" and rounds[-1][0].state == "bye":
            rounds.pop()  # the second final is not needed
        columns = [Column(_title(name, index, rounds), round_) for index, round_ in enumerate(rounds)]
        found.append(Part(name, titles[name], tuple(columns), tuple(_tiers(columns))))
    return found


def _title(name: str, index: int, rounds: Sequence[Round]) -> str:
    slots, is_last = len(rounds[index]), index == len(rounds) - 1
    if name == "third":
        return _("Third place")
    if name == "finals":
        if index == 0:
            return _("Grand final")
        return _("Second final, if needed") if rounds[index][0].state == "unknown" else _("Second final")
    if name == "losers":
        return _("Losers' final") if is_last else _("Round %(n)s") % {"n": index + 1}
    if slots == 1:
        return _("Winners' final") if name == "winners" else _("Final")
    known = {2: _("Semi-finals"), 4: _("Quarter-finals")}
    return known.get(slots, _("Round of %(n)s") % {"n": 2 * slots})


def _tiers(columns: Sequence[Column]) -> list[tuple[Section, ...]]:
    tiers, start = [], 0
    while start < len(columns):
        end = _end_of_tier([len(column.duels) for column in columns], start)
        tiers.append(tuple(_sections(columns[start:end])))
        start = end
    return tiers


def _end_of_tier(counts: Sequence[int], start: int) -> int:
    """Return the round before which a tier ends: as late as can be, and where neighbours meet next."""
    fits = [
        end
        for end in range(start + 1, len(counts) + 1)
        if end - start <= MOST_COLUMNS
        and counts[start] <= MOST_ROWS * counts[end - 1]
        and (end == len(counts) or counts[end] < counts[end - 1])
    ]
    return max(fits, default=start + 1)


def _sections(columns: Sequence[Column]) -> list[Section]:
    count = len(columns[-1].duels)
    made = []
    for index in range(count):
        own = []
        for column in columns:
            share = len(column.duels) // count
            own.append(Column(column.title, column.duels[index * share : (index + 1) * share]))
        title = _("Section %(n)s of %(all)s") % {"n": index + 1, "all": count} if count > 1 else ""
        made.append(Section(title, tuple(own)))
    return made
