"""HTTP to the platform: bundles by hash into a bounded cache, records by hash out of it."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import httpx

from worker.bundles import unpack, unseal
from worker.referee.record import BlockRecord

MAX_BUNDLE_BYTES: Final = 64 * 1024 * 1024
MAX_CACHED_BUNDLES: Final = 500
# Waits between tries, in seconds: a platform that restarts is back within a minute.
RETRY_WAITS_S: Final = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
_TIMEOUT: Final = httpx.Timeout(30.0, connect=10.0)
_RETRY_STATUS: Final = frozenset({408, 429, 500, 502, 503, 504})


class PlatformError(Exception):
    """Report that the platform could not be reached, or answered what the contract does not know."""


class LeaseLost(PlatformError):
    """Report that the platform no longer wants this attempt."""


class PlatformClient:
    """Speak with the platform for one job."""

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._http = httpx.Client(
            base_url=base_url.rstrip("/"),
            headers={"Authorization": f"Lease {token}"},
            timeout=_TIMEOUT,
            follow_redirects=False,
            trust_env=False,
            transport=transport,
        )
        self._sleep = sleep

    def __enter__(self) -> PlatformClient:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def bundle(self, sha256: str, lease: dict[str, int]) -> bytes:
        """Fetch a bundle and verify its hash; `lease` names the attempt or the check that needs it.

        A transfer that breaks off goes on where it broke off.
        """
        response = self._request("GET", f"/api/v1/worker/bundles/{sha256}", params=lease, received=bytearray())
        content = response.content
        found = hashlib.sha256(content).hexdigest()
        if found != sha256:
            raise PlatformError(f"bundle {sha256}: the bytes received have the hash {found}")
        return content

    def put_record(self, attempt: int, block: int, record: BlockRecord) -> None:
        """Hand in a block's record; the same record again is welcome."""
        self._request(
            "PUT",
            f"/api/v1/worker/attempts/{attempt}/records/{block}",
            content=record.content,
            headers={"Content-SHA256": record.sha256, "Content-Type": "application/gzip"},
        )

    def _request(
        self,
        method: str,
        path: str,
        *,
        params: dict[str, int] | None = None,
        content: bytes | None = None,
        headers: dict[str, str] | None = None,
        received: bytearray | None = None,
    ) -> httpx.Response:
        """Send a request, again while the fault may pass; return a success or raise PlatformError.

        With `received` a body that broke off is kept there, and only the rest is asked for.
        """
        problem = ""
        for wait in (*RETRY_WAITS_S, None):
            # Places in a body are counted as it lies on the platform, not packed for the way.
            rest = {"Range": f"bytes={len(received)}-", "Accept-Encoding": "identity"} if received else {}
            request = self._http.build_request(
                method, path, params=params, content=content, headers={**(headers or {}), **rest}
            )
            try:
                response = self._send(request, received if received is not None else bytearray())
            except httpx.TransportError as error:
                problem = f"{type(error).__name__}: {error}"
            else:
                if response.is_success:
                    return response
                problem = f"status {response.status_code}"
                if response.status_code in (401, 410):
                    raise LeaseLost(f"{method} {path}: {problem}: the lease is over")
                if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE and received:
                    received.clear()  # it broke off behind the last byte: from the start once more
                elif response.status_code not in _RETRY_STATUS:
                    break
            if wait is not None:
                self._sleep(wait)
        raise PlatformError(f"{method} {path}: {problem}")

    def _send(self, request: httpx.Request, body: bytearray) -> httpx.Response:
        """Send a request and read the answer, up to a bound; the rest of a body follows what is there already."""
        response = self._http.send(request, stream=True)
        try:
            if not response.is_success:
                body = bytearray()  # a fault's text is no part of what has been received
            elif response.status_code != httpx.codes.PARTIAL_CONTENT:
                body.clear()
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > MAX_BUNDLE_BYTES:
                    raise PlatformError(f"{request.method} {request.url.path}: more than {MAX_BUNDLE_BYTES} bytes")
        finally:
            response.close()
        return httpx.Response(response.status_code, content=bytes(body), request=request)


class BundleStore:
    """Keep unpacked bundles by hash, read-only, the longest unused removed first; shared by a machine's workers."""

    def __init__(self, directory: Path, max_bundles: int = MAX_CACHED_BUNDLES) -> None:
        self._directory = directory
        self._max_bundles = max_bundles
        directory.mkdir(parents=True, exist_ok=True)
        directory.chmod(0o755)
        (directory / "locks").mkdir(exist_ok=True)

    @contextlib.contextmanager
    def hold(self, sha256: str, fetch: Callable[[], bytes]) -> Iterator[Path]:
        """Give the directory of a bundle, fetched if need be; nobody removes it while it is held."""
        with self._lock(sha256) as lock:
            path = self._directory / sha256
            while True:
                fcntl.flock(lock, fcntl.LOCK_SH)
                if path.is_dir():
                    break
                fcntl.flock(lock, fcntl.LOCK_EX)
                if not path.is_dir():
                    self._add(path, fetch())
            os.utime(path)
            self._trim(sha256)
            yield path

    @contextlib.contextmanager
    def _lock(self, sha256: str) -> Iterator[int]:
        descriptor = os.open(self._directory / "locks" / sha256, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def _add(self, path: Path, content: bytes) -> None:
        fresh = Path(tempfile.mkdtemp(prefix="new-", dir=self._directory))
        try:
            unpack(content, fresh)
            fresh.rename(path)
        except BaseException:
            _remove(fresh)
            raise

    def _trim(self, keep: str) -> None:
        bundles = [entry for entry in self._directory.iterdir() if len(entry.name) == 64 and entry.name != keep]
        excess = len(bundles) + 1 - self._max_bundles
        if excess <= 0:
            return
        for entry in sorted(bundles, key=_last_used)[:excess]:
            with self._lock(entry.name) as lock, contextlib.suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove(entry)


def _last_used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _remove(path: Path) -> None:
    unseal(path)
    shutil.rmtree(path, ignore_errors=True)
