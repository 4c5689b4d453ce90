"""What formats refuse: every error names the input and what was expected. Pure."""


class FormatError(ValueError):
    """A tournament that cannot be; the classes below say what is at fault."""


class BadSettings(FormatError):
    """The settings of a format; `setting` names the one at fault."""

    def __init__(self, setting: str, message: str) -> None:
        super().__init__(message)
        self.setting = setting


class BadEntries(FormatError):
    """Entries that the format cannot take: too few, too many, all of one owner."""


class BadEvent(FormatError):
    """Tables, results or withdrawals that contradict each other: not what the format has drawn."""


class BadTrf(FormatError):
    """A file of results that cannot be read; the message gives its line."""
