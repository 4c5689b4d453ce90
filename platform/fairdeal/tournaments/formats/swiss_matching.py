"""Pairing one round of a Swiss by a minimum-cost perfect matching. Pure.

What a pairing costs is compared in this order, each counted over the whole round:

1. the bye: nobody has two, and it goes to the lowest score, then the lowest rank, that leaves the others a pairing;
2. seats: nobody sits first three times more than second, or the reverse;
3. the squares of the differences in score, so that score groups stay together;
4. seats: as few as possible move away from an even share;
5. the squared distance from the partner whom folding gives: the top half of a score group meets the bottom half in
   order; who has to leave a group is its last, and meets the first of the other.

Nobody meets twice: that is no cost, there is no such edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import rustworkx

from fairdeal.tournaments.formats.swiss_state import Player

#: Nobody may get further than this from sitting first as often as second.
MOST_IMBALANCE = 2
BYE = -1
Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a player stands in his score group: position from 0, and the size of the group."""

    position: int
    size: int


def pair_round(players: Sequence[Player], *, is_last: bool) -> Pairs | None:
    """Return the pairs of a round as indices into players, the better first; (i, BYE) is a bye.

    None when no pairing is left in which nobody meets twice or has two byes. Unless it is the last round, pairings
    after which that would be so in the next are avoided where there are others.
    """
    costs = edge_costs(players)
    found = _match(costs, len(players))
    if found is None or is_last or leaves_a_round(costs, found, players):
        return found
    # Few have so little choice left that this matters, so trying without each pair in turn costs little.
    others = [_match({edge: cost for edge, cost in costs.items() if edge != pair}, len(players)) for pair in found]
    good = [pairs for pairs in others if pairs is not None and leaves_a_round(costs, pairs, players)]
    return min(good, key=lambda pairs: sum(costs[pair] for pair in pairs), default=found)


def edge_costs(players: Sequence[Player]) -> dict[tuple[int, int], int]:
    """Return what each possible pair costs, as one number: the sums compare as the list above says."""
    count = len(players)
    spots = _spots(players)
    imbalances = [player.imbalance for player in players]
    most_gap = max(player.score for player in players) - min(player.score for player in players)
    folding = (count + 1) ** 3
    seats = folding * (count + 1)
    gaps = seats * (count * most_gap**2 + 1)
    bye = gaps * (count + 1)
    costs = {}
    for i, one in enumerate(players):
        for j in range(i + 1, count):
            other = players[j]
            if other.number not in one.met:
                gap = one.score - other.score
                strain = _strain(imbalances[i], imbalances[j])
                costs[i, j] = (
                    gaps * (strain > MOST_IMBALANCE)
                    + seats * gap * gap
                    + folding * (strain > 1)
                    + _fold_cost(spots[i], spots[j], gap)
                )
    if count % 2:
        lowest = sorted(range(count), key=lambda i: (players[i].score, -players[i].rank))
        costs.update({(i, BYE): bye * place for place, i in enumerate(lowest) if not players[i].had_bye})
    return costs


def leaves_a_round(costs: dict[tuple[int, int], int], pairs: Pairs, players: Sequence[Player]) -> bool:
    """Say whether another round can be paired after this one, if all are still there."""
    degree = len(players) - 1 - max(len(player.met) for player in players) - 1
    if len(players) % 2 == 0 and 2 * degree >= len(players):
        return True  # by Dirac's theorem
    left = {edge: 0 for edge in costs if edge not in set(pairs)}
    return _match(left, len(players)) is not None


def _match(costs: dict[tuple[int, int], int], count: int) -> Pairs | None:
    """Return the cheapest perfect matching; None when there is none."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    nodes = count + count % 2
    graph.add_nodes_from(list(range(nodes)))
    top = max(costs.values(), default=0) + 1
    graph.add_edges_from([(i, count if j == BYE else j, top - cost) for (i, j), cost in costs.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) != nodes:
        return None
    ordered = sorted(sorted(pair) for pair in matching)
    return [(i, BYE if j == count and count % 2 else j) for i, j in ordered]


def _spots(players: Sequence[Player]) -> list[Spot]:
    groups: dict[int, list[int]] = {}
    for index, player in enumerate(players):
        groups.setdefault(player.score, []).append(index)
    spots = {index: Spot(position, len(group)) for group in groups.values() for position, index in enumerate(group)}
    return [spots[index] for index in range(len(players))]


def _fold_cost(one: Spot, other: Spot, gap: int) -> int:
    """Return how far two are from being each other's partner by folding; `one` is ranked before `other`."""
    if gap == 0:
        half = one.size // 2
        of_one_half = (one.position < half) == (other.position < half)
        return (abs(one.position - other.position) - half) ** 2 + one.size**2 * of_one_half
    upper, lower = (one, other) if gap > 0 else (other, one)
    return (upper.size - 1 - upper.position + lower.position) ** 2


def _strain(one: int, other: int) -> int:
    """Return how far from even the seats of one of two must get by this table, from both their imbalances now."""
    return 1 + min(abs(one), abs(other)) if one * other > 0 else 0


def seats_first(one: Player, other: Player, first_seed_first: bool = True) -> bool:
    """Say whether the first of two, who is ranked better, sits first.

    Who sat first less often; else who sat second when they last sat differently; else the better ranked, if he sat
    second last time, or in the first round by turns, down the seeding.
    """
    if one.imbalance != other.imbalance:
        return one.imbalance < other.imbalance
    for mine, yours in zip(reversed(one.seats), reversed(other.seats), strict=False):
        if mine != yours:
            return mine > yours
    return one.seats[-1] == 1 if one.seats else (one.rank % 2 == 0) == first_seed_first
