"""Asks to live on when the process that holds it ends."""

from kit import attack, call


def no_parent_signal():
    call("prctl", 1, 0, 0, 0, 0)


def subreaper():
    call("prctl", 36, 1, 0, 0, 0)


def no_dump_rules():
    call("prctl", 0x59616D61, -1, 0, 0, 0)


attack(no_parent_signal, subreaper, no_dump_rules)
