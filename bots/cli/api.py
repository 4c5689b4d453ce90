"""The site's API as the commands use it; every refusal becomes a line that says what to do next."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, Final

import httpx

from bots.cli.errors import CliError, Exit
from bots.cli.login import Login, read_login
from bots.cli.output import Json

ANSWER_S: Final = 30.0
MAX_RECORD_BYTES: Final = 64 * 1024 * 1024
PAGE_ROWS: Final = 200


class Site:
    """A client of `/api/v1/`; used as a context, it is closed at the end."""

    def __init__(self, login: Login | None = None) -> None:
        self.login = login or read_login()
        headers = {"Accept": "application/json"}
        if self.login.token:
            headers["Authorization"] = f"Bearer {self.login.token}"
        try:
            self._http = httpx.Client(base_url=f"{self.login.url}/api/v1/", headers=headers, timeout=ANSWER_S)
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise self._bad_address(error) from None

    def __enter__(self) -> Site:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def get(self, path: str, **query: Any) -> Any:
        """Read a resource."""
        wanted = {name: value for name, value in query.items() if value is not None}
        return self._json(self._send("GET", path, params=wanted or None))

    def rows(self, path: str, most: int, **query: Any) -> list[Json]:
        """Read the first rows of a list."""
        return list(itertools.islice(self._pages(path, limit=min(most, PAGE_ROWS), **query), most))

    def post(self, path: str, body: Json | None = None, *, key: str) -> Json:
        """Do something once: with the same key and body again, the site gives the first answer."""
        return dict(self._json(self._send("POST", path, json=body or {}, headers={"Idempotency-Key": key})))

    def upload(self, name: str, content: bytes, fields: Json, *, key: str) -> Json:
        """Upload a file with the fields of its form."""
        files = {"file": (name, content, "application/octet-stream")}
        return dict(
            self._json(self._send("POST", "versions/", files=files, data=fields, headers={"Idempotency-Key": key}))
        )

    def record(self, match: int, block: int) -> bytes:
        """Download the record of a block, as it is stored."""
        path = f"matches/{match}/records/{block}/"
        content = self._send("GET", path, headers={"Accept": "application/gzip"}).content
        if len(content) > MAX_RECORD_BYTES:
            raise CliError(f"the record of block {block} has {len(content)} bytes", "No record is so long.", Exit.SITE)
        return content

    def _pages(self, path: str, **query: Any) -> Iterator[Json]:
        page = self.get(path, **query)
        while True:
            yield from page["results"]
            if not page["next"]:
                return
            page = self._json(self._send("GET", page["next"]))

    def _send(self, method: str, path: str, **request: Any) -> httpx.Response:
        try:
            response = self._http.request(method, path, **request)
        except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            raise self._bad_address(error) from None
        except httpx.TimeoutException:
            raise CliError(
                f"{self.login.url} did not answer within {ANSWER_S:.0f} s", "Try again later.", Exit.SITE
            ) from None
        except httpx.TransportError as error:
            raise CliError(
                f"there is no site at {self.login.url} ({error})",
                "Is it running? `fairdeal login --url ADDRESS`, or FAIRDEAL_URL, names another.",
                Exit.SITE,
            ) from None
        if not response.is_success:
            raise self._refusal(response)
        return response

    def _json(self, response: httpx.Response) -> Any:
        try:
            return response.json()
        except ValueError:
            raise self._no_site("what it answers is no JSON") from None

    def _refusal(self, response: httpx.Response) -> CliError:
        try:
            problem = response.json()
            detail, code = str(problem["detail"]), str(problem["code"])
        except (ValueError, KeyError, TypeError):
            return self._no_site(f"it answers {response.status_code}")
        if errors := problem.get("errors"):
            told = "; ".join(f"{field}: {' '.join(map(str, texts))}" for field, texts in errors.items())
            detail = f"{detail.rstrip('.')}: {told}" if told not in detail else detail
        return CliError(f"the site says: {detail}", self._next_step(response, code), Exit.SITE)

    def _next_step(self, response: httpx.Response, code: str) -> str:
        if response.status_code == 401:
            where = f"{self.login.url}/tokens/"
            return f"Make a token at {where} and use `fairdeal login`."
        if response.status_code == 403:
            return "Use a token with the scope that is asked for, made by who may do this: `fairdeal login`."
        if response.status_code == 404:
            return "Is the number or name right, and may you see it? `fairdeal login` says who you are."
        if response.status_code == 429:
            return f"Try again in {response.headers.get('Retry-After', 'some')} seconds."
        if response.status_code >= 500:
            return (
                f"Try again; if it stays so, tell the site's staff the number {response.headers.get('X-Request-ID')}."
            )
        return f"Correct that, and try again ({code})."

    def _bad_address(self, error: Exception) -> CliError:
        return CliError(
            f"{self.login.url!r} is no address of a site: {error}", "Write it like http://127.0.0.1:8000.", Exit.INPUT
        )

    def _no_site(self, why: str) -> CliError:
        return CliError(
            f"{self.login.url} is no Fairdeal site with this version of the API: {why}",
            "`fairdeal login --url ADDRESS`, or FAIRDEAL_URL, names another; or bring this program up to date.",
            Exit.SITE,
        )
