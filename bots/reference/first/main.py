"""First: the first legal action, with the least number where there is a range."""

from fairdeal_bot import Bot, run


class First(Bot):
    def act(self, request):
        return " ".join(word.split("..")[0] for word in request.legal[0].split())


if __name__ == "__main__":
    run(First)
