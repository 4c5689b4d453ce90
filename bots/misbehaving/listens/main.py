"""Waits for connections of others."""

import socket

from kit import attack


def listener():
    socket.create_server(("127.0.0.1", 0)).close()


def named_listener():
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"\0fairdeal-{id(listening)}")


attack(listener, named_listener)
