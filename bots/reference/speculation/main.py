"""Speculation by the odds of a higher trump: what the pool is worth to the owner of the highest, and to each card.

Let `down` be the face-down cards that will still be turned (all but the owner's, who does not turn), `hidden` all cards
that nobody has seen, and `better` the trumps among these above the highest face up. None of `down` cards is better with
the chance C(hidden - better, down) / C(hidden, down). So

- owning the highest trump is worth that chance of the pool;
- the rest of the pool belongs to the face-down cards that may be turned, the same to each.

Buy below, sell above; who owns the trump asks for what he loses, less what his own cards are worth again.
"""

from math import comb

from fairdeal_bot import Bot, run
from fairdeal_bot.cards import of_suit, rank, unseen
from fairdeal_bot.observations import speculation

# What a price must leave: the odds are exact, what others will trade for the same cards is not.
MARGIN = 0.1


class Speculation(Bot):
    def act(self, request):
        self.seen = speculation(request)
        legal = request.legal
        if "sell" in legal:
            return self.sell()
        if "accept" in legal:
            return self.answer()
        if any(action.startswith("bid ") for action in legal):
            return self.bid(next(action for action in legal if action.startswith("bid ")), legal)
        offers = [action for action in legal if action.startswith("offer ")]
        return self.offer(offers) or "pass"

    # What things are worth.

    def holds(self, owner):
        """Return the chance that nobody turns a higher trump, if this seat owns the highest."""
        seen = self.seen
        down = sum(len(cards) for seat, cards in enumerate(seen["face_down"]) if seat != owner)
        hidden = unseen(*seen["face_up"], [turn["card"] for turn in seen["turned"]])
        highest = rank(seen["highest"]) if seen["highest"] else 0
        better = sum(rank(card) > highest for card in of_suit(hidden, seen["trump"]))
        return comb(len(hidden) - better, down) / comb(len(hidden), down)

    def a_card(self, owner):
        """Return what one face-down card is worth to a seat that is not the owner."""
        down = sum(len(cards) for seat, cards in enumerate(self.seen["face_down"]) if seat != owner)
        return self.seen["pool"] * (1 - self.holds(owner)) / down if down else 0.0

    def place(self, seat, owner):
        """Return what a seat can expect of the pool, if `owner` has the highest trump."""
        if seat == owner:
            return self.seen["pool"] * self.holds(owner)
        return len(self.seen["face_down"][seat]) * self.a_card(owner)

    # What is done about it.

    def bid(self, bids, legal):
        """Bid the least that is allowed, up to what owning the trump is worth more than leaving it."""
        owner, me = self.seen["owner"], self.seat
        # Left alone, it stays where it is or goes to whoever has bid already.
        rival = owner if self.seen["bidder"] is None else self.seen["bidder"]
        worth = (1 - MARGIN) * (self.place(me, me) - self.place(me, rival))
        least, _, most = bids[4:].partition("..")
        least, most = int(least), int(most or least)
        if worth < least and "pass" in legal:
            return "pass"
        if self.seen["options"]["auction"] == "sealed":
            return f"bid {max(least, min(most, int(worth * 0.7)))}"  # nobody hears it: something must be left
        return f"bid {least}"

    def sell(self):
        buyer, me = self.seen["bidder"], self.seat
        gain = self.seen["bid"] + self.place(me, buyer) - self.place(me, me)
        return "sell" if gain > MARGIN * self.seen["bid"] else "keep"

    def answer(self):
        offer = self.seen["offer"]
        if self.seat == self.seen["owner"]:
            return "accept"  # the owner's cards are not turned: whatever is paid for them is found money
        worth = offer["count"] * self.a_card(self.seen["owner"])
        return "accept" if offer["price"] > (1 + MARGIN) * worth else "refuse"

    def offer(self, offers):
        """Offer for the card that is turned next: less than it is worth."""
        turner = self.seen["to_turn"]
        price = int((1 - 2 * MARGIN) * self.a_card(self.seen["owner"])) if self.seat != self.seen["owner"] else 0
        for action in offers:
            _, seat, count, prices = action.split()
            low, _, high = prices.partition("..")
            lowest, _, _ = count.partition("..")
            if int(seat) == turner != self.seat and int(lowest) == 1 and int(low) <= price <= int(high or low):
                return f"offer {seat} 1 {price}"
        return None


if __name__ == "__main__":
    run(Speculation)
