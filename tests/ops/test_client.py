"""The demo's client says in words that the site did not answer."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from ops.client import Client
from ops.errors import ArenaError


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (httpx.ReadTimeout("timed out"), "was not answered within 30 s"),
        (httpx.ConnectError("Connection refused"), "was not answered: Connection refused"),
    ],
)
@pytest.mark.parametrize(
    "ask",
    [
        lambda client: client.get("pools/"),
        lambda client: client.post("tournaments/", {}, key="one"),
        lambda client: list(client.rows("versions/")),
    ],
)
def test_no_answer_is_an_error_in_words(ask: Callable[[Client], object], fault: Exception, words: str) -> None:
    def silent(request: httpx.Request) -> httpx.Response:
        raise fault

    client = Client("http://site.example", "token")
    client._http = httpx.Client(base_url="http://site.example/api/v1/", transport=httpx.MockTransport(silent))
    with pytest.raises(ArenaError, match=words):
        ask(client)
    client.close()
