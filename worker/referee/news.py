"""What the seats are told of a game, as JSON: an observation, and the events since a seat was last told."""

from __future__ import annotations

from typing import Any

import msgspec

from engines import State

_encode = msgspec.json.Encoder().encode


class News:
    """The events of one game, each written once and handed to the seats that may know of it."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._written = 0
        # By seat: the events that it has not been told yet.
        self._untold: list[list[bytes]] = [[] for _ in range(state.game.players)]

    def observation(self, seat: int) -> bytes:
        """Write all that the rules let the seat know now."""
        return self._state.observation_json(seat).encode()

    def untold(self, seat: int) -> bytes:
        """Write a list of what the seat may know of since it was last told."""
        events = self._state.events
        if len(events) > self._written:
            self._write(events[self._written :])
            self._written = len(events)
        untold = self._untold[seat]
        if not untold:
            return b"[]"
        self._untold[seat] = []
        return b"[%b]" % b",".join(untold)

    def _write(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            if "seats" not in event:
                text = _encode(event)
                for untold in self._untold:
                    untold.append(text)
            else:
                text = _encode({name: value for name, value in event.items() if name != "seats"})
                for seat in event["seats"]:
                    self._untold[seat].append(text)
