"""Answer another request."""

import json
import sys


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        say('{"type":"ready"}\n')
    elif message["type"] == "act":
        say(json.dumps({"n": message["n"] + 1, "action": message["legal"][0]}) + "\n")
