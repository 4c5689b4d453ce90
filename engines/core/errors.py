"""Errors of the engines: all are the caller's fault, and name what was given and what was expected."""

from collections.abc import Sequence


class EngineError(Exception):
    """Stand at the root of everything the engines raise on purpose."""


class UnknownGame(EngineError):
    """Report a game id that no engine has."""


class BadPlayers(EngineError):
    """Report a number of players that the game does not take."""


class BadOption(EngineError):
    """Report an option that the game does not have, or a value that it does not take; the message is a clause."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"Option {name!r}: {message}.")
        self.name = name


class BadSeed(EngineError):
    """Report a seed that is no hex text or bytes of 128 bits or more."""


class BadNotation(EngineError):
    """Report text that names no action of the game at all."""


class IllegalAction(EngineError):
    """Report an action that is not legal now; `legal` holds what was."""

    def __init__(self, action: str, legal: Sequence[str]) -> None:
        super().__init__(f"{action} is not legal now; legal: {', '.join(legal) if legal else 'nothing'}")
        self.action = action
        self.legal = list(legal)


class RecordError(EngineError):
    """Report the first fault of a record; fields that do not exist are None (printed '-')."""

    def __init__(
        self,
        reason: str,
        *,
        deal: int | None = None,
        index: int | None = None,
        seat: int | None = None,
        action: str | None = None,
    ) -> None:
        self.deal, self.index, self.seat, self.action = deal, index, seat, action
        self.reason = " ".join(reason.split())
        shown = ["-" if field is None else str(field) for field in (deal, index, seat)]
        quoted = "-" if action is None else ascii(action)
        super().__init__(f"deal {shown[0]}, index {shown[1]}, seat {shown[2]}, action {quoted}: {self.reason}")
