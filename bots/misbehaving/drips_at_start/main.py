"""Says letter by letter that it is ready, and never ends."""

import time

from kit import put

while True:
    put(b" ")
    time.sleep(0.02)
