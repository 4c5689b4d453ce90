"""Answers with a list."""

from kit import speak

speak(lambda message: b'[%d,"knock"]\n' % message["n"])
