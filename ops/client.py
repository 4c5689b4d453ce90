"""The arena's API as the demo uses it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import httpx

from bots.reference.house import HouseBot
from ops.errors import ArenaError

Json = dict[str, Any]

# More than any answer takes on a busy machine.
ANSWER_S = 30.0


class Client:
    """A thin client of `/api/v1/` with a token; raises ArenaError with the server's own words."""

    def __init__(self, url: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self._http = httpx.Client(base_url=f"{url}/api/v1/", headers=headers, timeout=ANSWER_S)

    def get(self, path: str, **query: Any) -> Json:
        return self._send("GET", path, params=query)

    def post(self, path: str, body: Json, key: str) -> Json:
        return self._send("POST", path, json=body, headers={"Idempotency-Key": key})

    def rows(self, path: str, **query: Any) -> Iterator[Json]:
        """Yield every row of a list, page by page."""
        page = self.get(path, **query)
        while True:
            yield from page["results"]
            if not page["next"]:
                return
            page = self._send("GET", page["next"])

    def own_versions(self) -> dict[str, Json]:
        """Give one's own versions by the SHA-256 of their bundles."""
        return {version["bundle_sha256"]: version for version in self.rows("versions/", mine="true")}

    def upload(self, bot: HouseBot, known: Mapping[str, Json] | None = None) -> Json:
        """Upload a bundle; when these bytes are there already, give the version that has them.

        `known` are one's own versions, where they have been asked for before.
        """
        content = bot.bundle()
        digest = hashlib.sha256(content).hexdigest()
        there = self.own_versions() if known is None else known
        if digest in there:
            return there[digest]
        files = {"file": (f"{bot.name}.zip", content, "application/zip")}
        return self._send("POST", "versions/", files=files, headers={"Idempotency-Key": f"upload-{digest}"})

    def close(self) -> None:
        self._http.close()

    def _send(self, method: str, path: str, **request: Any) -> Json:
        try:
            response = self._http.request(method, path, **request)
        except httpx.TimeoutException as error:
            raise ArenaError(f"{method} {path} was not answered within {ANSWER_S:.0f} s") from error
        except httpx.TransportError as error:
            raise ArenaError(f"{method} {path} was not answered: {error}") from error
        return self._answer(response)

    @staticmethod
    def _answer(response: httpx.Response) -> Json:
        if response.is_success:
            return dict(response.json())
        try:
            problem = response.json()
            text = f"{problem.get('title')}: {problem.get('detail')} {problem.get('errors') or ''}"
        except ValueError:
            text = response.text[:300]
        raise ArenaError(
            f"{response.request.method} {response.request.url.path} answered {response.status_code}: {text}"
        )
