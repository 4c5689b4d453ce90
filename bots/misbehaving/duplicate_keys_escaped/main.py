"""Names its request twice, once with an escape."""

from kit import speak

speak(lambda message: b'{"n":%d,"\\u006e":%d,"action":"knock"}\n' % (message["n"], message["n"]))
