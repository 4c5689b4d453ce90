"""Talk with the referee: read a line, ask the bot, answer a line."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from json.encoder import encode_basestring_ascii as _text
from typing import Any

from fairdeal_bot.bot import Bot
from fairdeal_bot.messages import Request, end_from, request_from, start_from

PROTOCOL = 1
_CHUNK = 16 * 1024


def run(bot_class: type[Bot]) -> None:
    """Play one game with a bot of this class, over standard input and output, then return."""
    serve(bot_class, _lines(sys.stdin.fileno()), _take_stdout())


def serve(bot_class: type[Bot], requests: Iterable[bytes], answer: Callable[[bytes], object]) -> None:
    """Play one game: lines are taken from `requests`, and `answer` is called with the line that answers each."""
    bot: Bot | None = None
    for line in requests:
        request = request_from(line)
        if request is not None and bot is not None:
            answer(_answer(bot, request))
            continue
        message = json.loads(line)
        kind = message.get("type")
        if kind == "start":
            bot = _start(bot_class, message)
            answer(b'{"type":"ready"}\n')
        elif bot is None:
            raise RuntimeError(f"the first message must be a start, not {kind!r}")
        elif kind == "act":
            answer(_answer(bot, Request(message["n"], message["legal"], message)))
        elif kind == "end":
            bot.end(end_from(message))
            return


def _lines(descriptor: int) -> Iterator[bytes]:
    """Read line after line; without the layers of a file object, which take longer than many a choice."""
    begun = b""
    while part := os.read(descriptor, _CHUNK):
        if part.find(b"\n") < len(part) - 1 or begun:
            *lines, begun = (begun + part).split(b"\n")
            yield from lines
        else:
            yield part
    if begun:
        yield begun


def _answer(bot: Bot, request: Request) -> bytes:
    action = bot.act(request)
    if not isinstance(action, str):
        raise TypeError(f"act must return a string such as {request.legal[0]!r}, not {action!r}")
    return f'{{"n":{request.n},"action":{_text(action)}}}\n'.encode()


def _start(bot_class: type[Bot], message: dict[str, Any]) -> Bot:
    start = start_from(message)
    if start.protocol != PROTOCOL:
        raise RuntimeError(f"this kit speaks protocol {PROTOCOL}, the referee {start.protocol}")
    # The module's own functions too, so that `random.choice(...)` in a bot repeats as well.
    random.seed(int(start.rng, 16))
    bot = bot_class(start)
    bot.start(start)
    return bot


def _take_stdout() -> Callable[[bytes], object]:
    """Keep standard output for answers alone: from now on print() goes to standard error, the author's log."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return answers.write
