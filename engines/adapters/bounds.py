"""What is known of a game before it is played: how long it may be, and what may be won or lost.

The options that say it have the same names in all games: `max_deals` or `deals`, `start_chips`, `stake`, `set_penalty`.
"""

from typing import Final

from engines.core.game import Game

#: Where the rules name no last deal.
_MANY_DEALS: Final = 10_000
#: A ceiling, not a bound: an auction may rise chip by chip, and some rules let a deal go on until somebody ends it.
_MOVES_A_DEAL: Final = 100_000


def most_deals(game: Game) -> int:
    """Return the most deals that a game has."""
    return int(game.options.get("max_deals", game.options.get("deals", _MANY_DEALS)))


def most_moves(game: Game) -> int:
    """Return more moves than a game is expected to have."""
    return most_deals(game) * _MOVES_A_DEAL


def payout_range(game: Game) -> tuple[float, float]:
    """Return the least and the most that a seat may be paid: chips, cents where there is a stake, or a share of 1."""
    if game.has_chips:
        start = int(game.options["start_chips"])
        return -start, start * (game.players - 1)
    stake = int(game.options.get("stake", 0))
    if stake:
        bank = game.sides * (stake + most_deals(game) * int(game.options.get("set_penalty", 0)))
        return -bank, bank
    return 0, 1
