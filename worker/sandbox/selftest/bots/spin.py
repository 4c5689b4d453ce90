"""Use the processor and ignore every signal."""

import contextlib
import signal

for number in signal.valid_signals():
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)
print("ready", flush=True)
while True:
    pass
