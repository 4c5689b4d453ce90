"""Play what nobody may play."""

from fairdeal_bot import Bot, run


class Illegal(Bot):
    def act(self, request):
        return "castle kingside"


run(Illegal)
