"""What the plays of a deal prove about the cards that a seat still holds.

Where a revoke may be bought, not following proves nothing. Where it is illegal, who does not follow has none of the led
suit; where trumps must be played by the void, who throws a plain card has no trump, or, if revokes may be bought, has
no trump or holds the led suit.
"""

from __future__ import annotations

from engines.maverick.rules import Rules
from engines.maverick.spread import NO_BOUNDS, Bounds
from engines.maverick.suits import NO_SUIT, SUITS, Suits

#: Jokers that belong to no suit are a group beside the four suits.
GROUPS = SUITS + 1


def group_of(suits: Suits, card: int) -> int:
    """Return the group of a card: the suit it belongs to."""
    led = suits.led[card]
    return SUITS if led == NO_SUIT else led


def bounds_of(rules: Rules, suits: Suits, plays: list[int], viewer: int, given: list[int]) -> list[Bounds]:
    """List the bounds on the hidden cards of the three seats from the left of the viewer on, as exclusive cases.

    `plays` are the moves of the tricks, `given` what the left neighbour has from the viewer and still holds.
    """
    if not rules.strict:
        return [NO_BOUNDS]
    none, some, either = [0] * 4, [0] * 4, [0] * 4
    later = [0] * 4  # the groups of cards known to be held after the trick looked at
    for card in given:
        later[(viewer + 1) & 3] |= 1 << group_of(suits, card)
    trump = suits.trump
    for first in range((len(plays) - 1) // 4 * 4, -1, -4):
        trick = plays[first : first + 4]
        led = suits.led[trick[0] >> 4] if trick else NO_SUIT
        for move in trick:
            seat, group = move & 3, group_of(suits, move >> 4)
            if led not in (NO_SUIT, group) and group != SUITS:
                if not rules.may_revoke:
                    none[seat] |= 1 << led
                    if rules.must_trump and group != trump:
                        none[seat] |= 1 << trump
                elif trump not in (group, led) and not later[seat] >> led & 1:
                    if later[seat] >> trump & 1:
                        some[seat] |= 1 << led
                    else:
                        either[seat] |= 1 << led
            later[seat] |= 1 << group
    return _cases([(viewer + step) & 3 for step in (1, 2, 3)], none, some, either, trump)


def _cases(seats: list[int], none: list[int], some: list[int], either: list[int], trump: int) -> list[Bounds]:
    """Write out that a seat has no trump, or else a card of each suit that it did not follow."""
    rows: list[list[tuple[int, int]]] = [[]]
    for seat in seats:
        here = [(none[seat], some[seat])]
        if either[seat]:
            here = [(none[seat] | 1 << trump, some[seat]), (none[seat], some[seat] | either[seat] | 1 << trump)]
        rows = [[*row, bounds] for row in rows for bounds in here]
    return [(a[0], b[0], c[0], a[1], b[1], c[1]) for a, b, c in rows]
