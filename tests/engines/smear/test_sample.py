"""Samples: they agree with what the seat knows, and each assignment is as likely as any other."""

import random
from collections import Counter
from itertools import permutations
from math import sqrt

import pytest

import engines
from engines.core.cards import cards_of, mask_of
from engines.smear.known import known_of_state
from engines.smear.moves import discarded, on_table

TABLES = [
    ("smear-four-handed", 4, {}),
    ("smear-four-handed", 4, {"dealer_plays": False, "protect_scoring_trumps": False}),
    ("smear-six-handed", 6, {}),
    ("smear-six-handed", 6, {"joker": False}),
    ("smear-six-handed", 6, {"refill": "dealer_takes_rest"}),
    ("smear-ten-point", 4, {"kitty": "bidder"}),
    ("smear-ten-point", 5, {}),
    ("smear-ten-point", 6, {"six_sides": "2v2v2"}),
    ("smear-wisconsin", 4, {}),
    ("smear-wisconsin-jokers", 4, {"kitty": 2}),
    ("smear-fort-frances", 4, {"may_trump_anytime": True}),
]


def situations(game, seed, share):
    """Play a random game; yield its state at a share of its moments in play."""
    rng = random.Random(seed)
    state = game.new_state(rng.randbytes(16))
    for _ in range(400):
        if state.is_over:
            return
        if rng.random() < share:
            yield state
        state.apply(state.legal_actions()[int(rng.random() * len(state.legal_actions()))])


@pytest.mark.parametrize(("game_id", "players", "options"), TABLES)
def test_a_sample_and_a_rebuilt_state_look_the_same_to_their_seat(game_id, players, options):
    game, rng = engines.make_game(game_id, players, options), random.Random(11)
    for state in situations(game, 5, 0.08):
        for seat in range(players):
            seen = state.observation(seat)
            sampled = state.sample(seat, rng)
            rebuilt = type(state).rebuild(game, seen, rng)
            for other in (sampled, rebuilt):
                assert other.observation(seat) == seen
                assert not other.broken_invariants()
                assert other.imagined
                if state.current_player == seat:
                    assert other.legal() == state.legal()


@pytest.mark.parametrize(("game_id", "players", "options"), TABLES)
def test_a_sample_is_the_state_that_its_own_deck_and_moves_lead_to(game_id, players, options):
    game, rng = engines.make_game(game_id, players, options), random.Random(13)
    shown = 0
    for state in situations(game, 7, 0.05):
        for seat in range(players):
            sampled = state.sample(seat, rng)
            (deal,) = sampled.history
            again = game.empty_state()
            again.deals_done = again.first_deal = state.deals_done
            again.start_deal(deal.dealer, deal.deck)
            for _, action in deal.actions:
                again.apply(action)
            assert (again.hands, again.stock) == (sampled.hands, sampled.stock)
            assert (again.turn, list(again.legal_now)) == (sampled.turn, list(sampled.legal_now))
            shown += sampled.deck != state.deck
    assert shown


@pytest.mark.parametrize(("game_id", "players", "options"), TABLES)
def test_the_public_course_is_legal_in_a_sample_and_play_goes_on_to_the_end(game_id, players, options):
    game, rng = engines.make_game(game_id, players, options), random.Random(12)
    for state in situations(game, 6, 0.03):
        seat = rng.randrange(players)
        sampled = state.sample(seat, rng)
        assert public(sampled) == public(state), "every public move of the deal was legal again"
        while not sampled.is_over:
            sampled.apply(sampled.passive_action())
        assert sampled.places is not None


def public(state):
    """List the moves of the present deal, discards without their cards."""
    shown = []
    for move in state.moves:
        text = state.format(move >> 4)
        shown.append((move & 15, "discard" if text.startswith("discard") else text))
    return shown


def test_a_sample_hides_the_seed_and_the_deals_before():
    game = engines.make_game("smear-four-handed")
    state = game.new_state(bytes(16))
    rng = random.Random(1)
    while state.deals_done < 2 or state.phase != 4:
        state.apply(state.legal_actions()[-1])
    sampled = state.sample(0, rng)
    assert sampled.seed != state.seed
    assert sampled.past == ()
    with pytest.raises(engines.EngineError, match="deals before"):
        sampled.record()


def test_samples_of_one_moment_differ_and_one_rng_gives_them_again():
    game = engines.make_game("smear-four-handed")
    state = game.new_state(bytes(15) + b"\x05")
    first = [state.sample(0, random.Random(3)).deck for _ in range(2)]
    assert first[0] == first[1]
    rng = random.Random(3)
    assert len({state.sample(0, rng).deck for _ in range(20)}) == 20


def last_trick(seed):
    """Bring a Wisconsin deal without a kitty to the last trick, led by seat 0; two or more seats have shown voids."""
    game = engines.make_game("smear-wisconsin", 4, {"kitty": "none"})
    rng = random.Random(seed)
    while True:
        state = game.new_state(rng.randbytes(16))
        while state.in_deal and not (len(state.winners) == 5 and state.turn == 0 and not on_table(state)):
            state.apply(state.legal_actions()[int(rng.random() * len(state.legal_actions()))])
            if state.deals_done:
                break
        if not state.deals_done and sum(map(bool, known_of_state(state, 0).void)) >= 2:
            return state


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hands_are_as_likely_as_full_enumeration_says(seed):
    state = last_trick(seed)
    known = known_of_state(state, 0)
    others = [seat for seat in range(1, 4) if state.hands[seat]]
    seen = state.hands[0]
    for cards in known.played:
        seen |= cards
    unseen = [card for card in state.game.pack if not seen >> card & 1]
    possible = [
        cards
        for cards in permutations(unseen, len(others))
        if not any(known.void[seat] >> card & 1 for seat, card in zip(others, cards, strict=True))
    ]
    assert len(others) >= 1
    assert 1 < len(possible) < len(list(permutations(unseen, len(others)))), "the voids rule something out"
    draws = 40 * len(possible)
    rng = random.Random(seed)
    counts = Counter()
    for _ in range(draws):
        sampled = state.sample(0, rng)
        counts[tuple(cards_of(sampled.hands[seat])[0] for seat in others)] += 1
    assert set(counts) <= set(possible)
    chi_square = sum((counts[cards] - 40) ** 2 / 40 for cards in possible)
    freedom = len(possible) - 1
    assert abs(chi_square - freedom) < 4.5 * sqrt(2 * freedom)


def reference(state, seat, rng):
    """Draw one assignment by brute force: shuffle all unseen cards over all places until the rules hold."""
    known, trumps = known_of_state(state, seat), state.rules.trumps[state.trump]
    unseen = mask_of(state.game.pack) & ~mask_of(known.hand) & ~mask_of(known.own_away)
    for cards in known.played:
        unseen &= ~cards
    cards = [card for card in state.game.pack if unseen >> card & 1]
    others = [other for other in range(state.game.players) if other != seat]
    while True:
        rng.shuffle(cards)
        at, hands, away = 0, {}, {}
        for other in others:
            hands[other] = mask_of(cards[at : at + known.hand_sizes[other]])
            at += known.hand_sizes[other]
            away[other] = mask_of(cards[at : at + known.away_sizes[other]])
            at += known.away_sizes[other]
        if all(lawful(known, trumps, other, hands[other], away[other]) for other in others):
            return hands, away


def lawful(known, trumps, seat, hand, away):
    kept = hand | known.played[seat]
    if hand & known.void[seat]:
        return False
    if away & trumps.mask and kept & ~trumps.mask:
        return False
    return not (away & trumps.protected and kept & ~trumps.protected)


def features(state, hands, away):
    """Return what is compared: for each other seat the trumps it holds and threw, and whether it has a spade."""
    trumps = state.rules.trumps[state.trump].mask
    return tuple(
        (seat, (hands[seat] & trumps).bit_count(), (away[seat] & trumps).bit_count(), bool(hands[seat] >> 39 & 8191))
        for seat in sorted(hands)
    )


def many_trumps(seed, played):
    """Reach a moment of a four-handed deal in which another seat has shown nothing but trumps."""
    game, rng = engines.make_game("smear-four-handed"), random.Random(seed)
    while True:
        state = game.new_state(rng.randbytes(16))
        while not state.deals_done and not (state.phase == 4 and len(state.winners) == played):
            state.apply(state.legal_actions()[int(rng.random() * len(state.legal_actions()))])
        if state.deals_done:
            continue
        known, trumps = known_of_state(state, 0), state.rules.trumps[state.trump].mask
        if any(known.played[seat] and not known.played[seat] & ~trumps for seat in (1, 2, 3)):
            return state


@pytest.mark.parametrize(("seed", "played"), [(1, 5), (2, 5), (3, 4)])
def test_hands_and_discards_are_as_likely_as_brute_force_says(seed, played):
    state = many_trumps(seed, played)
    rng, draws = random.Random(seed), 2500
    ours, theirs = Counter(), Counter()
    for _ in range(draws):
        sampled = state.sample(0, rng)
        away = discarded(sampled)
        others = list(range(1, 4))
        hands = {seat: sampled.hands[seat] for seat in others}
        ours[features(state, hands, {seat: mask_of(away[seat]) for seat in others})] += 1
        theirs[features(state, *reference(state, 0, rng))] += 1
    common = [found for found in ours | theirs if ours[found] + theirs[found] >= 20]
    chi_square = sum((ours[found] - theirs[found]) ** 2 / (ours[found] + theirs[found]) for found in common)
    assert abs(chi_square - len(common)) < 4.5 * sqrt(2 * len(common))
    assert sum(ours[found] for found in common) > draws / 2
