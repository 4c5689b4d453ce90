"""Samples agree with what the seat knows, each possible deal is as likely as any other, and observations suffice."""

import random
from collections import Counter
from itertools import combinations, permutations
from math import sqrt

import pytest

import engines
from engines import testing
from engines.core.cards import CARD_OF_TEXT
from engines.core.errors import EngineError
from engines.core.rng import Stream
from engines.core.state import State
from engines.maverick.actions import GIVING, PLAYING
from engines.maverick.evidence import bounds_of
from engines.maverick.sample import known_of_observation, known_of_state
from engines.maverick.spread import NO_BOUNDS, Spread
from tests.engines.chance import share
from tests.engines.fields import fields_of
from tests.engines.maverick.table import go, in_play, random_options, table

FOLLOWING = [
    {"revoke": revoke, "void": void, "joker_suit": joker_suit}
    for revoke in ("priced", "illegal")
    for void in ("any", "must_trump")
    for joker_suit in ("trump", "none")
]


def random_game(number):
    game_id = ("maverick", "maverick-bidding")[number % 2]
    options = random_options(engines.game_spec(game_id), Stream(f"{number:032x}", "sample"))
    return engines.make_game(game_id, None, {**options, **FOLLOWING[number % 8]})


def states(game, number, every):
    """Play a random game; yield a state now and then, between deals too."""
    *_, seeded = testing.random_states(game, f"{number:032x}")
    state = game.empty_state()
    for deal in seeded.past:
        state.start_deal(deal.dealer, deal.deck)
        yield state
        for at, move in enumerate(deal.moves):
            state.apply(move >> 4)
            if at % every == 0 or not state.in_deal:
                yield state


def public(events):
    return [event for event in events if "seats" not in event]


@pytest.mark.parametrize("number", range(share(16)))
def test_samples_agree_with_what_the_seat_knows(number):
    game = random_game(number)
    rng = random.Random(number)
    for state in states(game, number, every=7):
        for seat in range(4):
            sample = state.sample(seat, rng)
            assert sample.observation(seat) == state.observation(seat)
            assert sample.broken_invariants() == []
            if state.in_deal and not state.deals_done:
                assert public(sample.events) == public(state.events)
                assert sample.events_for(seat) == state.events_for(seat)
            while sample.in_deal and not sample.is_over and sample.deals_done == state.deals_done:
                sample.apply(sample.random_action(Stream("01" * 16, "play", len(sample.moves))))


@pytest.mark.parametrize("number", range(8))
def test_both_ways_to_make_a_sample_in_play_are_one(number):
    """A sample in play is what playing the imagined deal again makes."""
    names = fields_of(engines.make_game("maverick").empty_state()) - {"knowledge", "known_at"}
    seen = 0
    for state in states(random_game(number), number, every=3):
        if state.phase == PLAYING and seen < 60:
            seen += 1
            for seat in range(4):
                quick = state.sample(seat, random.Random(seen))
                slow = State.sample(state, seat, random.Random(seen))
                assert [(name, getattr(quick, name)) for name in sorted(names)] == [
                    (name, getattr(slow, name)) for name in sorted(names)
                ]
    assert seen > 10


@pytest.mark.parametrize("number", range(share(16)))
def test_an_observation_is_enough_to_rebuild_the_state(number):
    game = random_game(number)
    rng = random.Random(number)
    for state in states(game, number, every=11):
        for seat in range(4):
            seen = state.observation(seat)
            rebuilt = game.state_class.rebuild(game, seen, rng)
            assert rebuilt.observation(seat) == seen
            assert rebuilt.imagined and rebuilt.seed is not None
            assert (rebuilt.is_over, rebuilt.places) == (state.is_over, state.places)
            if state.current_player == seat:
                assert rebuilt.legal() == state.legal()
            if state.in_deal:
                ours, theirs = known_of_state(state, seat), known_of_observation(game, seen)
                facts = fields_of(ours) - {"spread", "rules"}
                assert [getattr(ours, name) for name in facts] == [getattr(theirs, name) for name in facts]


def test_a_game_not_yet_begun_is_rebuilt():
    game = engines.make_game("maverick")
    seen = game.empty_state().observation(2)
    assert game.state_class.rebuild(game, seen, random.Random(1)).observation(2) == seen


def test_a_rebuilt_state_goes_on_with_new_deals():
    game = engines.make_game("maverick", None, {"max_deals": 3})
    state = game.new_state("0c" * 16)
    decks = set()
    for number in range(3):
        rebuilt = game.state_class.rebuild(game, state.observation(0), random.Random(number))
        while not rebuilt.is_over:
            rebuilt.apply(rebuilt.legal_actions()[0])
        assert rebuilt.deals_done == 3
        decks.add(rebuilt.past[1].deck)
    assert len(decks) == 3


def late(options, seed, cards_left=3):
    """Play random cards until each hand has so many; return the state between two tricks."""
    state = engines.make_game("maverick", None, options).new_state(f"{seed:032x}", 3)
    choices = Stream(f"{seed:032x}", "late")
    while state.phase == GIVING or len(state.moves) < 8 + 4 * (13 - cards_left):
        state.apply(state.random_action(choices))
    return state


def possible_hands(state, seat):
    """List all hands of the others that the deal so far allows, by playing each possible deal again."""
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    hidden = [card for other in others for card in state.held[other]]
    size = len(state.held[seat])
    kept = {move >> 4 & 63 for move in state.moves[:8] if move & 15 == seat}
    left = set(state.held[(seat + 1) % 4])
    hands = set()
    for first in combinations(hidden, size):
        if not (kept & left) <= set(first):
            continue
        rest = [card for card in hidden if card not in first]
        for second in combinations(rest, size):
            third = tuple(card for card in rest if card not in second)
            found = (tuple(sorted(first)), tuple(sorted(second)), tuple(sorted(third)))
            if could_have_played(state, dict(zip(others, found, strict=True))):
                hands.add(found)
    return others, hands


def could_have_played(state, held):
    """Say whether seats that still hold these cards could have played what they have."""
    rules, suits = state.rules, state.suits
    hands = {seat: list(cards) for seat, cards in held.items()}
    plays = state.moves[8:]
    for first in range(len(plays) - 4, -1, -4):
        led = suits.led[plays[first] >> 4]
        for place, move in enumerate(plays[first : first + 4]):
            card, seat = move >> 4, move & 15
            if seat in hands:
                hands[seat] = sorted([*hands[seat], card])
                if place and card not in rules.legal_cards(hands[seat], led, suits.trump):
                    return False
    return True


def check_uniform(counts, possible, drawn):
    """Compare counts with equal chances: chi-square within six deviations of its mean."""
    assert set(counts) <= set(possible)
    expected = drawn / len(possible)
    chi_square = sum((counts[one] - expected) ** 2 / expected for one in possible)
    free = len(possible) - 1
    assert chi_square < free + 6 * sqrt(2 * free) + 6


@pytest.mark.parametrize("options", FOLLOWING, ids=lambda options: "-".join(options.values()))
@pytest.mark.parametrize("seed", range(1, 4))
def test_hands_are_sampled_uniformly(options, seed):
    state = late(options, seed, cards_left=2 if seed == 1 else 3)
    seat = state.turn
    others, possible = possible_hands(state, seat)
    drawn = 20 * len(possible)
    rng = random.Random(seed)
    counts = Counter()
    for _ in range(drawn):
        sample = state.sample(seat, rng)
        counts[tuple(tuple(sample.held[other]) for other in others)] += 1
    check_uniform(counts, possible, drawn)


def test_pairs_received_are_sampled_uniformly():
    state = in_play(revoke="illegal")
    while len(state.moves) < 8 + 40:
        state.apply(state.legal_actions()[0])
    hand = [move >> 4 for move in state.moves[8:] if move & 15 == 2]
    pairs, rng, drawn = Counter(), random.Random(4), 12000
    for _ in range(drawn):
        sample = state.sample(0, rng)
        given = [move >> 4 & 63 for move in sample.moves[:8] if move & 15 == 1]
        if set(given) <= set(hand):  # both played by now
            pairs[tuple(sorted(given))] += 1
    check_uniform(pairs, list(combinations(sorted(hand), 2)), sum(pairs.values()))


def test_own_gifts_stay_with_the_left_neighbour_until_played():
    state = table({0: "AS KH"})
    go(state, "0 give AS", "0 give KH")
    for seat in (1, 1, 2, 2, 3, 3):
        state.act(f"give {state.observation(seat)['hand'][0]}")
    rng = random.Random(5)
    for _ in range(50):
        seen = state.sample(0, rng).observation(1)
        assert {"AS", "KH"} <= set(seen["hand"])
        assert seen["received"] == ["KH", "AS"]


CLUBS, SPADES = 1, 8  # groups as bits
A_HEART_ON_A_CLUB = "0 9C 1 3H 2 2C 3 4C"


def proved(plays, **options):
    """Return what seat 2 (the viewer) knows of seat 1: by case the groups it has none of, and those it has some of."""
    state = in_play(**options)
    words = plays.split()
    moves = [CARD_OF_TEXT[card] << 4 | int(seat) for seat, card in zip(words[::2], words[1::2], strict=True)]
    bounds = bounds_of(state.rules, state.suits, moves, 2, [])
    return [(case[2], case[5]) for case in bounds]


@pytest.mark.parametrize(
    ("plays", "options", "proofs"),
    [
        (A_HEART_ON_A_CLUB, {}, [(0, 0)]),
        (A_HEART_ON_A_CLUB, {"revoke": "illegal"}, [(CLUBS, 0)]),
        (A_HEART_ON_A_CLUB, {"revoke": "illegal", "void": "must_trump"}, [(CLUBS | SPADES, 0)]),
        ("0 9C 1 3S 2 2C 3 4C", {"revoke": "illegal", "void": "must_trump"}, [(CLUBS, 0)]),
        ("0 9C 1 BJ 2 2C 3 4C", {"revoke": "illegal", "joker_suit": "none", "void": "must_trump"}, [(0, 0)]),
        ("0 BJ 1 3H 2 2C 3 4C", {"revoke": "illegal"}, [(SPADES, 0)]),
        ("0 BJ 1 3H 2 2C 3 4C", {"revoke": "illegal", "joker_suit": "none"}, [(0, 0)]),
        # Revokes bought, the void must trump: no trump, or both a trump and a club.
        (A_HEART_ON_A_CLUB, {"void": "must_trump"}, [(SPADES, 0), (0, CLUBS | SPADES)]),
        ("0 9C 1 3H", {"void": "must_trump"}, [(SPADES, 0), (0, CLUBS | SPADES)]),
        (A_HEART_ON_A_CLUB + " 0 KC 1 3S", {"void": "must_trump"}, [(0, CLUBS)]),
        (A_HEART_ON_A_CLUB + " 0 KC 1 8C", {"void": "must_trump"}, [(0, 0)]),
        ("0 9S 1 3H 2 2S 3 4S", {"void": "must_trump"}, [(0, 0)]),
    ],
)
def test_what_not_following_proves(plays, options, proofs):
    assert proved(plays, **options) == proofs


def test_cards_given_to_the_left_neighbour_prove_too():
    state = in_play({0: "9C", 1: "3H 4S 2H 4H 5H 6H 7H 8H 9H TH JH KC QC"}, void="must_trump")
    go(state, "0 play 9C", "1 play 3H")  # seat 0 gave the king and queen of clubs
    assert known_of_state(state, 0).spread.cases == [NO_BOUNDS]
    assert len(known_of_state(state, 2).spread.cases) == 2


def test_before_cards_are_seen_all_are_dealt_again_but_never_to_a_redeal():
    state = table(game="maverick-bidding", equal_rank="redeal")
    rng = random.Random(6)
    turned = Counter()
    for _ in range(2000):
        sample = state.sample(0, rng)
        assert sample.in_deal and sample.held != state.held
        first, second = sample.deck[52:]
        turned["pair"] += first < 52 and second < 52 and first % 13 == second % 13
        turned["own"] += first in state.held[0]
    assert turned["pair"] == 0
    assert 380 < turned["own"] < 590  # 13 of 54


def test_what_cannot_be_is_refused():
    game = engines.make_game("maverick", None, {"revoke": "illegal"})
    state = game.new_state("0d" * 16)
    with pytest.raises(EngineError, match="no seat"):
        state.sample(4, random.Random(1))
    with pytest.raises(EngineError, match="no deal agrees"):
        Spread([[1, 2, 3], [], [], [], []], [1, 1, 1], [(1, 0, 0, 0, 0, 0)])


def spread_out(groups, room, cases):
    """List by brute force all ways that keep the bounds of one of the cases."""
    cards = [card for group in groups for card in group]
    ways = set()
    for order in permutations(cards):
        hands = (order[: room[0]], order[room[0] : room[0] + room[1]], order[room[0] + room[1] :])
        kinds = [sum(1 << index for index, group in enumerate(groups) if set(group) & set(hand)) for hand in hands]
        for case in cases:
            if all(
                not kind & none and some & ~kind == 0 for kind, none, some in zip(kinds, case, case[3:], strict=False)
            ):
                ways.add(tuple(tuple(sorted(hand)) for hand in hands))
    return ways


@pytest.mark.parametrize(
    "cases",
    [
        [NO_BOUNDS],
        [(1, 0, 0, 0, 0, 0)],
        [(1, 2, 0, 0, 0, 0)],
        [(0, 0, 0, 1, 0, 4)],
        [(2, 0, 4, 0, 1, 0)],
        [(2, 0, 0, 1, 0, 0), (0, 0, 0, 3, 0, 0)],  # none of group 1 but some of group 0, or some of both
    ],
)
def test_cards_are_spread_uniformly_within_bounds(cases):
    groups, room = [[1, 2, 3], [4, 5], [6, 7]], [3, 2, 2]
    possible = spread_out(groups, room, cases)
    spread, rng, drawn = Spread(groups, room, cases), random.Random(7), 30 * len(possible)
    counts = Counter(tuple(tuple(sorted(hand)) for hand in spread.deal(rng)) for _ in range(drawn))
    check_uniform(counts, possible, drawn)
