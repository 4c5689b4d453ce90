"""What is wrong with the ledger when something is: a fault of ours, to be seen by whoever runs the arena."""


class LedgerAlarm(Exception):
    """The books do not balance, or do not follow from the ledger; nothing was written."""
