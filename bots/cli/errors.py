"""How a command ends: its exit status, and the one line that an error is."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """The exit statuses, as docs/tutorials/author.md lists them."""

    OK = 0
    NO = 1  # the answer is no: a bot that fails its check, a record that does not verify, a bot that is not better
    INPUT = 2  # what was typed, or a file that was named, cannot be used
    SITE = 3  # the site is not there, or refuses
    MACHINE = 4  # this machine lacks something
    UNDECIDED = 5  # a comparison ended before it was decided
    INTERRUPTED = 130  # Ctrl-C, as shells have it


class CliError(Exception):
    """Report what went wrong and what to do next, in a line; `status` is what the command exits with."""

    def __init__(self, what: str, do: str, status: Exit = Exit.INPUT) -> None:
        super().__init__(f"{' '.join(what.split()).rstrip('.')}. {' '.join(do.split())}")
        self.what, self.do, self.status = what, do, status

    def __reduce__(self) -> tuple[type[CliError], tuple[str, str, Exit]]:
        """Survive pickling, from a process that plays to the one that asks."""
        return type(self), (self.what, self.do, self.status)
