"""The person at the keyboard: prompts, what is typed, and whose screen it is just now."""

from collections.abc import Iterable
from typing import Final, TextIO

from engines.core.state import State
from engines.terminal.common import HEADING, Words
from engines.terminal.entry import BadEntry, menu, read_entry, usage
from engines.terminal.paint import Paint, by_suit
from engines.terminal.voice import Voice

PROMPT: Final = "> "
_QUIT: Final = ("q", "quit")


class Left(Exception):  # no error: a person has had enough
    """Report that a person leaves the game: with `q`, at the end of the input, or with Ctrl-C."""


class Console:
    """Write to a person and read what he types."""

    def __init__(self, given: TextIO, out: TextIO, paint: Paint) -> None:
        self._given = given
        self._out = out
        self._paint = paint

    def say(self, lines: Iterable[str]) -> None:
        """Write lines: headings strong, cards in colour."""
        for line in lines:
            painted = self._paint.strong(line) if line.startswith(HEADING) else self._paint.cards(line)
            print(painted, file=self._out)

    def ask(self, prompt: str) -> str:
        """Return the next line typed; raise Left at the end of the input."""
        self._out.write(self._paint.strong(prompt))
        self._out.flush()
        try:
            line = self._given.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            print(file=self._out)
            raise Left
        return line.strip()

    def hand_over(self, seat: int) -> None:
        """Clear the screen of what the last player saw, and wait for the player of this seat."""
        self._out.write(self._paint.cleared())
        if self.ask(f"Seat {seat} is to act. When only its player looks at the screen, press Enter. ") in _QUIT:
            raise Left

    def choose(self, state: State, voice: Voice, words: Words) -> int:
        """Show the table to the seat to act, and ask until a legal action is typed."""
        seen = state.observation(state.turn)
        hand = [f"Your hand: {by_suit(seen['hand'])}"] if seen.get("hand") else []
        table = ["", *words.look(voice, seen), *hand, *menu(state)]
        self.say(table)
        while True:
            entry = self.ask(PROMPT)
            if entry.lower() in _QUIT:
                raise Left
            if entry == "?":
                self.say([*usage(state), *table])
                continue
            try:
                return read_entry(state, entry)
            except BadEntry as error:
                self.say([str(error)])
