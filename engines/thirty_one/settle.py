"""Who loses a Thirty-One deal, who pays, and who wins the game: functions of hands and chips alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.thirty_one.hands import ranks_high_first


@dataclass(frozen=True, slots=True)
class Outcome:
    """Say what a deal does: `owed` chips by losing seat, or `winners` who take the pool and end the game."""

    owed: Mapping[int, int]
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRules:
    """Hold the options that settle a showdown."""

    penal: bool
    tie_wins_game: bool


def settle_blitz(seats: Sequence[int], holders: Sequence[int]) -> Outcome:
    """Make every player without a blitz pay one chip, once; all with one: nobody (rules 4 and 8)."""
    return Outcome({seat: 1 for seat in seats if seat not in holders})


def settle_showdown(
    seats: Sequence[int],
    hands: Sequence[int],
    values: Sequence[int],
    chips: Sequence[int],
    knocker: int,
    rules: TableRules,
) -> Outcome:
    """Settle the hands shown after a knock; hands, values and chips are by seat."""
    lowest = min(values[seat] for seat in seats)
    losers = [seat for seat in seats if values[seat] == lowest]
    on_honour = [seat for seat in losers if chips[seat] == 0]
    everyone_level = len(losers) == len(seats)
    if len(seats) == 2 and everyone_level and on_honour:
        return _settle_two_left(seats, hands, rules)
    if everyone_level and len(on_honour) == len(seats) and not rules.penal:  # with penal the knocker is safe
        return Outcome({}, _best(seats, hands))
    if rules.penal and knocker in losers:
        if losers == [knocker]:
            return Outcome({knocker: 2})
        losers.remove(knocker)
    return Outcome(dict.fromkeys(losers, 1))


def _settle_two_left(seats: Sequence[int], hands: Sequence[int], rules: TableRules) -> Outcome:
    """Compare the ranks of two level hands (rule 6); equal ranks are a draw under either option."""
    best = _best(seats, hands)
    if rules.tie_wins_game or len(best) == 2:
        return Outcome({}, best)
    return Outcome({seat: 1 for seat in seats if seat not in best})


def _best(seats: Sequence[int], hands: Sequence[int]) -> tuple[int, ...]:
    highest = max(ranks_high_first(hands[seat]) for seat in seats)
    return tuple(seat for seat in seats if ranks_high_first(hands[seat]) == highest)
