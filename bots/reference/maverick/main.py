"""Maverick by rules of thumb: pass trumps on, count the adders, and know what a revoke costs.

A trick counts its adders for the side that takes it; without any it counts 1, but -1 (or -4 for four of them) if there
are trumps in it. So the same card can be worth having or being rid of, and a trick must be weighed before it is won:

- Trumps win tricks and spoil them; the two cards for the left neighbour are low trumps, else low cards.
- For each card the chance is guessed that the own side takes the trick, from the cards that nobody has seen; the trick
  is worth what lies in it and what the others are likely to add.
- Not following suit is allowed and costs 4 points: it is done only for more than that.
- High trumps and the adder's ace are dear: they are kept for tricks that pay.
"""

from fairdeal_bot import Bot, run
from fairdeal_bot.cards import of_suit, rank, suit, unseen
from fairdeal_bot.observations import maverick
from fairdeal_bot.tricks import Trumps, played

REVOKE = 4.0
# What an unseen card of another player adds to a trick, as a share of the adders that are out.
ADDED = 0.8
# What it is worth to keep a card, in points, by what it can take later.
KEEP = 0.35


class Maverick(Bot):
    def act(self, request):
        legal = request.legal
        if len(legal) == 1:
            return legal[0]
        verb = legal[0].split()[0]
        if verb == "give":
            return self.give(maverick(request), legal)
        if verb != "play":
            return self.call(maverick(request), legal)
        self.look(maverick(request))
        return max(legal, key=lambda action: self.worth(action.split()[1]))

    def give(self, seen, legal):
        """Give low trumps, then low cards that are neither adders nor high."""
        trumps = Trumps(seen)
        cards = [action.split()[1] for action in legal]
        return "give " + min(
            cards, key=lambda card: (not trumps.is_trump(card), suit(card) == seen["adder"], trumps.strength(card))
        )

    def call(self, seen, legal):
        """Bid nil on a hand that can hardly take a trick; nothing else is likely enough."""
        if "nil" in legal:
            trumps = Trumps(seen)
            if not any(trumps.is_trump(card) or rank(card) > 9 for card in seen["hand"]):
                return "nil"
        return "pass"

    def look(self, seen):
        """Work out what all choices have in common."""
        self.seen, self.trumps = seen, Trumps(seen)
        self.hidden = unseen(seen["hand"], played(seen), seen["turn_up"], jokers=2)
        self.adders_out = len(of_suit(self.hidden, seen["adder"]))

    def worth(self, card):
        """Say what playing a card is worth, in points."""
        seen, trumps = self.seen, self.trumps
        trick = [*seen["trick"], [self.seat, card]]
        chance = self.chance(trick)
        worth = (2 * chance - 1) * self.value(trick) - KEEP * self.dear(card)
        if seen["trick"]:
            led = trumps.suit_of(seen["trick"][0][1])
            could_follow = any(trumps.suit_of(other) == led for other in seen["hand"])
            if led and could_follow and trumps.suit_of(card) != led:
                worth -= REVOKE
        return worth

    def value(self, trick):
        """Return what the trick counts for who takes it, with what is likely to be added."""
        cards = [card for _seat, card in trick]
        adder = self.seen["adder"]
        adders = sum(card[1] == adder and not self.trumps.is_trump(card) for card in cards)
        to_come = 4 - len(trick)
        led_adder = suit(cards[0]) == adder and not self.trumps.is_trump(cards[0])
        if led_adder:
            adders += to_come * min(1.0, self.adders_out / 6) * ADDED
        if adders:
            return adders + (self.seen["options"]["adder"] == "1+n")
        trumps = sum(self.trumps.is_trump(card) for card in cards)
        return -1.0 if trumps else 1.0

    def chance(self, trick):
        """Return the probability that the own side takes the trick."""
        best = self.trumps.best_card(trick)
        ours = (self.trumps.winner(trick) - self.seat) % 2 == 0
        led = self.trumps.suit_of(trick[0][1])
        follow = [card for card in self.hidden if self.trumps.suit_of(card) == led]
        over = [card for card in follow if self.trumps.beats(card, best)]
        ruff = [card for card in self.hidden if card not in over and self.trumps.beats(card, best)]
        won = 1.0 if ours else 0.0
        for place in range(len(trick), 4):
            seat = (trick[0][0] + place) % 4
            held = min(1.0, (13 - len(self.seen["tricks"])) / max(1, len(self.hidden)))
            void = (1 - held) ** len(follow)
            takes = (1 - (1 - held) ** len(over)) + void * (1 - (1 - held) ** len(ruff)) * 0.5
            won = won + (1 - won) * takes * 0.7 if (seat - self.seat) % 2 == 0 else won * (1 - takes)
        return won

    def dear(self, card):
        """Return what a card could still do if it were kept."""
        if len(self.seen["hand"]) == 1:
            return 0.0
        if self.trumps.is_trump(card):
            return 1.0 + 0.05 * (self.trumps.strength(card) - 74)
        return (rank(card) - 2) / 12 * (1.6 if suit(card) == self.seen["adder"] else 0.7)


if __name__ == "__main__":
    run(Maverick)
