"""My first bot: copy this file, change act, upload it."""

from fairdeal_bot import Bot, random_action, run


class MyBot(Bot):
    def act(self, request):
        print("I may", request.legal)  # print goes to the log that you alone can read
        return random_action(request.legal, self.rng)


if __name__ == "__main__":
    run(MyBot)
