"""Answers with a Python value."""

from kit import speak

speak(lambda message: b"{'n': 1, 'action': 'knock'}\n")
