"""Variant: the rules of thumb of Thirty-One, with the parameters that lie beside it in its bundle."""

import json
from pathlib import Path

from fairdeal_bot import Bot, run
from thirty_one import ThirtyOnePlayer

PARAMETERS = json.loads(Path(__file__).with_name("parameters.json").read_text())


class Variant(Bot):
    def start(self, start):
        self.player = ThirtyOnePlayer(**PARAMETERS)

    def act(self, request):
        return self.player.choose(request)


if __name__ == "__main__":
    run(Variant)
