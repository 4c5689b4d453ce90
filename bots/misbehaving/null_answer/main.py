"""Answers null."""

from kit import speak

speak(lambda message: b"null\n")
