"""Red Dog by exact odds: count the cards that can still be turned, and bet the share of the chips that grows them most.

- Every card that has been turned, shown or laid away is known for good; the next card is any other with equal chance.
- The bet is won if a card of its suit in the hand is higher. It pays its own size, so with a chance p the chips grow
  fastest when 2p - 1 of them are bet each time (J. L. Kelly, "A new interpretation of information rate", 1956).
- Where that is nothing, the least bet and the fee of a pass are weighed against each other: a bet of 1 at poor odds may
  be cheaper than the fee.
"""

from fairdeal_bot import Bot, run
from fairdeal_bot.cards import of_suit, rank, suit, unseen
from fairdeal_bot.observations import red_dog


class RedDog(Bot):
    def act(self, request):
        seen = red_dog(request)
        bets = next((action for action in request.legal if action.startswith("bet ")), None)
        if bets is None:
            return request.legal[0]  # dead hands have nothing to choose
        if "fold" in request.legal:
            return "fold"  # a hand that is short of cards, without a loss
        least, _, most = bets[4:].partition("..")
        least, most = int(least), int(most or least)
        edge = 2 * self.chance(seen) - 1
        wanted = int(edge * seen["totals"][self.seat])
        if wanted < least:
            fee = min(seen["options"]["pass_fee"], seen["totals"][self.seat])
            if "pass" in request.legal and -fee >= edge * least:
                return "pass"
        return f"bet {max(least, min(most, wanted))}"

    def chance(self, seen):
        """Return the probability that a card of the hand beats the next card of the stock."""
        open_cards = []
        for turn in seen["turns"]:
            open_cards += [*turn["removed"], *turn["shown"], *([turn["turned"]] if turn["turned"] else [])]
        left = unseen(seen["hand"], open_cards)
        best = {card[1]: rank(of_suit(seen["hand"], suit(card))[0]) for card in seen["hand"]}
        return sum(rank(card) < best.get(suit(card), 0) for card in left) / len(left)


if __name__ == "__main__":
    run(RedDog)
