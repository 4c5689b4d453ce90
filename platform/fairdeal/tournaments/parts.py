"""Tables with many blocks are played in several matches: less is lost with a worker, and results stay small."""

from itertools import pairwise

import engines
from fairdeal.matches import designs
from fairdeal.tournaments.models import Tournament


def block_parts(tournament: Tournament) -> list[range]:
    """Give the blocks of each match that a table of this tournament is played in: few matches of even size."""
    game = engines.make_game(tournament.game, tournament.players, tournament.options)
    most = designs.most_blocks(tournament.entry_kind, game.players, game.sides)
    count = -(-tournament.blocks // most)
    bounds = [tournament.blocks * part // count for part in range(count + 1)]
    return [range(first, end) for first, end in pairwise(bounds)]
