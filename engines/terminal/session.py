"""A game at the terminal from the first deal to the result: who acts, and what is said to whom."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, TextIO

from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.rng import Stream
from engines.core.state import State
from engines.terminal.common import tell
from engines.terminal.console import Console, Left
from engines.terminal.paint import Paint, shows_colour
from engines.terminal.process import BotFailure, BotProcess, entry_of
from engines.terminal.voice import Voice, sentence
from engines.terminal.words import words_of

_WATCHER: Final = -1  # nobody's seat: sees all cards, when no person plays


class Session:
    """Run one game; seats that are neither a person's nor a bot's play at random."""

    def __init__(self, game: Game, seed: str, humans: Sequence[int], bots: Mapping[int, Path]) -> None:
        self.humans = list(dict.fromkeys(humans))
        for seat in [*self.humans, *bots]:
            if not 0 <= seat < game.players:
                raise EngineError(f"there is no seat {seat}; seats are 0 to {game.players - 1}")
        both = sorted(set(self.humans) & set(bots))
        if both:
            raise EngineError(f"seat {both[0]} can be a person's or a bot's, not both")
        self.game = game
        self.seed = seed
        self.state = game.new_state(seed)
        self._choices = Stream(seed, "random-play")
        for path in bots.values():
            entry_of(path)  # before the first card
        self._paths = bots
        self._bots: dict[int, BotProcess] = {}
        self._out_seats: set[int] = set()
        self._words = words_of(game)
        #: How many events each listener has been told.
        self._told: dict[int, int] = {}
        #: Whose screen it is: a person's seat, or the watcher's.
        self._viewer = self.humans[0] if len(self.humans) == 1 else _WATCHER

    def run(self, given: TextIO, out: TextIO, check: bool = False) -> State:
        """Play until the game is over, or a person leaves; return the state it then has."""
        console = Console(given, out, Paint(shows_colour(out)))
        console.say(self._greeting())
        with ExitStack() as stack:
            try:
                self._start_bots(console, stack)
                self._play(console, check)
                self._end(console)
            except (Left, KeyboardInterrupt):
                console.say(["You have left the game; it stays unfinished."])
        if self.humans:
            console.say([f"The same cards again: --seed {self.seed}"])
        return self.state

    def _play(self, console: Console, check: bool) -> None:
        state, deals = self.state, 0
        while True:
            broken = state.broken_invariants() if check else []
            if broken:
                self._narrate(console)
                raise EngineError(f"invariants that do not hold: {'; '.join(broken)}")
            if state.is_over:
                return
            if state.deals_done > deals and not self.humans:
                deals = state.deals_done
                self._narrate(console)  # deal by deal: whole tricks are told in a line
            state.apply(self._choose(console))

    def _greeting(self) -> list[str]:
        title = f"{self.game.title}: {self.game.ruleset}"
        if not self.humans:
            return [f"{title}, seed {self.seed}"]
        lines = [title, *([self._words.aim] if self._words.aim else [])]
        for seat in self.humans:
            voice = Voice(self.game, seat if len(self.humans) == 1 else None)
            sides = self.game.side_of
            partners = [other for other in range(self.game.players) if other != seat and sides[other] == sides[seat]]
            at = f"you have seat {seat}" if voice.seat == seat else f"a person has seat {seat}"
            lines.append(sentence(at + (f", together with {voice.names(partners)}" if partners else "")))
        return [*lines, "? shows what can be typed, q leaves the game."]

    def _start_bots(self, console: Console, stack: ExitStack) -> None:
        for seat, path in sorted(self._paths.items()):
            bot = BotProcess(path, seat)
            stack.callback(bot.close)
            self._bots[seat] = bot
            try:
                bot.start(self.state)
            except BotFailure as failure:
                self._put_out(console, seat, failure)

    def _put_out(self, console: Console, seat: int, failure: BotFailure) -> None:
        """Say what a bot did; from now on its seat plays the passive rule, as on the site."""
        self._out_seats.add(seat)
        console.say([f"Seat {seat} is out: {failure}", f"For seat {seat} the passive rule plays on."])

    def _choose(self, console: Console) -> int:
        state, seat = self.state, self.state.turn
        if seat in self.humans:
            if len(self.humans) > 1 and seat != self._viewer:
                console.hand_over(seat)
                self._viewer = seat
            self._narrate(console)
            return console.choose(state, Voice(self.game, seat), self._words)
        if seat in self._out_seats:
            return state.passive_action()
        if seat in self._bots:
            try:
                return self._bots[seat].choose(state, state.events_for(seat, self._mark(seat)))
            except BotFailure as failure:
                self._put_out(console, seat, failure)
                return state.passive_action()
        return state.random_action(self._choices)

    def _mark(self, listener: int) -> int:
        """Return the first event that a listener has not been told, and count all as told now."""
        start = self._told.get(listener, 0)
        self._told[listener] = len(self.state.events)
        return start

    def _narrate(self, console: Console) -> None:
        """Tell what is new to whom the screen belongs."""
        viewer, state = self._viewer, self.state
        start = self._mark(viewer)
        events = state.events[start:] if viewer == _WATCHER else state.events_for(viewer, start)
        console.say(tell(Voice(self.game, None if viewer == _WATCHER else viewer), self._words, events))

    def _end(self, console: Console) -> None:
        self._narrate(console)
        for seat, bot in self._bots.items():
            if seat not in self._out_seats:
                bot.end(self.state, self.state.events_for(seat, self._mark(seat)))
