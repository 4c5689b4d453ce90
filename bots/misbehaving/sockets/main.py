"""Opens sockets of the common families."""

import socket

from kit import attack


def internet():
    socket.socket(socket.AF_INET).close()


def internet_6():
    socket.socket(socket.AF_INET6).close()


def local():
    socket.socket(socket.AF_UNIX).close()


attack(internet, internet_6, local)
