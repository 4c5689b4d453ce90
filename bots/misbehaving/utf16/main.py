"""Answers in UTF-16."""

from kit import speak

speak(lambda message: ('{"n":%d,"action":"knock"}\n' % message["n"]).encode("utf-16"))
