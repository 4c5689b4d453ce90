"""Answers with an action that would act on a terminal."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"\\u001b[2Jknock"}\n' % message["n"])
