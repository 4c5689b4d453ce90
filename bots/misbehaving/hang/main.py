"""Never answer."""

import time

from fairdeal_bot import Bot, run


class Hanger(Bot):
    def act(self, request):
        time.sleep(3600)
        return request.legal[0]


run(Hanger)
