"""Looks for descriptors that were left open."""

import os

from kit import Refused, attack, secret


def is_open(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


# Before the kit of bots takes one for the answers.
OPEN = [number for number in range(3, 1024) if is_open(number)]


def descriptors():
    for number in OPEN:
        try:
            held = os.pread(number, 4096, 0)
        except OSError:
            continue
        if secret().encode() in held:
            return
    raise Refused("none holds the secret")


def any_descriptor():
    if not OPEN:
        raise Refused("none is open")


attack(descriptors, any_descriptor)
