"""Names its action twice in an answer."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"knock","action":"draw"}\n' % message["n"])
