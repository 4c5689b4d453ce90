"""Fill the log."""

from fairdeal_bot import Bot, run


class Flood(Bot):
    def act(self, request):
        while True:
            print("thinking " * 1000)


run(Flood)
