"""Fills /tmp with bytes."""

from kit import MIB, attack, fill


def much_in_tmp():
    fill("/tmp", 64 * MIB, 64 * 1024)


attack(much_in_tmp)
