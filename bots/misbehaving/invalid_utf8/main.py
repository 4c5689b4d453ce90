"""Answers with bytes that are no UTF-8."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"knock\xff\xfe"}\n' % message["n"])
