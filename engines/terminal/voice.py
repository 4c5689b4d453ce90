"""Say who does what, as one seat hears it (`you`), or as somebody who sees the whole table."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Final

from engines.core.game import Game
from engines.core.history import Event

_THIRD_PERSON: Final = {"be": "is", "have": "has", "go": "goes", "pass": "passes"}
_SECOND_PERSON: Final = {"be": "are"}


def joined(parts: Sequence[str]) -> str:
    """Write `a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def counted(number: int, noun: str) -> str:
    """Write `1 card`, `3 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def capital(text: str) -> str:
    """Begin with a capital letter; what follows stays as it is."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """Begin with a small letter, to go on with a sentence."""
    return text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    """Begin with a capital letter and end with a full stop."""
    return f"{capital(text)}."


class Voice:
    """Speak to one seat of a game (None: to nobody who plays)."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat

    def who(self, seat: int) -> str:
        """Name a seat: `you` or `seat 2`."""
        return "you" if seat == self.seat else f"seat {seat}"

    def whose(self, seat: int) -> str:
        """Name what belongs to a seat: `your` or `seat 2's`."""
        return "your" if seat == self.seat else f"seat {seat}'s"

    def whose_own(self, seat: int) -> str:
        """Name the owner after `of`: `yours` or `seat 2`."""
        return "yours" if seat == self.seat else f"seat {seat}"

    def names(self, seats: Sequence[int]) -> str:
        """Name several seats: `seats 1 and 3`, `you and seat 2`."""
        others = [seat for seat in seats if seat != self.seat]
        if len(others) < len(seats):
            return joined(["you", *[self.who(seat) for seat in others]])
        return f"seats {joined([str(seat) for seat in others])}" if len(others) > 1 else self.who(others[0])

    def does(self, seats: int | Sequence[int], verb: str, rest: str = "") -> str:
        """Say that a seat, or several together, do something: `you pass`, `seat 2 passes`, `seat 1 and seat 2 pass`."""
        listed = [seats] if isinstance(seats, int) else list(seats)
        if len(listed) == 1 and listed[0] != self.seat:
            form = _THIRD_PERSON.get(verb, f"{verb}s")
        else:
            form = _SECOND_PERSON.get(verb, verb)
        return f"{self.names(listed)} {form}" + (f" {rest}" if rest else "")

    def tell(self, seats: int | Sequence[int], verb: str, rest: str = "") -> str:
        """Say it as a whole sentence."""
        return sentence(self.does(seats, verb, rest))

    def together(self, events: Iterable[Event], verb: str, rest: Callable[[Event], str]) -> list[str]:
        """Say what several seats did one after the other; those who did the same share a sentence."""
        lines = []
        for said, run in groupby(events, rest):
            seats = list(dict.fromkeys(event["seat"] for event in run))
            lines.append(self.tell(seats, verb, said))
        return lines

    def amounts(self, values: Sequence[Any]) -> str:
        """Write a value a seat; seats that win together share one: `you and seat 2: 12; seats 1 and 3: 9`."""
        sides: dict[int, list[int]] = {}
        for seat, side in enumerate(self.game.side_of):
            sides.setdefault(side, []).append(seat)
        lists = [[*seats] for seats in sides.values() if len({values[seat] for seat in seats}) == 1]
        if sum(map(len, lists)) < self.game.players:  # partners differ: then a seat each
            lists = [[seat] for seat in range(self.game.players)]
        return "; ".join(f"{self.names(seats)}: {values[seats[0]]}" for seats in lists)
