"""Answers with half a character, as bytes."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"\xed\xa0\x80"}\n' % message["n"])
