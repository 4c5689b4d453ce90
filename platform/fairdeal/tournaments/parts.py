"""Tables with many blocks are played in several matches: less is lost with a worker, and results stay small."""

from itertools import pairwise

import engines
from fairdeal.matches import designs
from fairdeal.tournaments.models import Tournament


def block_parts(tournament: Tournament, blocks: int | None = None) -> list[range]:
    """Give the blocks of each match that a table of this tournament is played in: few matches of even size.

    A table has as many blocks as the tournament says, unless it plays a tie on with so many others.
    """
    blocks = blocks or tournament.blocks
    game = engines.make_game(tournament.game, tournament.players, tournament.options)
    most = designs.most_blocks(tournament.entry_kind, game.players, game.sides)
    count = -(-blocks // most)
    bounds = [blocks * part // count for part in range(count + 1)]
    return [range(first, end) for first, end in pairwise(bounds)]
