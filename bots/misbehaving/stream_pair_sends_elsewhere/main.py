"""Connects one end of the only pair of sockets that it may have."""

import socket

from kit import FACTS, attack


def by_stream_pair():
    one, _ = socket.socketpair()
    one.sendto(b"x", "\0" + FACTS["abstract_datagram_name"])


def by_connecting_again():
    one, _ = socket.socketpair()
    one.connect("\0" + FACTS["abstract_name"])


def by_passing_a_descriptor():
    one, _ = socket.socketpair()
    socket.send_fds(one, [b"x"], [0])


attack(by_stream_pair, by_connecting_again, by_passing_a_descriptor)
