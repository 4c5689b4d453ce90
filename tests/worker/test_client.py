"""HTTP to the platform: hashes verified, faults that may pass tried again, others told apart."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import httpx
import pytest

from worker import client as client_module
from worker.client import RETRY_WAITS_S, LeaseLost, PlatformClient, PlatformError
from worker.referee.record import pack_block

Handler = Callable[[httpx.Request], httpx.Response]
RECORD = pack_block(3, [])


def client(handler: Handler, waits: list[float] | None = None) -> PlatformClient:
    sleep = (waits if waits is not None else []).append
    return PlatformClient("http://site/", "secret", transport=httpx.MockTransport(handler), sleep=sleep)


def test_a_bundle_is_asked_for_by_hash_with_the_lease() -> None:
    content = b"bytes of a bundle"
    sha = hashlib.sha256(content).hexdigest()
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, content=content)

    assert client(handler).bundle(sha, {"attempt": 34}) == content
    assert str(seen[0].url) == f"http://site/api/v1/worker/bundles/{sha}?attempt=34"
    assert seen[0].headers["Authorization"] == "Lease secret"


def test_other_bytes_than_asked_for_are_refused() -> None:
    with pytest.raises(PlatformError, match="hash"):
        client(lambda _: httpx.Response(200, content=b"other")).bundle("ab" * 32, {"check": 7})


class Breaking(httpx.SyncByteStream):
    """A body that breaks off after its first bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def __iter__(self) -> Iterator[bytes]:
        yield self._content
        raise httpx.ReadError("the line is cut")


def test_a_transfer_that_breaks_off_goes_on_where_it_broke() -> None:
    content = bytes(range(100))
    asked: list[str | None] = []

    def handler(request: httpx.Request) -> httpx.Response:
        asked.append(request.headers.get("Range"))
        match len(asked):
            case 1:
                return httpx.Response(200, stream=Breaking(content[:30]))
            case 2:
                return httpx.Response(503, content=b"the site restarts")
            case 3:
                return httpx.Response(206, stream=Breaking(content[30:100]))
            case 4:
                return httpx.Response(416)
        return httpx.Response(200, content=content)

    assert client(handler).bundle(hashlib.sha256(content).hexdigest(), {"attempt": 34}) == content
    assert asked == [None, "bytes=30-", "bytes=30-", "bytes=100-", None]


def test_a_site_that_knows_no_ranges_sends_the_whole_again() -> None:
    content = bytes(range(100))
    answers = iter([httpx.Response(200, stream=Breaking(content[:30])), httpx.Response(200, content=content)])
    assert client(lambda _: next(answers)).bundle(hashlib.sha256(content).hexdigest(), {"attempt": 34}) == content


def test_a_bundle_without_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "MAX_BUNDLE_BYTES", 10)
    with pytest.raises(PlatformError, match="more than 10 bytes"):
        client(lambda _: httpx.Response(200, content=b"x" * 11)).bundle("ab" * 32, {"check": 7})


@pytest.mark.parametrize("status", [200, 201])
def test_a_record_is_put_with_its_hash(status: int) -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(status)

    client(handler).put_record(34, 3, RECORD)
    [request] = seen
    assert (request.method, request.url.path) == ("PUT", "/api/v1/worker/attempts/34/records/3")
    assert request.headers["Content-SHA256"] == RECORD.sha256
    assert request.content == RECORD.content


def test_what_may_pass_is_tried_again() -> None:
    answers = iter([httpx.Response(503), httpx.ConnectError("refused"), httpx.Response(201)])
    waits: list[float] = []

    def handler(_: httpx.Request) -> httpx.Response:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    client(handler, waits).put_record(34, 3, RECORD)
    assert waits == list(RETRY_WAITS_S[:2])


def test_trying_again_has_an_end() -> None:
    waits: list[float] = []
    with pytest.raises(PlatformError, match="503"):
        client(lambda _: httpx.Response(503), waits).put_record(34, 3, RECORD)
    assert waits == list(RETRY_WAITS_S)


@pytest.mark.parametrize("status", [401, 410])
def test_a_lost_lease_is_told_apart_and_not_tried_again(status: int) -> None:
    waits: list[float] = []
    with pytest.raises(LeaseLost):
        client(lambda _: httpx.Response(status), waits).put_record(34, 3, RECORD)
    assert waits == []


@pytest.mark.parametrize("status", [302, 400, 404, 409, 413])
def test_a_refusal_is_final(status: int) -> None:
    waits: list[float] = []
    with pytest.raises(PlatformError) as caught:
        client(lambda _: httpx.Response(status), waits).put_record(34, 3, RECORD)
    assert not isinstance(caught.value, LeaseLost)
    assert waits == []
