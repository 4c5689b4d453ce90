"""Sends a datagram to a listener on the loopback device."""

import socket

from kit import FACTS, attack


def udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ("127.0.0.1", FACTS["udp_port"]))


attack(udp)
