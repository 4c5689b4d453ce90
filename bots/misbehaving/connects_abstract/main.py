"""Connects to a socket that has a name and no place."""

import socket

from kit import FACTS, attack


def abstract():
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect("\0" + FACTS["abstract_name"])


attack(abstract)
