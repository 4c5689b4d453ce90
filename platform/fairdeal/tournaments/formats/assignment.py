"""Who gets what at the least cost in all: a minimum-cost assignment by matching. Pure."""

from collections.abc import Mapping

import rustworkx


def assign(costs: Mapping[tuple[int, int], int], count: int) -> dict[int, int]:
    """Return for every column, from 0 to count - 1, the row that it gets; `costs` has whole numbers for all pairs."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(2 * count)))
    top = max(costs.values(), default=0) + 1
    graph.add_edges_from([(i, count + j, top - cost) for (i, j), cost in costs.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {max(pair) - count: min(pair) for pair in matching}
