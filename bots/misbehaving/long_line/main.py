"""Answer with far too long a line."""

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
        say(json.dumps({"n": message["n"], "action": "x" * 80 * 1024}) + "\n")
