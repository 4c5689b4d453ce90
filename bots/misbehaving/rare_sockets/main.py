"""Opens sockets of the families that namespaces forget."""

import socket

from kit import attack


def netlink():
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close()


def vsock():
    socket.socket(40, socket.SOCK_STREAM).close()


def packet():
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close()


def crypto():
    socket.socket(38, socket.SOCK_SEQPACKET).close()


def bluetooth():
    socket.socket(31, socket.SOCK_RAW).close()


def xdp():
    socket.socket(44, socket.SOCK_RAW).close()


def raw_internet():
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 1).close()


attack(netlink, vsock, packet, crypto, bluetooth, xdp, raw_internet)
