"""Think too long, every time."""

import time

from fairdeal_bot import Bot, random_action, run


class Slow(Bot):
    def act(self, request):
        end = time.process_time() + 0.25
        while time.process_time() < end:
            pass
        return random_action(request.legal, self.rng)


run(Slow)
