"""No secret reaches the log, whichever logger it is given to."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator

import pytest
import structlog
from fairdeal.common import logs


@pytest.fixture
def output() -> Iterator[io.StringIO]:
    """Give what the configured logging writes."""
    stream = io.StringIO()
    configuration = logs.configuration(level="INFO", as_json=True)
    configuration["handlers"]["stderr"]["stream"] = stream
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    logging.config.dictConfig(configuration)
    yield stream
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


TOKEN = "fd_" + "S3cret" * 7 + "x"


@pytest.mark.parametrize(
    "text",
    [
        f"token {TOKEN} used",
        f"Authorization: Bearer {TOKEN}",
        "Authorization: Lease S3cretS3cretS3cret",
        "cannot reach redis://workers:S3cret@redis:6379/0",
        "cannot reach postgres://fairdeal:S3cret%2F@db/fairdeal",
        "redis://:S3cret@redis/0 is away",
        "login with password=S3cret failed",
        "{'token': 'S3cret', 'match': 3}",
        '{"secret": "S3cret with spaces"}',
    ],
)
def test_secrets_in_texts(output: io.StringIO, text: str) -> None:
    logging.getLogger("some.library").warning(text)
    logging.getLogger("some.library").warning("%s", text)
    structlog.stdlib.get_logger("ours").warning("event", detail=text)
    try:
        raise RuntimeError(text)
    except RuntimeError:
        logging.getLogger("some.library").exception("failed")
    assert output.getvalue().count("\n") == 4
    assert "S3cret" not in output.getvalue()
    assert logs.HIDDEN in output.getvalue()


@pytest.mark.parametrize(
    "name", ["password", "token", "lease_token", "Authorization", "SECRET_KEY", "api_key", "sessionid_cookie"]
)
def test_secrets_under_their_names(output: io.StringIO, name: str) -> None:
    logger = structlog.stdlib.get_logger("ours")
    logger.info("event", **{name: "S3cret"})
    logger.info("event", message={"list": [{name: "S3cret", "match": 3}]})
    logging.getLogger("lib").info("event", extra={name: "S3cret"})
    assert "S3cret" not in output.getvalue()
    assert '"match": 3' in output.getvalue()


def test_what_is_no_secret_stays(output: io.StringIO) -> None:
    structlog.stdlib.get_logger("ours").info("match finished", match=3, url="http://127.0.0.1:8000/matches/3/")
    line = json.loads(output.getvalue())
    assert (line["event"], line["match"], line["level"]) == ("match finished", 3, "info")
    assert line["url"] == "http://127.0.0.1:8000/matches/3/"
