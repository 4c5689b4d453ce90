"""Reads a file that lies beside the worker's."""

from kit import FACTS, attack, must_hold


def secret_file():
    must_hold(FACTS["secret_file"])


attack(secret_file)
