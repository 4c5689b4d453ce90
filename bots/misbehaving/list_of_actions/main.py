"""Answers with two actions to choose from."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":["knock","draw"]}\n' % message["n"])
