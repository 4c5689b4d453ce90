"""Answers without an action."""

from kit import speak

speak(lambda message: b'{"n":%d}\n' % message["n"])
