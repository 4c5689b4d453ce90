"""Does not go when the game is over."""

import time

from kit import legal_answer, speak

speak(legal_answer, end=lambda: time.sleep(3600))
