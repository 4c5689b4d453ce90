"""Closes its input, says that it is ready and waits."""

import os
import sys
import time

from kit import put

sys.stdin.readline()
os.close(0)
put(b'{"type":"ready"}\n')
time.sleep(3600)
