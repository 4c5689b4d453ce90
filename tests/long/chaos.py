"""What can go wrong with an arena while it plays, one function a fault; chosen at random by a seeded monkey."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import redis

from ops.arena import Arena

# A worker that is stopped for so much longer than its lease has lost its match, and does not know it when it goes on.
PAST_LEASE_S = 3.0
DROPPED_S = 5.0
LOOK_S = 0.5
Fault = Callable[[], None]


class Monkey(threading.Thread):
    """Do a fault every so often until told to stop; the same seed chooses the same faults."""

    def __init__(self, arena: Arena, seed: int, *, every_s: float, lease_s: float) -> None:
        super().__init__(daemon=True)
        self.done: Counter[str] = Counter()
        self.broken: list[str] = []
        self._arena, self._every_s, self._lease_s, self._rng = arena, every_s, lease_s, random.Random(seed)
        self._ended = threading.Event()
        self._seen: list[bytes] = []
        self.faults: list[Fault] = [
            self.kill_a_worker,
            self.stop_a_worker_past_its_lease,
            self.kill_a_sandbox,
            self.restart_the_web,
            self.restart_the_inbox,
            self.restart_the_internal_worker,
        ]
        if arena.redis_url:
            self.faults += [self.empty_redis, self.drop_redis, self.double_and_shuffle, self.send_stale, self.forge]
        if arena.database_url:
            self.faults.append(self.crash_postgres)

    def run(self) -> None:
        while not self._ended.wait(self._every_s):
            fault = self._rng.choice(self.faults)
            try:
                fault()
                self.done[fault.__name__] += 1
            except (OSError, redis.RedisError, psycopg.Error, IndexError) as error:
                # What it would break is broken already: somebody else's fault of a moment ago.
                self.broken.append(f"{fault.__name__}: {error}")

    def end(self) -> None:
        """Stop making trouble."""
        self._ended.set()
        self.join(60)
        assert not self.is_alive(), "the monkey has not come down"

    def kill_a_worker(self) -> None:
        """Kill a worker with all that it has started, without a word."""
        os.killpg(self._worker(), signal.SIGKILL)

    def stop_a_worker_past_its_lease(self) -> None:
        """Hold a worker until its match is somebody else's, and let it go on with it."""
        group = self._worker()
        os.killpg(group, signal.SIGSTOP)
        try:
            time.sleep(self._lease_s + PAST_LEASE_S)
        finally:
            os.killpg(group, signal.SIGCONT)

    def kill_a_sandbox(self) -> None:
        """Kill what a worker runs its bots in."""
        os.kill(self._rng.choice(children(self._worker())), signal.SIGKILL)

    def restart_the_web(self) -> None:
        """Kill the site; the supervisor starts it again."""
        self._kill("web")

    def restart_the_inbox(self) -> None:
        """Kill who takes results in, in the middle of one perhaps."""
        self._kill("inbox")

    def restart_the_internal_worker(self) -> None:
        """Kill who hands out, sweeps and appends to the ledger."""
        self._kill("internal")

    def empty_redis(self) -> None:
        """Lose everything that the broker holds, and every connection: what a restart does."""
        with self._redis() as broker:
            broker.flushall()
            broker.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")

    def drop_redis(self) -> None:
        """Let the broker answer nobody for a while."""
        with self._redis() as broker:
            pid = int(broker.info("server")["process_id"])
        os.kill(pid, signal.SIGSTOP)
        try:
            time.sleep(DROPPED_S)
        finally:
            os.kill(pid, signal.SIGCONT)

    def double_and_shuffle(self) -> None:
        """Hold the inbox for a moment, and give it all its messages twice, in another order."""
        with self._held_inbox() as broker:
            messages = broker.lrange("inbox", 0, -1) * 2
            self._seen += messages
            if messages:
                self._rng.shuffle(messages)
                broker.pipeline().delete("inbox").lpush("inbox", *messages).execute()

    def send_stale(self) -> None:
        """Send messages of long ago again."""
        with self._redis() as broker:
            for message in self._rng.sample(self._seen, min(5, len(self._seen))):
                broker.lpush("inbox", message)

    def forge(self) -> None:
        """Send results with a token that nobody was given, the places turned round."""
        with self._redis() as broker:
            for message in self._rng.sample(self._seen, min(5, len(self._seen))):
                broker.lpush("inbox", forged(message))

    def crash_postgres(self) -> None:
        """Kill a server process: PostgreSQL then ends all others and recovers as after a crash."""
        connection = psycopg.connect(self._arena.database_url)
        os.kill(connection.info.backend_pid, signal.SIGKILL)
        connection.close()  # nothing is committed: there is nobody any more to do it

    def _worker(self) -> int:
        """Give the process group of one of the match workers."""
        return os.getpgid(self._rng.choice(self._arena.pids("match")))

    def _kill(self, program: str) -> None:
        os.killpg(os.getpgid(self._arena.pids(program)[0]), signal.SIGKILL)

    @contextlib.contextmanager
    def _redis(self) -> Any:
        with redis.Redis.from_url(self._arena.redis_url, socket_timeout=10) as broker:
            yield broker

    @contextlib.contextmanager
    def _held_inbox(self) -> Any:
        group = os.getpgid(self._arena.pids("inbox")[0])
        os.killpg(group, signal.SIGSTOP)
        try:
            time.sleep(LOOK_S)
            with self._redis() as broker:
                yield broker
        finally:
            os.killpg(group, signal.SIGCONT)


def forged(message: bytes) -> bytes:
    """Give a message of a worker with another token, and where it is a result, everybody's places turned round."""
    envelope: dict[str, Any] = json.loads(message)
    arguments, words, callbacks = json.loads(base64.b64decode(envelope["body"]))
    said = arguments[0]
    said["token"] = "0" * 43
    for block in said.get("blocks", ()):
        for game in block["games"]:
            game["places"] = game["places"][::-1]
    body = json.dumps([[said], words, callbacks]).encode()
    return json.dumps({**envelope, "body": base64.b64encode(body).decode()}).encode()


def children(parent: int) -> list[int]:
    """Give the processes that a process has started itself."""
    found = []
    for task in Path(f"/proc/{parent}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [int(pid) for pid in task.read_text().split()]
    return found


def left_behind(directory: Path) -> list[str]:
    """Name the processes whose command line speaks of a directory."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = file.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if str(directory) in words and int(file.parent.name) != os.getpid():
                found.append(words.strip())
    return found
