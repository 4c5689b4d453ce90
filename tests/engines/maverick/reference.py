"""Maverick once more, slow and on texts, straight from the rules page: what the engine is compared with."""

RANKS = "23456789TJQKA"


def is_joker(card):
    return card in ("BJ", "LJ")


def suits_turned(first, second, options):
    """Return trumps and adder; None: the deal is void."""
    fallback = ("S", "D")
    if is_joker(first) or is_joker(second) or first[1] == second[1]:
        return fallback
    if first[0] == second[0]:
        return {"fallback": fallback, "first_turned": (first[1], second[1]), "redeal": None}[options["equal_rank"]]
    return tuple(card[1] for card in sorted((first, second), key=lambda card: -RANKS.index(card[0])))


class Deal:
    """Follow one deal of a record."""

    def __init__(self, record, options):
        self.options = options
        self.dealer = record["dealer"]
        deck = record["deck"].split()
        self.suits = suits_turned(deck[52], deck[53], options)
        seats = [(self.dealer + 1 + place) % 4 for place in range(4)]
        self.hands = {seat: set(deck[place:52:4]) for place, seat in enumerate(seats)}
        self.bids = [None, None]  # by side: (seat, bid)
        self.table = []
        self.tricks = []  # (winner, cards)
        self.revokes = [0, 0]
        given = []
        for text in record["actions"]:
            seat, verb, *card = text.split()
            seat = int(seat)
            if verb == "give":
                given.append((seat, card[0]))
                self.hands[seat].remove(card[0])
                if len(given) == 8:
                    for giver, passed in given:
                        self.hands[(giver + 1) % 4].add(passed)
            elif verb == "play":
                assert card[0] in self.legal(seat)
                self.play(seat, card[0])
            elif verb != "pass":
                assert self.bids[seat % 2] is None
                self.bids[seat % 2] = (seat, verb)

    def suit(self, card):
        """Return the suit a card belongs to; None for a joker of no suit."""
        if is_joker(card):
            return self.suits[0] if self.options["joker_suit"] == "trump" else None
        return card[1]

    def legal(self, seat):
        """Return the cards that may be played."""
        hand = self.hands[seat]
        led = self.suit(self.table[0][1]) if self.table else None
        if led is None:
            return hand
        following = {card for card in hand if self.suit(card) == led}
        free = {card for card in hand if self.suit(card) is None}
        if following:
            return hand if self.options["revoke"] == "priced" else following | free
        trumps = {card for card in hand if self.suit(card) == self.suits[0]}
        if trumps and self.options["void"] == "must_trump":
            return trumps | free
        return hand

    def play(self, seat, card):
        hand = self.hands[seat]
        if self.table:
            led = self.suit(self.table[0][1])
            could = led is not None and any(self.suit(held) == led for held in hand)
            if could and self.suit(card) not in (led, None):
                self.revokes[seat % 2] += 1
        hand.remove(card)
        self.table.append((seat, card))
        if len(self.table) == 4:
            self.tricks.append((max(self.table, key=self.strength)[0], [card for _, card in self.table]))
            self.table = []

    def strength(self, played):
        """Order the cards of the trick on the table."""
        card = played[1]
        if is_joker(card):
            return (3, card == "BJ")
        if card[1] == self.suits[0]:
            return (2, RANKS.index(card[0]))
        return (1 if card[1] == self.suit(self.table[0][1]) else 0, RANKS.index(card[0]))

    def trick_score(self, cards):
        adders = sum(card[1] == self.suits[1] and not is_joker(card) for card in cards)
        if adders:
            return adders + (self.options["adder"] == "1+n")
        counts = self.options["joker_counts_as_trump"]
        trumps = sum(counts if is_joker(card) else card[1] == self.suits[0] for card in cards)
        return {0: 1, 4: -4}.get(trumps, -1)

    def scores(self):
        """Return what each side scores for the deal."""
        raw = [sum(self.trick_score(cards) for winner, cards in self.tricks if winner % 2 == side) for side in (0, 1)]
        return [self.bid_score(side, raw) - 4 * self.revokes[side] for side in (0, 1)]

    def bid_score(self, side, raw):
        if self.bids[side] is None:
            return raw[side]
        seat, bid = self.bids[side]
        own = [cards for winner, cards in self.tricks if winner % 2 == side]
        if bid == "blind":
            made = raw[side] > raw[1 - side]
        elif bid == "chic":
            books = [cards for cards in own if all(card[1] == self.suits[1] and not is_joker(card) for card in cards)]
            made = len(books) == 3
        elif self.options["nil_subject"] == "both":
            made = not own
        else:
            made = all(winner != seat for winner, _ in self.tricks)
        if made:
            if bid == "nil":
                return raw[side] * 3 if raw[side] > 0 else 1
            return raw[side] * 2
        price = {"blind": -3, "nil": -1, "chic": 0}[bid]
        return price if self.options["failed_bid"] == "replace" else raw[side] + price
