"""Is ready at once and reads nothing."""

import time

from kit import put

put(b'{"type":"ready"}\n')
time.sleep(3600)
