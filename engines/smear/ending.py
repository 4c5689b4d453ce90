"""How a game ends: who has won after a deal, the places, and the money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.smear.actions import BETWEEN
from engines.smear.rules import Rules
from engines.smear.scoring import awards, score_points, settle, shown_award

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def score(state: SmearState) -> None:
    """Settle a deal whose cards are all played."""
    rules, bidder, totals = state.rules, state.bidder, state.totals
    unit_of = rules.units[bidder]
    given = awards(state, unit_of) if state.told is not None else []
    points = score_points(state, unit_of)
    made = points[unit_of[bidder]] >= state.bid
    settle(state, unit_of, points, made)
    reached = False
    for seat, unit in enumerate(unit_of):
        total = totals[seat] + points[unit]
        totals[seat] = total
        if total >= rules.target:
            reached = True
    if state.told is not None:
        shown = [shown_award(award, unit_of) for award in given]
        scores = [points[unit] for unit in unit_of]
        state._emit("score", bidder=bidder, bid=state.bid, made=made, awards=shown, scores=scores)
    if not made:
        side = rules.side_of[bidder]
        state.sets = (*state.sets[:side], state.sets[side] + 1, *state.sets[side + 1 :])
    if reached:
        finish(state, winners_after(rules, totals, bidder, made))
    else:
        finish(state, [])


def finish(state: SmearState, winners: list[int]) -> None:
    """End the deal, and the game if somebody has won or the deals are used up."""
    state.phase = BETWEEN
    state.follow = 0
    state.lead = -1
    if not winners and state.deals_done + 1 >= state.rules.max_deals:
        winners = leaders(state.totals)
    if winners:
        money = payouts(state.rules, winners, state.first_dealer, state.sets)
        state._finish_game(places(state.totals, winners), money)
    state._finish_deal()


def winners_after(rules: Rules, totals: Sequence[int], bidder: int, made: bool) -> list[int]:
    """Return the seats that have won with this deal; empty: the game goes on."""
    bidders = rules.side_of[bidder]
    if rules.must_bid_to_win:
        won = made and totals[bidder] >= rules.target
        return seats_of(rules, bidders) if won else []
    reached = {rules.side_of[seat]: total for seat, total in enumerate(totals) if total >= rules.target}
    if not reached:
        return []
    if rules.tie_to_bidder and bidders in reached:
        return seats_of(rules, bidders)
    most = max(reached.values())
    level = [side for side, total in reached.items() if total == most]
    if len(level) == 1:
        return seats_of(rules, level[0])
    # Several level at the top: the bidding side if it is one of them, else deals go on until one leads.
    return seats_of(rules, bidders) if bidders in level else []


def leaders(totals: Sequence[int]) -> list[int]:
    """Return the seats with the highest total, who win when the deals are used up."""
    most = max(totals)
    return [seat for seat, total in enumerate(totals) if total == most]


def seats_of(rules: Rules, side: int) -> list[int]:
    """List the seats of a side."""
    return [seat for seat in range(rules.players) if rules.side_of[seat] == side]


def places(totals: Sequence[int], winners: Sequence[int]) -> list[int]:
    """Place the winners first and the others by total; equal places are shared, numbered by seats."""
    losers = [total for seat, total in enumerate(totals) if seat not in winners]
    return [
        1 if seat in winners else 1 + len(winners) + sum(other > total for other in losers)
        for seat, total in enumerate(totals)
    ]


def payouts(rules: Rules, winners: Sequence[int], first_dealer: int, sets: Sequence[int]) -> list[float]:
    """Return what each seat won or lost: cents when there is a stake, else a share of 1.

    `sets` counts by side how often it was set. Cents that do not divide go one each from the first dealer's left.
    """
    if not rules.stake:
        return [1 / len(winners) if seat in winners else 0 for seat in range(rules.players)]
    order = [(first_dealer + 1 + step) % rules.players for step in range(rules.players)]
    result: list[float] = [0] * rules.players
    bank = 0
    for side in range(rules.sides):
        partners = [seat for seat in order if rules.side_of[seat] == side]
        # Every penalty is split by itself, so the same partner pays its odd cents each time.
        for times, amount in ((1, rules.stake), (sets[side], rules.set_penalty)):
            bank += times * amount
            for seat, part in zip(partners, _split(amount, len(partners)), strict=True):
                result[seat] -= times * part
    happy = [seat for seat in order if seat in winners]
    for seat, part in zip(happy, _split(bank, len(happy)), strict=True):
        result[seat] += part
    return result


def _split(amount: int, count: int) -> list[int]:
    """Split cents in equal parts, the odd ones one each to the first."""
    part, odd = divmod(amount, count)
    return [part + (index < odd) for index in range(count)]
