"""Search: what would come of each action, tried out in worlds that agree with all that the seat knows.

Information-set Monte-Carlo tree search with one tree for the seat that moves (Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", 2012), for any game that the engines know:

1. Imagine a world: `sample` deals again what the seat cannot see, in agreement with what it has seen.
2. Walk down the tree in that world. At each decision take, of the actions that are legal there, an untried one, or the
   one with the best upper confidence bound for who moves; an action is held only to the worlds in which it was legal.
3. From the new leaf play at random to the end of the deal.
4. What the deal has brought each seat, against the others, is added to all actions on the way.

The action that was tried most is played. Nothing is known of any game but its rules: no counting, no conventions.
"""

import time
from math import log, sqrt

from fairdeal_bot import Bot, run

import engines

# The share of a move's allowance that is used: the rest is for reading, writing and the last world.
SHARE = 0.7
# How much an action that was tried little is preferred, in spans of the results seen so far.
CURIOSITY = 0.7
# A choice among more actions than this is one of numbers (a price, a bet): so many of them, evenly spread, will do.
WIDEST = 16
# In play at random such a choice is skipped by the passive action this often: nobody trades for ever.
SKIPPED = 0.8
# Options under which the worlds are played on: at random everybody would revoke all the time, and nothing else would
# be seen in what that costs. Where somebody has revoked, the rules are taken as they are.
PLANNED = {"maverick": {"revoke": "illegal"}, "maverick-bidding": {"revoke": "illegal"}}
# So many worlds are tried whatever the allowance; what that takes beyond it comes from the bank, until little is left.
FEWEST = 4
LITTLE_MS = 1000


class Node:
    """An action in the tree: how often it was tried and was there to be tried, what it brought, and what came after."""

    __slots__ = ("children", "seen", "total", "visits")

    def __init__(self):
        self.children = {}
        self.visits = 0
        self.seen = 0
        self.total = 0.0


class Search(Bot):
    """Think for a share of the allowance, whatever it is, and play what was tried most."""

    def start(self, start):
        real = engines.make_game(self.game, self.players, self.options)
        planned = engines.make_game(self.game, self.players, {**self.options, **PLANNED.get(self.game, {})})
        self.tables = [planned, real]
        self.think_s = SHARE * start.move_ms / 1000
        sides = real.side_of
        self.others = [[o for o in range(self.players) if sides[o] != sides[s]] for s in range(self.players)]
        # What the engine computes once a process belongs to the start: a first look at a deal, and a way through it.
        first = real.new_state(self.rng.randbytes(16))
        self.search(self.imagine(first.observation(self.seat)), time.process_time(), FEWEST)

    def act(self, request):
        if len(request.legal) == 1 and ".." not in request.legal[0]:
            return request.legal[0]
        begun = time.process_time()
        known = self.imagine(request.observation)
        fewest = FEWEST if request.clock.bank_ms > LITTLE_MS else 1
        return known.format(self.search(known, begun, fewest))

    def imagine(self, observation):
        """Return a state that agrees with what the seat knows."""
        for table in self.tables:
            try:
                return engines.from_observation(table, {**observation, "options": table.options}, self.rng)
            except engines.EngineError:
                if table is self.tables[-1]:
                    raise

    def search(self, known, begun, fewest):
        """Return the action that was tried most when the time is up; what has passed since `begun` is spent already."""
        now = started = time.process_time()
        self.totals, self.deal = known.totals, known.deals_done
        self.low, self.high = -1.0, 1.0
        root, worlds = Node(), 0
        # Stop when another world of the usual length would be too long.
        while worlds < fewest or (now - begun) + (now - started) / worlds < self.think_s:
            world = known.sample(self.seat, self.rng)
            world.seed = None  # no deal follows the one that is played out
            self.try_out(root, world)
            worlds += 1
            now = time.process_time()
        return max(root.children, key=lambda action: (root.children[action].visits, root.children[action].total))

    def try_out(self, node, state):
        """Walk down the tree in a world, add a leaf, play the deal out, and keep what it brought."""
        path = []
        while state.in_deal:
            seat = state.turn
            action, is_new = self.select(node, self.choices(state))
            node = node.children[action]
            path.append((node, seat))
            state.apply(action)
            if is_new:
                break
        self.play_out(state)
        results = self.results(state)
        span = self.high - self.low
        for child, seat in path:
            child.visits += 1
            child.total += (results[seat] - self.low) / span

    def choices(self, state):
        """Return the legal actions, of very many a few."""
        legal = state.legal_actions()
        if len(legal) <= WIDEST:
            return legal
        last = len(legal) - 1
        return [state.passive_action(), *{legal[place * last // WIDEST] for place in range(WIDEST + 1)}]

    def select(self, node, legal):
        """Return an action to try, and whether it is new to the tree."""
        children = node.children
        untried = [action for action in legal if action not in children]
        if untried:
            action = untried[int(self.rng.random() * len(untried))]
            children[action] = Node()
            return action, True
        best, chosen = -1.0, legal[0]
        for action in legal:
            child = children[action]
            child.seen += 1
            bound = child.total / child.visits + CURIOSITY * sqrt(log(child.seen + 1) / child.visits)
            if bound > best:
                best, chosen = bound, action
        return chosen, False

    def play_out(self, state):
        """Play at random until the deal is over."""
        chance = self.rng.random
        while state.in_deal:
            legal = state.legal_actions()
            if len(legal) > WIDEST and chance() < SKIPPED:
                state.apply(state.passive_action())
            else:
                state.apply(legal[int(chance() * len(legal))])

    def results(self, state):
        """Return by seat what the deal has brought it beyond the others; a game won counts as another deal."""
        gains = [state.totals[seat] - self.totals[seat] for seat in range(self.players)]
        results = [
            gains[seat] - sum([gains[other] for other in others]) / len(others)
            for seat, others in enumerate(self.others)
        ]
        self.low, self.high = min(self.low, *results), max(self.high, *results)
        if state.is_over:
            span, places = self.high - self.low, state.places
            for seat, others in enumerate(self.others):
                beaten = [(places[other] > places[seat]) - (places[other] < places[seat]) for other in others]
                results[seat] += span * sum(beaten) / len(others)
            self.low, self.high = min(self.low, *results), max(self.high, *results)
        return results


if __name__ == "__main__":
    run(Search)
