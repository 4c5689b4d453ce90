"""Rules: plays by rules of thumb, those of the game at hand."""

from fairdeal_bot import Bot, run
from smear import SmearPlayer
from thirty_one import ThirtyOnePlayer


class Rules(Bot):
    def start(self, start):
        self.player = ThirtyOnePlayer() if self.game == "thirty-one" else SmearPlayer()

    def act(self, request):
        return self.player.choose(request)


if __name__ == "__main__":
    run(Rules)
