"""Crash when asked."""

from fairdeal_bot import Bot, run


class Crasher(Bot):
    def act(self, request):
        raise RuntimeError("did not think of this hand")


run(Crasher)
