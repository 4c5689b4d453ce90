"""The end of a Thirty-One deal: hands shown, chips moved, seats put out, and the game ended when it is won."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engines.core.cards import cards_of, texts
from engines.core.chips import clockwise, competition_places, shares
from engines.thirty_one.hands import hand_value, shown_value
from engines.thirty_one.settle import Outcome, settle_blitz, settle_showdown

if TYPE_CHECKING:
    from engines.thirty_one.state import ThirtyOneState

STILL_IN: Final = 1 << 30  # stands above every deal in which somebody went out


class Showdown:
    """Keep what the end of a deal shows: hands and values by seat, 0 where the rules show none (T15)."""

    __slots__ = ("deal", "hands", "is_blitz", "knocker", "losers", "values")

    def __init__(
        self,
        deal: int,
        is_blitz: bool,
        knocker: int,
        hands: tuple[int, ...],
        values: tuple[int, ...],
        losers: tuple[int, ...],
    ) -> None:
        self.deal = deal
        self.is_blitz = is_blitz
        self.knocker = knocker
        self.hands = hands
        self.values = values
        self.losers = losers

    def as_json(self) -> dict[str, Any]:
        """Return it as observations and events show it."""
        return {
            "deal": self.deal,
            "kind": "blitz" if self.is_blitz else "showdown",
            "knocker": self.knocker if self.knocker >= 0 else None,
            "hands": [texts(cards_of(hand)) if hand else None for hand in self.hands],
            "values": [shown_value(value) if value else None for value in self.values],
            "losers": list(self.losers),
        }


def end_by_blitz(state: "ThirtyOneState", holders: Sequence[int]) -> None:
    """End the deal at once: every player without a blitz loses (rule 4)."""
    outcome = settle_blitz(state.seats, holders)
    _show(state, holders, outcome, is_blitz=True)
    _close(state, outcome)


def end_by_showdown(state: "ThirtyOneState") -> None:
    """Compare all hands after the last turns (rule 3)."""
    game = state.game
    values = [hand_value(hand, game.three_of_a_kind) for hand in state.hands]
    outcome = settle_showdown(state.seats, state.hands, values, state.totals, state.knocker, game.table_rules)
    _show(state, state.seats, outcome, is_blitz=False)
    _close(state, outcome)


def end_void(state: "ThirtyOneState") -> None:
    """End a deal that has had its turns without a knock: nobody pays (max_turns)."""
    if state.told is not None:
        state._emit("void", turns=state.turns)
    _close(state, Outcome({}))


def _show(state: "ThirtyOneState", shown: Sequence[int], outcome: Outcome, is_blitz: bool) -> None:
    """Lay open the hands that the rules show: all at a showdown, the holders' at a blitz (T15)."""
    winners, trips = outcome.winners, state.game.three_of_a_kind
    hands = [hand if seat in shown else 0 for seat, hand in enumerate(state.hands)]
    losers = [seat for seat in state.seats if seat not in winners] if winners else list(outcome.owed)
    values = tuple([hand_value(hand, trips) for hand in hands])
    state.last_showdown = Showdown(state.deals_done, is_blitz, state.knocker, tuple(hands), values, tuple(losers))
    if state.told is not None:
        state._emit("blitz" if is_blitz else "showdown", **state.last_showdown.as_json())


def _close(state: "ThirtyOneState", outcome: Outcome) -> None:
    """Move the chips, put out those who lost on honour, and end the game if it is won or has had its deals."""
    totals = state.totals
    for seat, owed in outcome.owed.items():
        paid = min(owed, totals[seat])
        if paid:
            totals[seat] -= paid
            state.pool += paid
            if state.told is not None:
                state._emit("pay", seat=seat, chips=paid)
        else:
            state.out_in[seat] = state.deals_done
            if state.told is not None:
                state._emit("out", seat=seat)
    still_in = state.in_seats()
    if outcome.winners:
        _end_game(state, outcome.winners, after=max(state.knocker, 0))
    elif len(still_in) == 1:
        _end_game(state, still_in, after=still_in[0])
    elif state.deals_done + 1 == state.game.max_deals:
        _end_at_max_deals(state, still_in)
    state._finish_deal()


def _end_game(state: "ThirtyOneState", winners: Sequence[int], after: int) -> None:
    """Give the pool to the winners, odd chips from the left of `after`; the others go out in this deal (T10)."""
    _share_pool(state, winners, after)
    for seat in state.in_seats():
        if seat not in winners:
            state.out_in[seat] = state.deals_done
    _finish(state, [0] * len(state.totals))  # an odd chip does not part the winners (T10)


def _end_at_max_deals(state: "ThirtyOneState", still_in: Sequence[int]) -> None:
    """Share the pool among those still in, and place them by the chips they then have (R10)."""
    _share_pool(state, still_in, after=state.dealer)
    _finish(state, state.totals)


def _share_pool(state: "ThirtyOneState", seats: Sequence[int], after: int) -> None:
    for seat, chips in shares(state.pool, clockwise(seats, after, state.game.players)).items():
        state.totals[seat] += chips
        if chips and state.told is not None:
            state._emit("take_pool", seat=seat, chips=chips)
    state.pool = 0


def _finish(state: "ThirtyOneState", ranks: Sequence[int]) -> None:
    """Place those still in by their ranks, the others behind them by the deal they went out in."""
    standing = [(out, rank if out == STILL_IN else 0) for out, rank in zip(state.out_in, ranks, strict=True)]
    start = state.game.start_chips
    state._finish_game(competition_places(standing), [chips - start for chips in state.totals])
