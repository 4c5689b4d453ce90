"""Sends from one end of a pair of sockets to a socket with a name."""

import socket

from kit import FACTS, attack


def abstract_datagram():
    sender, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    sender.sendto(b"x", "\0" + FACTS["abstract_datagram_name"])


attack(abstract_datagram)
