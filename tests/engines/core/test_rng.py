"""The random stream: pinned decks, no bias, and nothing but seed and deal number."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from engines.core.cards import CARD_TEXT, PACK_52, texts
from engines.core.errors import BadSeed
from engines.core.rng import Stream, deck_of, first_dealer_of, seed_bytes, seed_from_text

SEED = "000102030405060708090a0b0c0d0e0f"
GOLDEN_DECK_0 = (
    "8D AS JC TS 2C 9S 6C JH 3H KS 5D 5H 3C KC AC JS 8C QH 7H TC 7C 9D 5S 5C QD 6H "
    "JD 7S 6S 3S TH TD 8S 4D 8H 3D QC QS 2S KD KH AH 2H 4S 4H 2D 9C 9H 6D AD 4C 7D"
)
GOLDEN_DECK_1 = (
    "5C TC 5D KS 6H TS 4C 4D JH 5S 8D 3S AD 6D KC KH AH JC 4H 9S 7D 2C QC JD KD 8S "
    "QH 2D 7H 3D JS 7S 7C AC QS 5H 8C 9C 3H 9D 4S TH 2S 8H AS 9H TD 2H 6S 6C 3C QD"
)
GOLDEN_DECK_JOKERS = (
    "9D TD KH 6D 5S TC 2C BJ 8C 7S 6C 9S KS JH 3C AC 2D LJ JS KC 9H JC 7C JD 4H 5C 3S "
    "8H KD 6H 7H 8S QH QD TS 5D QS 4D QC AS 4S AD AH 2S 3H 6S 5H 3D 9C TH 7D 2H 4C 8D"
)
GOLDEN_DEALERS = [1, 1, 3, 3, 5, 5, 7, 5, 5]


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


class Reference:
    """Draw decks and dealers as the stream's definition says, slowly, and with nothing of the engine's own.

    The stream is the bytes of SHAKE-256 over ``version|purpose|index|SEED|block``, 136 of each block in turn. A deck
    takes a 16-bit word for each swap, from the last card down, and then words for those that were refused: a word is
    good for a draw below n unless word x n leaves a remainder below 2**16 mod n.
    """

    def __init__(self, purpose: str, index: int) -> None:
        start = f"fairdeal-shake256-2|{purpose}|{index}|".encode() + bytes.fromhex(SEED) + b"|"
        blocks = [hashlib.shake_256(start + bytes(7) + bytes([block])).digest(136) for block in range(4)]
        self.data = list(b"".join(blocks))
        self.refused = 0

    def deck(self, pack):
        words = [256 * high + low for high, low in zip(self.data[::2], self.data[1::2], strict=True)]
        order, swaps = list(pack), len(pack) - 1
        again = iter(words[swaps:])
        for last, word in zip(range(swaps, 0, -1), words[:swaps], strict=True):
            while word * (last + 1) % 2**16 < 2**16 % (last + 1):
                word = next(again)  # noqa: PLW2901
                self.refused += 1
            other = word * (last + 1) // 2**16
            order[last], order[other] = order[other], order[last]
        return order

    def below(self, limit):
        bits = (limit - 1).bit_length()
        return next(value for value in (byte % 2**bits for byte in self.data) if value < limit)


def test_golden_decks():
    """Pin the stream: a change of these decks is a change of every game ever dealt, and needs a new stream version."""
    assert " ".join(texts(deck_of(SEED, 0, PACK_52))) == GOLDEN_DECK_0
    assert " ".join(texts(deck_of(SEED, 1, PACK_52))) == GOLDEN_DECK_1
    assert " ".join(texts(deck_of(SEED, 0, range(54)))) == GOLDEN_DECK_JOKERS
    assert [first_dealer_of(SEED, players) for players in range(2, 11)] == GOLDEN_DEALERS


def test_the_golden_decks_are_those_of_the_definition():
    assert " ".join(texts(Reference("deck", 0).deck(PACK_52))) == GOLDEN_DECK_0
    assert " ".join(texts(Reference("deck", 1).deck(PACK_52))) == GOLDEN_DECK_1
    assert " ".join(texts(Reference("deck", 0).deck(range(54)))) == GOLDEN_DECK_JOKERS
    assert [Reference("first-dealer", 0).below(players) for players in range(2, 11)] == GOLDEN_DEALERS


@pytest.mark.parametrize("pack", [range(24), PACK_52, range(54)], ids=len)
def test_decks_are_those_of_the_definition_also_after_words_are_refused(pack):
    refused = 0
    for deal in range(400):
        reference = Reference("deck", deal)
        assert deck_of(SEED, deal, pack) == reference.deck(pack)
        refused += reference.refused
    assert refused > 0


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
