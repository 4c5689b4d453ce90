"""Samples of a Red Dog deal: the unseen cards dealt again, each deal that agrees with what a seat knows equally likely.

What a seat knows is what it observes: its own cards, those turned, removed and shown, and of a bettor who won that
none of his other cards lies between the card turned and the one he showed, which is his lowest that wins.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engines.core.cards import CARD_OF_TEXT, PACK_52, mask_of
from engines.core.history import Irregular
from engines.core.notation import parse_action
from engines.core.rng import Randomness
from engines.red_dog.actions import PASS, VERBS
from engines.red_dog.hands import BEATS, hand_size
from engines.red_dog.irregular import FACED, LONG, SHORT, mask_of_seats

if TYPE_CHECKING:
    from engines.red_dog.state import RedDogState

_UNKNOWN: Final = -1


class Known:
    """Hold what a seat knows of a deal: cards by their place in the deck, and what limits the others."""

    __slots__ = ("faced", "free", "guarded", "irregular", "moves", "places", "seat", "template", "unseen")

    def __init__(self, observation: Mapping[str, Any]) -> None:
        """Read it from the seat's observation."""
        self.seat = int(observation["seat"])
        #: The actions of the deal.
        self.moves: list[int] = []
        #: By place in the deck the card, or _UNKNOWN.
        self.template: list[int] = [_UNKNOWN] * len(PACK_52)
        #: Winners' hidden places, and as a mask the cards that cannot lie there.
        self.guarded: list[tuple[list[int], int]] = []
        #: Stock cards known to have lain face up, as indices of the stock.
        self.faced: list[int] = []
        seats = observation["dealt"]
        count = len(seats)
        end = count * hand_size(count)
        self.places: dict[int, list[int]] = {seat: list(range(at, end, count)) for at, seat in enumerate(seats)}
        if self.seat in self.places:
            self._lay(self.places[self.seat], observation["hand"])
        self._read_turns(observation, end)
        known = mask_of([card for card in self.template if card != _UNKNOWN])
        self.unseen: list[int] = [card for card in PACK_52 if not known >> card & 1]
        # Only cards still unseen can be dealt where they must not; the narrowest places are filled first.
        guarded = [(places, mask & ~known) for places, mask in self.guarded]
        self.guarded = sorted([guard for guard in guarded if guard[1]], key=_tightness)
        kept_apart = {place for places, _ in self.guarded for place in places}
        blanks = [place for place, card in enumerate(self.template) if card == _UNKNOWN]
        self.free: list[int] = [place for place in blanks if place not in kept_apart]
        marks = {LONG: observation["long"], SHORT: observation["short"], FACED: self.faced}
        self.irregular: Irregular | None = {name: tuple(values) for name, values in marks.items() if values} or None

    def _lay(self, places: list[int], cards: list[str]) -> None:
        for place, card in zip(places, cards, strict=False):
            self.template[place] = CARD_OF_TEXT[card]

    def _read_turns(self, observation: Mapping[str, Any], end: int) -> None:
        top, burn = end, bool(observation["options"]["burn_first"])
        for turn in observation["turns"]:
            action = parse_action(VERBS, turn["action"])
            self.moves.append(action)
            if action >= PASS:
                continue
            if burn:
                top, burn = top + 1, False
            self.faced += range(top - end, top - end + len(turn["removed"]))
            opened = [*turn["removed"], turn["turned"]]
            self._lay(list(range(top, top + len(opened))), opened)
            top += len(opened)
            if turn["seat"] != self.seat:
                places = self.places[turn["seat"]]
                self._lay(places, turn["shown"])
                if turn["won"]:
                    turned, shown = CARD_OF_TEXT[turn["turned"]], CARD_OF_TEXT[turn["shown"][0]]
                    self.guarded.append((places[1:], BEATS[turned] ^ BEATS[shown] ^ 1 << shown))


def _tightness(guard: tuple[list[int], int]) -> int:
    return -guard[1].bit_count()


def imagine(known: Known, rng: Randomness) -> list[int]:
    """Deal the unseen cards to the unknown places: a deck, drawn again until no card lies where it cannot."""
    deck = known.template.copy()
    cards = known.unseen.copy()
    left = _deal_guarded(known, deck, cards, rng)
    while left < 0:
        left = _deal_guarded(known, deck, cards, rng)
    for place in known.free:
        at = int(rng.random() * left)
        left -= 1
        deck[place] = cards[at]
        cards[at] = cards[left]
    return deck


def _deal_guarded(known: Known, deck: list[int], cards: list[int], rng: Randomness) -> int:
    """Deal the winners' hidden cards; return how many are left, -1 for a try that failed.

    Cards dealt change places with the last ones left, so that after a failure `cards` still holds them all.
    """
    left = len(cards)
    for places, forbidden in known.guarded:
        for place in places:
            at = int(rng.random() * left)
            card = cards[at]
            if forbidden >> card & 1:
                return -1
            left -= 1
            deck[place] = card
            cards[at] = cards[left]
            cards[left] = card
    return left


def replay(state: "RedDogState", observation: Mapping[str, Any], rng: Randomness) -> None:
    """Bring a new state to where the seat sees the game, all that it does not know drawn at random."""
    if observation["dealer"] is not None:
        known, deal = Known(observation), observation["deal"]
        state.deals_done = state.first_deal = deal
        state.totals = list(observation["totals_before"])
        state.pool = observation["pool_before"]
        state.set_out([(out["deal"], mask_of_seats(out["seats"])) for out in observation["out"] if out["deal"] < deal])
        last_winner = observation["last_winner"]
        state.last_winner = -1 if last_winner is None else last_winner
        state._play_imagined(observation["dealer"], imagine(known, rng), known.irregular, known.moves)
    state._go_on_imagined(rng)
