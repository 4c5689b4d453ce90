"""Leave in the middle of the game."""

import sys

from fairdeal_bot import Bot, run


class Leaver(Bot):
    def act(self, request):
        sys.exit(0)


run(Leaver)
