"""One contestant of `benchmarks.ratings`: rates blocks as often as it is asked to, and says what that cost.

    python -m benchmarks.ratings_player (ours|openskill|trueskill)

Reads lines of JSON, [seats, blocks, seed]; each is answered with [CPU seconds, digest of the ratings]. The blocks are
made before the clock starts.
"""

import hashlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any, Final

BOTS: Final = 200
Block = tuple[list[int], list[list[int]]]
Rate = Callable[[list[Block]], None]
Ratings = Callable[[], list[Any]]
#: Blocks in memory at a time.
SLICE: Final = 50_000


def make_blocks(seats: int, count: int, seed: int) -> list[Block]:
    """Make line-ups and the half points of i against j over as many games as there are seats."""
    rng = random.Random(seed)
    blocks = []
    for _ in range(count):
        scores = [[0] * seats for _ in range(seats)]
        for i in range(seats):
            for j in range(i):
                scores[i][j] = rng.randrange(2 * seats + 1)
                scores[j][i] = 2 * seats - scores[i][j]
        blocks.append((rng.sample(range(BOTS), seats), scores))
    return blocks


def ours(seats: int) -> tuple[Rate, Ratings]:
    """Rate by live Elo."""
    from fairdeal.ratings.rules import LiveRules, Standing

    rules = LiveRules([[place] for place in range(seats)])
    bots = [Standing(1_500_000, 1_500_000) for _ in range(BOTS)]

    def rate(blocks: list[Block]) -> None:
        for lineup, scores in blocks:
            rules.enter([bots[bot] for bot in lineup], scores, seats)

    return rate, lambda: [bot.elo for bot in bots]


def openskill(seats: int) -> tuple[Rate, Ratings]:
    """Rate by openskill's Plackett-Luce, a block a match, ranked by its points."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    bots = [model.rating() for _ in range(BOTS)]

    def rate(blocks: list[Block]) -> None:
        for lineup, scores in blocks:
            rated = model.rate([[bots[bot]] for bot in lineup], ranks=[-sum(row) for row in scores])
            for bot, team in zip(lineup, rated, strict=True):
                bots[bot] = team[0]

    return rate, lambda: [bot.mu for bot in bots]


def trueskill(seats: int) -> tuple[Rate, Ratings]:
    """Rate by trueskill, a block a match, ranked by its points."""
    import trueskill as library

    bots = [library.Rating() for _ in range(BOTS)]

    def rate(blocks: list[Block]) -> None:
        for lineup, scores in blocks:
            rated = library.rate([(bots[bot],) for bot in lineup], ranks=[-sum(row) for row in scores])
            for bot, team in zip(lineup, rated, strict=True):
                bots[bot] = team[0]

    return rate, lambda: [bot.mu for bot in bots]


RATERS: Final[dict[str, Callable[[int], tuple[Rate, Ratings]]]] = {
    "ours": ours,
    "openskill": openskill,
    "trueskill": trueskill,
}


def main() -> None:
    """Answer line by line."""
    for line in sys.stdin:
        seats, count, seed = json.loads(line)
        rate, ratings = RATERS[sys.argv[1]](seats)
        cost = 0.0
        for first in range(0, count, SLICE):
            blocks = make_blocks(seats, min(SLICE, count - first), seed + first)
            began = time.process_time()
            rate(blocks)
            cost += time.process_time() - began
        digest = hashlib.sha256(json.dumps(ratings()).encode()).hexdigest()
        print(json.dumps([cost, digest]), flush=True)


if __name__ == "__main__":
    main()
