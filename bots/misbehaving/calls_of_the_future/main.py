"""Makes a call that does not exist yet."""

from kit import attack, call


def unknown():
    call("unknown")


attack(unknown)
