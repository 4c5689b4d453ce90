"""Leave a process behind that has left its parents, or at least a thread; then end."""

import contextlib
import os
import threading
import time

with contextlib.suppress(OSError):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
print("ready", flush=True)
