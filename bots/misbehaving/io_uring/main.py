"""Does its work through a queue that no filter sees."""

from kit import attack, call, refused_as_nonsense


def ring():
    call("io_uring_setup", 4, bytes(120))


def ring_entered():
    refused_as_nonsense("io_uring_enter", 1, 0, 0, 0, 0, 0)


attack(ring, ring_entered)
