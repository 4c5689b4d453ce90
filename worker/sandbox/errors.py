"""The sandbox's errors: what this machine lacks, and what can happen on a seat's pipes."""

from __future__ import annotations


class SandboxUnavailable(Exception):
    """Report that bots cannot be run here, why, and what an operator can do about it."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason} ({remedy})")
        self.reason = reason
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[SandboxUnavailable], tuple[str, str]]:
        """Survive pickling: the message alone would not make the two arguments."""
        return type(self), (self.reason, self.remedy)


class LanguageUnavailable(SandboxUnavailable):
    """Report that bots in one language cannot be run here, while others can."""


class SeatError(Exception):
    """Report what happened on the pipes of a seat."""


class EndOfOutput(SeatError):
    """Report that the bot will write nothing more, or reads nothing more."""


class LineTooLong(SeatError):
    """Report a line beyond the limit."""


class DeadlinePassed(SeatError):
    """Report that the deadline came first; `unsent` is how many bytes of a write the bot has not taken yet."""

    def __init__(self, text: str = "", *, unsent: int = 0) -> None:
        super().__init__(text)
        self.unsent = unsent
