"""Reads where nothing is."""

import ctypes

from kit import speak

speak(lambda message: ctypes.string_at(0))
