"""Becomes an old kind of process, with fewer guards."""

from kit import attack, call


def personality():
    call("personality", 0x0400000)


attack(personality)
