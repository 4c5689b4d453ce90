"""Crashes when the game is over."""

import ctypes

from kit import legal_answer, speak

speak(legal_answer, end=lambda: ctypes.string_at(0))
