"""Talk with the referee: read a line, ask the bot, answer a line."""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any, BinaryIO

from fairdeal_bot.bot import Bot
from fairdeal_bot.messages import Request, end_from, request_from, start_from

PROTOCOL = 1
_text = json.JSONEncoder().encode


def run(bot_class: type[Bot]) -> None:
    """Play one game with a bot of this class, over standard input and output, then return."""
    serve(bot_class, sys.stdin.buffer, _take_stdout())


def serve(bot_class: type[Bot], requests: BinaryIO, answers: BinaryIO) -> None:
    """Play one game over two binary streams: requests are read from one, answers written to the other, unbuffered."""
    bot: Bot | None = None
    for line in requests:
        request = request_from(line)
        if request is not None and bot is not None:
            answers.write(_answer(bot, request))
            continue
        message = json.loads(line)
        kind = message.get("type")
        if kind == "start":
            bot = _start(bot_class, message)
            answers.write(b'{"type":"ready"}\n')
        elif bot is None:
            raise RuntimeError(f"the first message must be a start, not {kind!r}")
        elif kind == "act":
            answers.write(_answer(bot, Request(message)))
        elif kind == "end":
            bot.end(end_from(message))
            return


def _answer(bot: Bot, request: Request) -> bytes:
    action = bot.act(request)
    if not isinstance(action, str):
        raise TypeError(f"act must return a string such as {request.legal[0]!r}, not {action!r}")
    return b'{"n":%d,"action":%s}\n' % (request.n, _text(action).encode())


def _start(bot_class: type[Bot], message: dict[str, Any]) -> Bot:
    start = start_from(message)
    if start.protocol != PROTOCOL:
        raise RuntimeError(f"this kit speaks protocol {PROTOCOL}, the referee {start.protocol}")
    # The module's own functions too, so that `random.choice(...)` in a bot repeats as well.
    random.seed(int(start.rng, 16))
    bot = bot_class(start)
    bot.start(start)
    return bot


def _take_stdout() -> BinaryIO:
    """Keep standard output for answers alone: from now on print() goes to standard error, the author's log."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return answers
