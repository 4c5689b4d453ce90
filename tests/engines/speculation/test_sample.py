"""Samples and rebuilt states: uniform over what is unseen, and the same to the seat that they are made for."""

import random
from collections import Counter
from itertools import permutations

import pytest

import engines
from engines import testing
from engines.core.rng import Stream
from engines.core.state import State
from engines.speculation.sample import imagine, known_of_observation, known_of_state
from engines.speculation.state import SpeculationState
from tests.engines.speculation.table import passes, play, table

OPTIONS = [
    {},
    {"auction": "sealed", "offers_per_turn": 3},
    {"turn_after_sale": "owner", "ace_ends": False},
    {"unseen_trades": False, "ante": 4, "dealer_factor": 1.5},
]
# All that a state holds of its deal; compiled classes have no `__slots__` to ask.
FIELDS = (
    "deck", "moves", "totals", "pool", "turn", "seed", "past", "first_deal", "deals_done", "imagined", "in_deal",
    "is_over", "dealer", "irregular", "after", "bid", "bidder", "chips_before", "face_up", "highest", "offer",
    "offerer", "offers", "owner", "phase", "sealed_bids", "seats", "stacks", "to_turn", "trump", "turned", "waiting",
)  # fmt: skip


def states(players, options, seed, every=9):
    """Yield looks at a random game whose chips make trades and sales frequent."""
    game = engines.make_game("speculation", players, {"deals": 3, **options})
    for _, state in testing.looks(game, seed, every):
        yield state


def chi_square(counts, cells, draws):
    """Return the statistic of a uniform distribution over so many cells."""
    expected = draws / cells
    seen = list(counts.values()) + [0] * (cells - len(counts))
    return sum((count - expected) ** 2 / expected for count in seen)


@pytest.mark.parametrize("make", ["sample", "rebuild"])
def test_each_order_of_the_unseen_cards_is_equally_likely(make):
    """Full enumeration of what three of the places hold when only four cards are unknown."""
    state = table(players=3)
    known = known_of_state(state, 0) if make == "sample" else known_of_observation(state.observation(0))
    unknown = known.unseen[:4]
    places = [place for place, card in enumerate(known.shown) if card < 0]
    for place, card in zip(places[4:], known.unseen[4:], strict=True):
        known.shown[place] = card
    known.unseen = unknown
    rng = random.Random(20)
    counts = Counter()
    for _ in range(4800):
        deck, _ = imagine(known, rng)
        assert sorted(deck) == list(range(52))
        counts[tuple(deck[place] for place in places[:4])] += 1
    assert set(counts) == set(permutations(unknown))
    assert chi_square(counts, 24, 4800) < 49.7  # 23 degrees of freedom, one in a thousand


def test_each_unseen_card_is_equally_likely_anywhere():
    """Mid-deal, through `sample` itself: the top card of a stack, and a card out of play."""
    state = passes(table({0: "2C 3C 4C", 1: "2D 3D 4D"}, players=3), 0, 1, 0, 1, 2)
    rng = random.Random(5)
    unseen = set(range(52)) - {state.deck[9], state.deck[6]}
    tops, rests = Counter(), Counter()
    for _ in range(5000):
        deck = state.sample(1, rng).deck
        tops[deck[7]] += 1
        rests[deck[51]] += 1
    for counts in (tops, rests):
        assert set(counts) == unseen
        assert chi_square(counts, 50, 5000) < 85.4  # 49 degrees of freedom, one in a thousand


def test_a_sealed_call_is_drawn_over_all_its_legal_calls():
    state = play(table(players=4, start_chips=6, auction="sealed"), "0 bid 3; 1 pass")
    rng = random.Random(6)
    counts = Counter()
    for _ in range(3600):
        sample = state.sample(2, rng)
        counts[tuple(sample.sealed_bids)] += 1
        assert sample.observation(2) == state.observation(2)
    assert len(counts) == 36  # pass and 1 to 5, for each of the two
    assert chi_square(counts, 36, 3600) < 66.7  # 35 degrees of freedom, one in a thousand


def test_own_sealed_call_is_kept_and_opened_ones_are_known():
    state = play(table(players=4, auction="sealed"), "0 bid 3; 1 bid 4")
    rng = random.Random(7)
    assert {state.sample(1, rng).sealed_bids[1] for _ in range(50)} == {4}
    assert len({state.sample(1, rng).sealed_bids[0] for _ in range(50)}) > 10
    play(state, "2 pass")
    for seat in range(4):
        sample = state.sample(seat, rng)
        assert (sample.bid, sample.bidder, sample.moves) == (4, 1, state.moves)


@pytest.mark.parametrize("players", [2, 4, 9])
@pytest.mark.parametrize("options", OPTIONS)
def test_a_sample_looks_the_same_to_its_seat_and_plays_on(players, options):
    rng = random.Random(players)
    for state in states(players, options, "21" * 16):
        for seat in range(players):
            sample = state.sample(seat, rng)
            assert sample.observation(seat) == state.observation(seat)
            assert (sample.legal(), sample.turn) == (state.legal(), state.turn)
            assert sample.broken_invariants() == []
            if seat == 0:
                play_on(sample)


def play_on(state):
    """Play at random to the end of the game."""
    choices = Stream("22" * 16, "play-on")
    while not state.is_over:
        state.apply(state.random_action(choices))
    assert state.broken_invariants() == []


@pytest.mark.parametrize("options", OPTIONS)
def test_a_samples_past_is_the_same_to_its_seat(options):
    """In the first deal, where the events of the sample begin with the game's."""
    rng = random.Random(1)
    looked = 0
    for state in states(5, options, "23" * 16, every=5):
        if state.deals_done:
            break
        looked += 1
        for seat in range(5):
            assert state.sample(seat, rng).events_for(seat) == state.events_for(seat)
    assert looked


@pytest.mark.parametrize("options", OPTIONS)
def test_a_sample_is_what_playing_the_deal_again_makes(options):
    """The base class deals the imagined deck and plays the moves again; the short cut must come to the same."""
    for state in states(4, options, "24" * 16):
        if not state.in_deal:
            continue
        for seat in range(4):
            short = state.sample(seat, random.Random(8))
            whole = State.sample(state, seat, random.Random(8))
            for name in FIELDS:
                assert getattr(short, name) == getattr(whole, name), name
            assert list(short.legal_now) == list(whole.legal_now)


def test_a_sample_leaves_the_original_alone():
    state = play(table(players=4, auction="sealed"), "0 bid 3; 1 pass")
    before = testing.fingerprint(state)
    for seat in range(4):
        play_on(state.sample(seat, random.Random(seat)))
    assert testing.fingerprint(state) == before


@pytest.mark.parametrize("players", [2, 4, 9])
@pytest.mark.parametrize("options", OPTIONS)
def test_a_state_rebuilt_from_an_observation_looks_the_same(players, options):
    rng = random.Random(players)
    for state in states(players, options, "25" * 16):
        for seat in range(players):
            seen = state.observation(seat)
            built = SpeculationState.rebuild(state.game, seen, rng)
            assert built.observation(seat) == seen
            assert (built.legal(), built.turn) == (state.legal(), state.turn)
            assert built.broken_invariants() == []
            assert built.imagined


def test_a_rebuilt_state_is_drawn_as_a_sample_is():
    """Both ways know the same, so with the same random numbers they deal the same."""
    for state in states(4, {"auction": "sealed"}, "26" * 16):
        if state.in_deal:
            built = SpeculationState.rebuild(state.game, state.observation(2), random.Random(3))
            sample = state.sample(2, random.Random(3))
            assert (built.deck, built.moves, built.seed) == (sample.deck, sample.moves, sample.seed)


def test_rebuilt_between_deals_and_before_the_first():
    rng = random.Random(4)
    game = engines.make_game("speculation", 3, {"deals": 5})
    empty = game.empty_state()
    assert SpeculationState.rebuild(game, empty.observation(1), rng).observation(1) == empty.observation(1)
    state = table(players=3, deals=5, turn_up="AS")
    built = SpeculationState.rebuild(state.game, state.observation(1), rng)
    assert built.observation(1) == state.observation(1)
    assert (built.in_deal, built.next_dealer()) == (False, 0)
    built.start_deal(0, state.deck)
    assert built.deals_done == 2  # another ace: that deal too is over at once
