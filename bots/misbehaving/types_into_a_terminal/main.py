"""Types into the terminal of who started it."""

import fcntl

from kit import attack


def typed():
    fcntl.ioctl(2, 0x5412, b"x")


def pasted():
    fcntl.ioctl(2, 0x541C, b"\x03")


def other_requests():
    fcntl.ioctl(2, 0x5414, bytes(8))


attack(typed, pasted, other_requests)
