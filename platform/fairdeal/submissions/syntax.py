"""Find syntax errors in Python files of an upload, in a process of its own: hostile source can crash the compiler."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

TIMEOUT_S = 10.0
MEMORY_BYTES = 1024 * 1024 * 1024

# Compiles and runs nothing. The limits are set inside: a fork with code of ours between is not safe under threads.
CHILD = """
import json, resource, sys, warnings
resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
warnings.simplefilter("ignore")
for name, source in json.loads(sys.stdin.buffer.read()).items():
    try:
        compile(source.encode("latin-1"), name, "exec", dont_inherit=True)
    except SyntaxError as error:
        print(json.dumps([name, error.lineno, error.offset, error.msg, (error.text or "").strip()[:200]]))
        break
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        print(json.dumps([name, None, None, str(error) or type(error).__name__, ""]))
        break
else:
    print("null")
"""


@dataclass(frozen=True)
class SyntaxFault:
    """Where a file cannot be compiled, and why; `line` is None when the compiler does not say."""

    file: str
    line: int | None
    column: int | None
    reason: str
    text: str


def find_fault(sources: Mapping[str, bytes]) -> SyntaxFault | None:
    """Give the first file that does not compile, in the order given; None when all do."""
    # Latin-1 maps every byte to one character and back, so that the files go through JSON whole.
    message = json.dumps({name: source.decode("latin-1") for name, source in sources.items()}).encode()
    crashed = SyntaxFault(next(iter(sources), ""), None, None, "the compiler gave up on it", "")
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", CHILD.format(memory=MEMORY_BYTES)],
            input=message,
            capture_output=True,
            timeout=TIMEOUT_S,
            check=False,
            env={},
            cwd="/",
        )
        answer = json.loads(done.stdout) if done.returncode == 0 else None
    except (subprocess.TimeoutExpired, ValueError):
        return crashed
    if done.returncode:
        return crashed
    return None if answer is None else SyntaxFault(*answer)
