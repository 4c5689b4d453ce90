"""A bracket's slots in words: who is in them or will be, what the score is, how a tie was broken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from fairdeal.tournaments.formats.base import Place, Result
from fairdeal.tournaments.formats.bracket import NOBODY, From, Seat, Source
from fairdeal.tournaments.formats.scores import HALF, duel_share
from fairdeal.tournaments.selectors import BracketView

Seats = Mapping[Place, Seat]


class Played(NamedTuple):
    """A match of a slot: its number in the arena, and whether a worker plays it at the moment."""

    match: int
    is_running: bool = False


@dataclass(frozen=True, slots=True)
class Party:
    """One of the two of a slot. `number` is None while it is not known; `origin` says then where it comes from.

    `scores` are the blocks won, leg by leg; empty where nothing was played.
    """

    number: int | None
    seed: int | None = None
    name: str = ""
    origin: str = ""
    scores: tuple[Fraction, ...] = ()
    is_winner: bool = False
    is_loser: bool = False
    is_champion: bool = False


@dataclass(frozen=True, slots=True)
class Duel:
    """A slot of a bracket. `label` is its number for readers, 0 where nobody meets anybody.

    `state` is "unknown" (who plays), "ready", "running", "over" or "bye"; `decided_by` says what decided it where that
    was not the score of the first leg.
    """

    place: Place
    label: int
    parties: tuple[Party, Party]
    state: str
    decided_by: str = ""
    matches: tuple[Played, ...] = ()

    @property
    def round(self) -> int:
        return self.place.round

    @property
    def winner(self) -> int | None:
        return next((party.number for party in self.parties if party.is_winner), None)


def read_duels(
    view: BracketView, names: Mapping[int, str], played: Mapping[Place, Sequence[Played]], *, most_legs: int
) -> list[Duel]:
    """Give the slots of a bracket in words, in its order.

    `played` has the matches of each table, by place; `most_legs` says how often a tie is played, the first leg counted.
    """
    seats = view.seats
    labels = _labels(seats)
    # The seeds of the bracket itself: after groups they are others than those of the event.
    seeds = {
        number: source.seed
        for seat in seats.values()
        for source, number in zip(seat.slot.sources, seat.entrants, strict=True)
        if source.origin == From.SEED and number
    }
    champion = champion_of(seats)

    def party(seat: Seat, index: int, legs: Sequence[Result]) -> Party:
        number = seat.entrants[index]
        if not number:
            return Party(number, origin="" if number == NOBODY else _origin(seat.slot.sources[index], labels))
        return Party(
            number=number,
            seed=seeds.get(number),
            name=names[number],
            scores=tuple(leg.scores[index][1 - index] for leg in legs),
            is_winner=seat.winner == number,
            is_loser=seat.loser == number,
            is_champion=champion == number,
        )

    def duel(place: Place, seat: Seat) -> Duel:
        legs = view.legs(place)
        matches = tuple(match for leg in _legs(place, played) for match in played[leg])
        return Duel(
            place=place,
            label=labels.get(place, 0),
            parties=(party(seat, 0, legs), party(seat, 1, legs)),
            state=_state(seat, matches),
            decided_by=_decided_by(seat, legs, most_legs),
            matches=matches,
        )

    return [duel(place, seat) for place, seat in seats.items()]


def champion_of(seats: Seats) -> int | None:
    """Give who has won the bracket, None while that is open: the winner of its final, or of the reset of it."""
    first, last = min(seats).cycle, max(seats).cycle
    # Cycles: the bracket, and perhaps the third place; or winners, losers, finals.
    decisive = last if last == first + 2 else first
    return seats[max(place for place in seats if place.cycle == decisive)].winner


def _labels(seats: Seats) -> dict[Place, int]:
    places = [place for place, seat in seats.items() if seat.is_match]
    return {place: number for number, place in enumerate(places, start=1)}


def _legs(place: Place, known: Mapping[Place, object]) -> Iterator[Place]:
    while place in known:
        yield place
        place = place._replace(leg=place.leg + 1)


def _origin(source: Source, labels: Mapping[Place, int]) -> str:
    label = labels.get(source.slot, 0) if source.slot else 0
    if source.origin == From.RESET or not label:
        return ""
    text = _("winner of %(n)s") if source.origin == From.WINNER else _("loser of %(n)s")
    return text % {"n": label}


def _state(seat: Seat, matches: Sequence[Played]) -> str:
    if not seat.is_match:
        return "bye"
    if seat.winner is not None:
        return "over"
    if None in seat.entrants:
        return "unknown"
    return "running" if any(match.is_running for match in matches) else "ready"


def _decided_by(seat: Seat, legs: Sequence[Result], most_legs: int) -> str:
    if seat.winner is None or not seat.is_match:
        return ""
    if legs and duel_share(legs[-1]) != HALF:
        return _("more blocks after a tie") if len(legs) > 1 else ""
    return _("the higher seed after a tie") if len(legs) == most_legs else _("walkover")
