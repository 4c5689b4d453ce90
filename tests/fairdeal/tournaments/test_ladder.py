"""The ladder: what it believes, and whom it lets play."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import log

import numpy as np
import pytest
from fairdeal.tournaments.formats.base import Entrant, Event, Result, Table
from fairdeal.tournaments.formats.beliefs import ELO, Beliefs
from fairdeal.tournaments.formats.errors import BadEntries, BadSettings
from fairdeal.tournaments.formats.ladder import Ladder

from tests.fairdeal.tournaments.events import drawn, field


def test_a_result_moves_both_and_is_believed_more() -> None:
    beliefs = Beliefs.start([1500, 1500, 1500], [200, 200, 200])
    before = beliefs.variance(0, 1)
    assert beliefs.gain(0, 1) == pytest.approx(log(1 + before / 4))
    beliefs.observe(0, 1, 1.0, blocks=4)
    # The step of a Kalman filter by hand: h = V (e0 - e1), m += h n (y - p) / (1 + n w h01).
    variance = (200 / ELO) ** 2
    step = variance * 4 * 0.5 / (1 + 4 * 0.25 * 2 * variance)
    assert beliefs.mean[0] - beliefs.mean[2] == pytest.approx(step)
    assert beliefs.mean[1] - beliefs.mean[2] == pytest.approx(-step)
    assert beliefs.variance(0, 1) == pytest.approx(2 * variance / (1 + 4 * 0.25 * 2 * variance))
    assert np.allclose(beliefs.covariance, beliefs.covariance.T)


def test_a_result_to_come_tells_what_it_will_but_not_how() -> None:
    played, waiting = Beliefs.start([1500, 1500]), Beliefs.start([1500, 1500])
    played.observe(0, 1, 0.5, blocks=8)
    waiting.observe(0, 1, None, blocks=8)
    assert np.allclose(played.covariance, waiting.covariance)
    assert np.allclose(waiting.mean, Beliefs.start([1500, 1500]).mean)


def run(form: Ladder, event: Event, steps: int, rng: random.Random) -> Event:
    """Let a ladder run: its tables are played by strengths of 40 Elo a place, in a random order."""
    for _ in range(steps):
        event = drawn(form, event)
        waiting = list(event.open_tables())
        if not waiting:
            break
        table = rng.choice(waiting)
        if len(table.entrants) == 2:
            p = 1 / (1 + 10 ** ((table.entrants[0] - table.entrants[1]) / 10))
            result = Result.duel(sum(rng.random() < p for _ in range(form.blocks)), form.blocks)
        else:
            order = sorted(table.entrants, key=lambda number: number + rng.gauss(0, 4))
            result = Result.placed([order.index(number) + 1 for number in table.entrants], form.blocks)
        event = Event(event.entrants, event.tables, {**event.results, table.place: result}, event.withdrawn)
    return event


def test_newcomers_come_first_and_nobody_starves() -> None:
    form = Ladder(batch=4, newcomer_blocks=64, settled_elo=0)
    event = run(form, Event(tuple(Entrant(n) for n in range(1, 13))), 30, random.Random(1))
    plays = Counter(number for table in event.tables for number in table.entrants)
    assert min(plays[n] for n in event.numbers) >= 3
    newcomer = Event((*event.entrants, Entrant(13)), event.tables, event.results)
    newcomer = run(form, newcomer, 6, random.Random(2))
    later = newcomer.tables[len(event.tables) :]
    assert all(13 in table.entrants for table in later[:4])


def test_settled_bots_rest_until_somebody_comes() -> None:
    form = Ladder(batch=2, newcomer_blocks=16, settled_elo=60, blocks=16)
    event = run(form, Event(tuple(Entrant(n) for n in range(1, 7))), 400, random.Random(3))
    assert next(event.open_tables(), None) is None and form.next_tables(event) == ()
    assert max(form.beliefs(event).deviations_elo()) <= 60
    assert form.next_tables(Event((*event.entrants, Entrant(7)), event.tables, event.results))
    ranks = [standing.number for standing in form.standings(event)]
    assert sum(abs(number - place) for place, number in enumerate(ranks, start=1)) <= 6


def test_the_ladder_learns_more_than_chance() -> None:
    form = Ladder(batch=1, newcomer_blocks=0, settled_elo=0, blocks=8)
    learned, guessed = [], []
    for seed in range(2):
        rng = random.Random(seed)
        event = run(form, Event(tuple(Entrant(n) for n in range(1, 11))), 40, rng)
        learned.append(np.linalg.slogdet(form.beliefs(event).covariance)[1])
        pairs = [tuple(rng.sample(range(1, 11), 2)) for _ in range(40)]
        tables = tuple(Table(1, number, 1, pair) for number, pair in enumerate(pairs, start=1))
        guessed.append(np.linalg.slogdet(form.beliefs(run(form, Event(event.entrants, tables), 40, rng)).covariance)[1])
    assert sum(learned) < sum(guessed)


def test_pairs_are_not_repeated_for_ever() -> None:
    form = Ladder(batch=1, newcomer_blocks=0, settled_elo=0)
    event = run(form, Event(tuple(Entrant(n) for n in range(1, 7))), 45, random.Random(5))
    meets = Counter(frozenset(table.entrants) for table in event.tables)
    assert len(meets) == 15 and max(meets.values()) <= 6
    firsts = Counter(table.entrants[0] for table in event.tables)
    plays = Counter(number for table in event.tables for number in table.entrants)
    assert all(abs(2 * firsts[n] - plays[n]) <= 3 for n in event.numbers)


def test_large_tables_are_filled_and_owners_kept_apart() -> None:
    owners = ["ada", "ada", "bob", "bob", "cy", None, None, None]
    form = Ladder(table_size=4, batch=3, blocks=4)
    event = run(form, Event(field(8, owners)), 25, random.Random(6))
    assert all(len(table.entrants) == 4 for table in event.tables)
    assert not any({a, b} <= set(t.entrants) for t in event.tables for a, b in ((1, 2), (3, 4)))
    plays = Counter(number for table in event.tables for number in table.entrants)
    assert max(plays.values()) - min(plays.values()) <= 3


def test_who_has_withdrawn_plays_no_more_and_stands_last() -> None:
    form = Ladder(batch=3)
    event = run(form, Event(field(6)), 10, random.Random(7))
    gone = Event(event.entrants, event.tables, event.results, frozenset({1, 2}))
    assert all(not {1, 2} & set(table.entrants) for table in form.next_tables(gone))
    assert [(s.number, s.rank) for s in form.standings(gone)][-2:] == [(1, None), (2, None)]
    alone = Event(event.entrants, event.tables, event.results, frozenset({1, 2, 3, 4, 5}))
    assert form.next_tables(alone) == ()


def test_it_draws_only_what_is_wanted() -> None:
    form = Ladder(batch=5)
    event = drawn(form, Event(field(9)))
    assert len(event.tables) == 5 and form.next_tables(event) == ()
    assert len({frozenset(pair) for table in event.tables for pair in combinations(table.entrants, 2)}) == 5
    assert form.plan(field(9)).tables == event.tables


def test_ladders_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadEntries, match="a ladder takes 3 to 1000 entries, not 2"):
        Ladder(table_size=3).plan(field(2))
    with pytest.raises(BadEntries, match="1 owners, and a table seats 3"):
        Ladder(table_size=3).plan(field(3, ["ada"] * 3))
    with pytest.raises(BadSettings, match="repeat_cost is a share"):
        Ladder(repeat_cost=1.0)
    with pytest.raises(BadSettings, match="settled_elo is from 0 to 1000 Elo, not -1"):
        Ladder(settled_elo=-1)
