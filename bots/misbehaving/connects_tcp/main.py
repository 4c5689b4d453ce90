"""Connects to a listener on the loopback device."""

import socket

from kit import FACTS, attack


def tcp():
    socket.create_connection(("127.0.0.1", FACTS["tcp_port"]), 2).close()


attack(tcp)
