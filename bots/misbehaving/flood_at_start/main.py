"""Writes without end before it is ready."""

from kit import put

while True:
    put(b"x" * 65536)
