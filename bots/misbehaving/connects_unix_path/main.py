"""Connects to a socket that lies in a folder."""

import socket

from kit import FACTS, attack


def unix_path():
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(FACTS["unix_path"])


attack(unix_path)
