"""Computes in a thread while it is not asked."""

import sys
import threading
import time

from fairdeal_bot import Bot, random_action, run
from kit import attempt, Refused

between = []


def spin():
    while True:
        pass


def others_time():
    cpu, wall = (sum(column) for column in zip(*between))
    if cpu < 0.5 * wall:
        raise Refused(f"{cpu:.3f} s of {wall:.3f} s")


class Ponderer(Bot):
    left_at = None

    def start(self, start):
        threading.Thread(target=spin, daemon=True).start()

    def act(self, request):
        now = time.process_time(), time.monotonic()
        if self.left_at:
            between.append([a - b for a, b in zip(now, self.left_at)])
        if len(between) == 3:
            attempt(others_time)
        answer = random_action(request.legal, self.rng)
        self.left_at = time.process_time(), time.monotonic()
        return answer


run(Ponderer)


attack(others_time)
