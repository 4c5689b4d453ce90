"""Answers with a slash in two bytes, where one is the rule."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"\xc0\xaf"}\n' % message["n"])
