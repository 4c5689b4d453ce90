"""Says that it is ready when it is asked to act."""

from kit import speak

speak(lambda message: b'{"type":"ready"}\n')
