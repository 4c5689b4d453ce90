"""Answers without saying what."""

from kit import speak

speak(lambda message: b'{"action":"knock"}\n')
