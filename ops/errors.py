"""What can go wrong with an arena on one machine."""


class ArenaError(Exception):
    """Something that keeps the arena from running; the text says what to do."""
