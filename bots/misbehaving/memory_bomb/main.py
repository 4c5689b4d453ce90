"""Take all the memory."""

from fairdeal_bot import Bot, run


class Bomb(Bot):
    def act(self, request):
        kept = []
        while True:
            kept.append(bytearray(8 * 1024 * 1024))


run(Bomb)
