"""What misbehaving bots share. Who runs one puts this file, and a `facts.json` of its canaries, beside its `main.py`.

A probe is a function that tries to reach something; its name is what it reaches. What came of it is a line in the log:
`REACHED name`, `REFUSED name why`, or `BROKEN name why` when the probe itself is at fault.
"""

import ctypes
import errno
import json
import os
import sys

from fairdeal_bot import Bot, random_action, run

HERE = os.path.dirname(os.path.abspath(__file__))
MIB = 1024 * 1024
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long

with open(os.path.join(HERE, "facts.json"), encoding="utf-8") as file:
    FACTS = json.load(file)


class Refused(Exception):
    """Say that a wall stands, where no error of the system says so."""


def secret():
    """Return what no bot may learn; in halves it lies in the facts, so that a search does not find itself."""
    return "".join(FACTS["secret_halves"])


def attempt(probe):
    """Try one probe and log what came of it."""
    name = probe.__name__
    try:
        probe()
    except (OSError, MemoryError, ImportError, Refused) as error:
        found = f"REFUSED {name} {type(error).__name__} {error}"
    except Exception as error:
        found = f"BROKEN {name} {error!r}"
    else:
        found = f"REACHED {name}"
    os.write(2, found.encode("ascii", "backslashreplace") + b"\n")


def attack(*probes):
    """Play a game of random actions, and try the probes when first asked."""
    left = list(probes)

    class Attacker(Bot):
        def act(self, request):
            while left:
                attempt(left.pop(0))
            return random_action(request.legal, self.rng)

    run(Attacker)


def call(name, *arguments):
    """Make a system call; raise OSError when it fails. 999 is one that does not exist yet."""
    number = 999 if name == "unknown" else FACTS["numbers"][name]
    words = [word if isinstance(word, (bytes, ctypes.Array)) else ctypes.c_long(word) for word in arguments]
    result = LIBC.syscall(ctypes.c_long(number), *words)
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def refused_as_nonsense(name, *arguments):
    """Make a call with arguments that are nonsense: an error that says so comes from the kernel, beyond the filter."""
    try:
        call(name, *arguments)
    except OSError as error:
        if error.errno in (errno.EPERM, errno.EACCES, errno.ENOSYS):
            raise


def must_hold(path):
    """Read a file; refuse unless the secret is in it."""
    with open(path, "rb") as opened:
        if secret().encode() not in opened.read(MIB):
            raise Refused("the secret is not in it")


def fill(folder, limit, size=MIB):
    """Write files into a folder until an error; refuse when that comes before the limit, in bytes."""
    written = 0
    names = []
    try:
        while written < limit:
            names.append(os.path.join(folder, f"fill-{len(names)}"))
            with open(names[-1], "xb", buffering=0) as opened:
                written += opened.write(b"x" * min(size, limit))
    except OSError as error:
        raise Refused(f"{error.strerror} after {written} bytes") from None
    finally:
        for name in names:
            try:
                os.unlink(name)
            except OSError:
                pass


def in_children(action, count=15):
    """Run an action in forked children, `count` of them at most."""
    for _ in range(count):
        if os.fork() == 0:
            try:
                action()
            finally:
                os._exit(0)


def put(data):
    """Write to standard output at once."""
    data = memoryview(data)
    while data:
        data = data[os.write(1, data) :]


def legal_answer(message):
    """Make the line of a legal answer to a request."""
    action = " ".join(word.split("..")[0] for word in message["legal"][0].split(" "))
    return json.dumps({"n": message["n"], "action": action}).encode() + b"\n"


def speak(answer, ready=b'{"type":"ready"}\n', end=None):
    """Speak the protocol by hand: `answer` makes the bytes that follow a request, `end` does what follows the end."""
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "start":
            put(ready)
        elif message["type"] == "act":
            put(answer(message))
        elif end is not None:
            end()
