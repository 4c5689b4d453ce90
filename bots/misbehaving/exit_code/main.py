"""Ends with a code of its own."""

import os

from kit import speak

speak(lambda message: os._exit(42))
