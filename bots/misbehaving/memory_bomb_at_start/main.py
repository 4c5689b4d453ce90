"""Takes memory without end before it is ready."""

held = []
while True:
    held.append(bytearray(1 << 20))
