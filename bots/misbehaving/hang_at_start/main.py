"""Load for ever."""

import time

time.sleep(3600)
