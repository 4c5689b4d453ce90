"""The worker's settings: from its environment, or from the one file of credentials."""

from __future__ import annotations

import json
import ssl
from pathlib import Path
from typing import Any

import pytest

from worker.config import ConfigError, read_config
from worker.transport import NEVER_S, VISIBILITY_TIMEOUT_S, transport_settings

GOOD: dict[str, Any] = {
    "format": 1,
    "name": "attic",
    "broker_url": "rediss://worker-attic:pw@arena:6380/0",
    "broker_ca": "-----BEGIN CERTIFICATE-----\n",
}


def config_of(tmp_path: Path, text: str) -> Any:
    file = tmp_path / "attic.json"
    file.write_text(text)
    environment = {"FAIRDEAL_CREDENTIALS": str(file), "FAIRDEAL_WORKER_DIR": str(tmp_path / "worker")}
    return read_config({**environment, "FAIRDEAL_BROKER_URL": "redis://elsewhere"})


def test_one_file_says_everything(tmp_path: Path) -> None:
    config = config_of(tmp_path, json.dumps(GOOD))
    assert (config.name, config.broker_url) == ("attic", GOOD["broker_url"])
    assert config.identity.startswith("attic:")
    assert config.has_own_user
    assert config.broker_ca is not None
    assert config.broker_ca.read_text() == GOOD["broker_ca"]
    assert config_of(tmp_path, json.dumps({**GOOD, "broker_ca": ""})).broker_ca is None


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("no json", "expected JSON"),
        ("[]", "expected an object"),
        (json.dumps({**GOOD, "format": 2}), "the format 1"),
        (json.dumps({**GOOD, "broker_url": None}), "broker_url: expected text, not None"),
        (json.dumps({"format": 1}), "name: expected text"),
    ],
)
def test_a_file_that_is_none_is_named_with_what_is_wrong(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        config_of(tmp_path, text)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ConfigError, match="/no/such/file"):
        read_config({"FAIRDEAL_CREDENTIALS": "/no/such/file"})


def test_a_user_of_its_own_has_keys_of_its_own_and_puts_nothing_back() -> None:
    own = transport_settings("redis://worker-attic:pw@arena/0")["broker_transport_options"]
    assert own["visibility_timeout"] == NEVER_S
    assert {own[f"unacked{name}_key"] for name in ("", "_index", "_mutex")} == {
        f"unacked.worker-attic{suffix}" for suffix in ("", ".index", ".mutex")
    }
    shared = transport_settings("redis://arena/0")["broker_transport_options"]
    assert shared == {"visibility_timeout": VISIBILITY_TIMEOUT_S}


def test_tls_is_held_to_name_and_authority(tmp_path: Path) -> None:
    assert "broker_use_ssl" not in transport_settings("redis://arena/0")
    tls = {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True}
    assert transport_settings("rediss://arena/0")["broker_use_ssl"] == tls
    ca = tmp_path / "ca.pem"
    assert transport_settings("rediss://arena/0", ca)["broker_use_ssl"] == {**tls, "ssl_ca_certs": str(ca)}
