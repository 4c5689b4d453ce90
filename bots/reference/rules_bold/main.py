"""Rules-bold: the same rules of thumb, with higher bids and earlier knocks."""

from fairdeal_bot import Bot, run
from smear import SmearPlayer
from thirty_one import ThirtyOnePlayer


class RulesBold(Bot):
    def start(self, start):
        self.player = ThirtyOnePlayer(boldness=3.0) if self.game == "thirty-one" else SmearPlayer(bid_bias=0.6)

    def act(self, request):
        return self.player.choose(request)


if __name__ == "__main__":
    run(RulesBold)
