"""The random stream: pinned decks, no bias, and nothing but seed and deal number."""

from collections import Counter
from itertools import permutations

import pytest

from engines.core.cards import CARD_TEXT, PACK_52, texts
from engines.core.errors import BadSeed
from engines.core.rng import Stream, deck_of, first_dealer_of, seed_bytes, seed_from_text

SEED = "000102030405060708090a0b0c0d0e0f"
GOLDEN_DECK_0 = (
    "JH 6D 3D 6H AH 4S 4H 3C 8H 2C 7S KS 7D 4D KC 8S QC 6S QD 5H 2D 7C AS TC QH TD "
    "2H 5S KD 3H 7H JC 2S QS 5C TH 3S 8C 9H 9S KH 6C JD 4C 5D AC TS AD 9D JS 8D 9C"
)
GOLDEN_DECK_1 = (
    "JS KD 3D AD JD JC 3C 9S QC AC 6C 9H KS 5D 4D QD 2D 8D 8C JH 5H 9D TD 2S 9C KC "
    "4S TS 3H 5S 6D 5C 7D TC 8H TH 6S KH 2C 7S QH AS QS AH 7C 4H 2H 7H 6H 8S 3S 4C"
)
GOLDEN_DECK_JOKERS = (
    "JH 6D 3D 8H QH 5S 2S 3C 7H 2C 9S BJ 7D 4D KC TS QC 8S 6H 5H 2D 7C LJ QD TC 4S TD "
    "4H 2H 6S KD 3H JC 3S KS 5C TH AH 8C 9H AS KH 6C JD 7S 4C 5D AC QS AD 9D JS 8D 9C"
)
GOLDEN_DEALERS = [0, 0, 0, 4, 4, 4, 4, 1, 1]


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def test_golden_decks():
    """Pin the stream: a change of these decks is a change of every game ever dealt, and needs a new stream version."""
    assert " ".join(texts(deck_of(SEED, 0, PACK_52))) == GOLDEN_DECK_0
    assert " ".join(texts(deck_of(SEED, 1, PACK_52))) == GOLDEN_DECK_1
    assert " ".join(texts(deck_of(SEED, 0, range(54)))) == GOLDEN_DECK_JOKERS
    assert [first_dealer_of(SEED, players) for players in range(2, 11)] == GOLDEN_DEALERS


def test_a_deck_is_a_permutation_and_depends_on_seed_and_deal_alone():
    decks = [tuple(deck_of(SEED, deal, PACK_52)) for deal in range(50)]
    assert all(sorted(deck) == list(PACK_52) for deck in decks)
    assert len(set(decks)) == 50
    assert deck_of(bytes.fromhex(SEED), 7, PACK_52) == list(decks[7])
    assert deck_of("ff" + SEED[2:], 7, PACK_52) != list(decks[7])


def test_the_shuffle_of_four_is_unbiased():
    rounds = 12_000
    counts = Counter(tuple(Stream(SEED, "test", index).shuffled("abcd")) for index in range(rounds))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts.values(), rounds / 24) < 49.7  # 23 degrees of freedom, 1 in 1000


def test_every_card_comes_to_every_place_equally_often():
    rounds = 5200
    table = [[0] * 52 for _ in range(52)]
    for deal in range(rounds):
        for place, card in enumerate(deck_of(SEED, deal, PACK_52)):
            table[place][card] += 1
    statistic = sum(chi_square(row, rounds / 52) for row in table)
    assert statistic == pytest.approx(51 * 51, abs=4 * (2 * 51 * 51) ** 0.5)


@pytest.mark.parametrize("limit", [3, 5, 52, 257, 1000])
def test_below_is_uniform(limit):
    stream = Stream(SEED, "test")
    rounds = 60 * limit
    counts = Counter(stream.below(limit) for _ in range(rounds))
    assert set(counts) <= set(range(limit))
    degrees = limit - 1
    assert chi_square([counts[n] for n in range(limit)], 60) < degrees + 4 * (2 * degrees) ** 0.5 + 8


def test_below_one_takes_nothing_and_zero_is_refused():
    assert Stream(SEED, "test").below(1) == 0
    with pytest.raises(ValueError, match="at least 1"):
        Stream(SEED, "test").below(0)


@pytest.mark.parametrize("seed", ["", "00" * 15, "xyz", "0" * 31, b"short"])
def test_weak_or_unreadable_seeds_are_refused(seed):
    with pytest.raises(BadSeed):
        seed_bytes(seed)


def test_any_text_makes_a_seed_and_hex_stays_what_it_is():
    assert seed_from_text(SEED) == SEED
    assert len(seed_bytes(seed_from_text("Tuesday"))) == 32
    assert seed_from_text("Tuesday") != seed_from_text("Wednesday")


def test_card_texts():
    assert CARD_TEXT[:3] == ("2C", "3C", "4C")
    assert CARD_TEXT[51:] == ("AS", "BJ", "LJ")
