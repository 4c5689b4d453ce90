"""Reaches for the machine's ports, and the tables of its segments."""

from kit import attack, call, refused_as_nonsense


def ports():
    call("ioperm", 0x80, 1, 1)


def all_ports():
    call("iopl", 3)


def segments():
    refused_as_nonsense("modify_ldt", 99, 0, 0)


attack(ports, all_ports, segments)
