"""Answers with an empty line."""

from kit import speak

speak(lambda message: b"\n")
