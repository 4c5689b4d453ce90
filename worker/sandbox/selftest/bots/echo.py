"""Answer every line, and keep a secret in a file of its own."""

import json
import sys

with open("/bot/facts.json", encoding="utf-8") as file:
    secret = "".join(json.load(file)["secret_halves"])
with open("/tmp/notes", "w", encoding="ascii") as file:
    file.write(secret)
print("ready", flush=True)
for line in sys.stdin:
    print(line.strip()[::-1], flush=True)
