"""Takes memory in fifteen children."""

from kit import MIB, attack, in_children


def memory_of_children():
    in_children(lambda: [bytearray(MIB) for _ in range(200)])


attack(memory_of_children)
