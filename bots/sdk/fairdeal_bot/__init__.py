"""The Fairdeal bot kit: subclass `Bot`, write `act`, end the file with `run(MyBot)`.

Beside it, to be imported as they are needed: `fairdeal_bot.cards` and `.tricks`, `.observations` (types), `.log`, and
`.testing`, which plays a bot in-process.
"""

from fairdeal_bot.actions import random_action
from fairdeal_bot.bot import Bot
from fairdeal_bot.loop import run
from fairdeal_bot.messages import Clock, End, Request, Start

__all__ = ["Bot", "Clock", "End", "Request", "Start", "random_action", "run"]
