"""Closes its input and waits."""

import os
import time

from kit import put

put(b'{"type":"ready"}\n')
os.close(0)
time.sleep(3600)
