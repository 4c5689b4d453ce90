"""Random: any legal action, all equally likely."""

from fairdeal_bot import Bot, random_action, run


class Random(Bot):
    def act(self, request):
        return random_action(request.legal, self.rng)


if __name__ == "__main__":
    run(Random)
