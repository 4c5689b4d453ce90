"""Answers with the action alone."""

from kit import speak

speak(lambda message: b'"knock"\n')
