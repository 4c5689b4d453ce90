"""Aborts."""

import os

from kit import speak

speak(lambda message: os.abort())
