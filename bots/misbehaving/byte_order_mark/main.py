"""Answers with a byte order mark first."""

from kit import speak

speak(lambda message: b'\xef\xbb\xbf{"n":%d,"action":"knock"}\n' % message["n"])
