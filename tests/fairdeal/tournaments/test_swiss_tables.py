"""Swiss events at tables of more than two."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from fairdeal.tournaments.formats.base import Event
from fairdeal.tournaments.formats.errors import BadEntries
from fairdeal.tournaments.formats.swiss import Swiss

from tests.fairdeal.tournaments.events import chance, drawn, favourites, field, play, up_to_round


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_everybody_plays_every_round_and_has_one_bye_at_most(size: int) -> None:
    for entrants in (size, size + 1, 13, 23, 32):
        form = Swiss(size)
        rounds = form.rounds_for(entrants)
        event = play(form, field(entrants), chance(entrants))
        seated = Counter(table.round for table in event.tables for _ in table.entrants)
        assert seated == dict.fromkeys(range(1, rounds + 1), entrants), entrants
        assert {len(table.entrants) for table in event.tables} <= {1, size}
        byes = Counter(table.entrants[0] for table in event.tables if table.is_bye)
        assert max(byes.values(), default=0) <= 1
        seats = Counter((n, t.entrants.index(n)) for t in event.tables if not t.is_bye for n in t.entrants)
        most = max(seats.values())
        assert most <= -(-rounds // size) + 1, entrants


def test_the_first_round_spreads_the_seeds_over_the_tables() -> None:
    event = drawn(Swiss(3), Event(field(12)))
    assert [sorted(table.entrants) for table in event.tables] == [[1, 5, 9], [2, 6, 10], [3, 7, 11], [4, 8, 12]]


def test_equals_meet_and_repeats_are_rare() -> None:
    form = Swiss(4, rounds=5)
    event = play(form, field(40), chance(1))
    met = Counter(pair for table in event.tables for pair in combinations(sorted(table.entrants), 2))
    assert max(met.values()) <= 2 and sum(n - 1 for n in met.values()) <= 3
    for number in range(2, 6):
        scores = {s.number: s.points for s in form.standings(up_to_round(event, number - 1))}
        tables = [table for table in event.tables if table.round == number]
        assert 2 * spread(scores, [table.entrants for table in tables]) <= spread(scores, by_lot(range(1, 41)))


def by_lot(numbers: range) -> list[tuple[int, ...]]:
    """Seat entrants by lot at tables of four."""
    order = random.Random(1).sample(numbers, len(numbers))
    return [tuple(order[start : start + 4]) for start in range(0, len(order), 4)]


def spread(scores: dict[int, Fraction], lineups: list[tuple[int, ...]]) -> Fraction:
    """Add up the variances of the scores at tables, but for a factor."""
    return sum((scores[a] - scores[b]) ** 2 for lineup in lineups for a, b in combinations(lineup, 2))


def test_the_best_wins_when_favourites_do() -> None:
    form = Swiss(4)
    assert form.standings(play(form, field(16), favourites))[0].number == 1


def test_the_same_event_is_drawn_whatever_the_order_of_results() -> None:
    form = Swiss(3, rounds=3)
    whole = play(form, field(10), chance(2))
    assert set(play(form, field(10), chance(2), order=random.Random(1)).tables) == set(whole.tables)


OWNERS = ["ada"] * 4 + ["bob"] * 3 + ["cy"] * 2 + [None] * 7


@pytest.mark.parametrize("seed", range(4))
def test_bots_of_one_owner_never_share_a_table(seed: int) -> None:
    rng = random.Random(seed)

    def leaves(event: Event) -> list[int]:
        return [rng.choice(event.numbers)] if rng.random() < 0.05 else []

    event = play(Swiss(4, rounds=6), field(16, OWNERS), chance(seed), order=rng, leaves=leaves)
    for table in event.tables:
        owned = [OWNERS[number - 1] for number in table.entrants if OWNERS[number - 1]]
        assert len(owned) == len(set(owned))


def test_entries_that_do_not_fill_the_rounds_are_refused() -> None:
    with pytest.raises(BadEntries, match="ada has 5, and a round has 4 tables"):
        Swiss(4).plan(field(16, ["ada"] * 5 + [None] * 11))
    with pytest.raises(BadEntries, match="11 entrants can be paired in 3 rounds at most, not 4"):
        Swiss(4, rounds=4).plan(field(11))
    with pytest.raises(BadEntries, match="4 to 512 entries, not 3"):
        Swiss(4).plan(field(3))
    plan = Swiss(4).plan(field(21))
    assert (plan.rounds, plan.most_tables, plan.promises) == (7, 35, ("Nobody has more than one bye.",))
