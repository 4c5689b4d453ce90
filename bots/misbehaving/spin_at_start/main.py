"""Computes for ever before it is ready."""

while True:
    pass
