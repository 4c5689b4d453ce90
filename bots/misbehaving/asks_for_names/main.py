"""Asks for the address of a name."""

import socket

from kit import attack


def name():
    socket.getaddrinfo("localhost", 80, socket.AF_INET)


attack(name)
