"""Do once, in the zygote, what nearly every bot does: its forks find the kit's code warm, and write to fewer pages.

Python counts in the code that runs for the first times, and each page that a fork writes to is copied for it.
"""

import json

# Python specialises a function after eight calls, and an instruction after some more.
TIMES = 40
# Of Python's allocator of small objects: it keeps pools of one size each, whose first object lies behind a header.
POOL = 16 * 1024
HEADER = 48
LARGEST = 512
STEP = 16
BYTES_HEADER = 33
# More than there are gaps of one size, by far.
MOST_FILLERS = 20_000

_fillers: "list[object]" = []


def rehearse() -> None:
    """Play conversations with a bot of the kit that lives in memory."""
    from fairdeal_bot import Bot, Request, random_action
    from fairdeal_bot.loop import serve

    class Rehearsed(Bot):
        def act(self, request: Request) -> str:
            if request.n % 2:
                return random_action(request.legal, self.rng)
            return str(request.legal[len(request.events) % len(request.observation["hand"])])

    clock = {"bank_ms": 10000.0, "last_ms": 0.2}
    start = {"type": "start", "protocol": 1, "game": "", "players": 2, "seat": 1, "options": {}, "rng": "1f"}
    act = {"type": "act", "n": 0, "legal": ["pass", "bet 1..3"], "observation": {"hand": ["TH"], "trick": [[0, "9C"]]}}
    lines = [start | {"clock": {"move_ms": 100, "bank_ms": 10000}}]
    lines += [act | {"n": n, "events": [{"type": "play", "seat": 0, "card": "9C"}], "clock": clock} for n in range(4)]
    lines += [{"type": "end", "places": [1], "totals": [1], "payouts": [1.0], "events": []}]
    conversation = [json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines]
    for _ in range(TIMES):
        serve(Rehearsed, conversation, len)


def fill_gaps() -> None:
    """Fill the free places between objects that live on, so that forks put what they make on pages of their own.

    Otherwise a small object made in a fork costs the copy of a page, and the next, of another size, that of another.
    """
    for size in range(STEP, LARGEST + 1, STEP):
        for _ in range(MOST_FILLERS):
            filler = _made(size)
            _fillers.append(filler)
            if id(filler) % POOL == HEADER:
                break  # it begins a pool: the ones before are full


def _made(size: int) -> object:
    """Make an object for which Python takes a place of so many bytes."""
    if size == STEP:
        return object()
    if size == 2 * STEP:
        return 1 << 29 | len(_fillers)
    return bytes(size - BYTES_HEADER)
