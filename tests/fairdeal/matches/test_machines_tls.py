"""The broker over TLS: a worker with its one file, held to the broker's name and authority."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.management import call_command
from fairdeal.common import broker

from ops.services import free_port
from tests.fairdeal.matches.test_machines import play

pytestmark = pytest.mark.django_db


def certificate(directory: Path, name: str) -> Path:
    """Make a certificate of 127.0.0.1 that is its own authority; gives its file, the key beside it."""
    file = directory / f"{name}.pem"
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    where = ["-keyout", str(file.with_suffix(".key")), "-out", str(file), "-days", "2"]
    subprocess.run(
        [*words, *where, "-subj", "/CN=arena", "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, capture_output=True, timeout=30,
    )  # fmt: skip
    return file


@contextlib.contextmanager
def tls_redis(directory: Path, file: Path) -> Iterator[str]:
    """Run a Redis that speaks TLS alone; gives its address."""
    port = free_port()
    command = ["redis-server", "--port", "0", "--tls-port", str(port), "--bind", "127.0.0.1", "--save", ""]
    tls = ["--tls-cert-file", str(file), "--tls-key-file", str(file.with_suffix(".key")), "--tls-auth-clients", "no"]
    process = subprocess.Popen(
        [*command, *tls, "--tls-ca-cert-file", str(file), "--dir", str(directory)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if "Ready to accept connections" in line:
                break
        yield f"rediss://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.communicate(timeout=10)


def test_a_machine_plays_over_tls_and_trusts_nobody_else(
    tmp_path: Path, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    mine, other = certificate(tmp_path, "mine"), certificate(tmp_path, "other")
    with tls_redis(tmp_path, mine) as url:
        settings.BROKER_URL = settings.WORKER_BROKER_URL = url
        settings.REDIS_CA = mine
        broker.producer.cache_clear()
        try:
            file = tmp_path / "attic.json"
            with django_capture_on_commit_callbacks(execute=True):
                call_command("worker_credentials", "attic", "--file", str(file), stdout=StringIO())
            broker.send(task="worker.play_match", queue="matches", message={"match": 7})
            done = play(file, tmp_path)
            assert done.returncode == 0, done.stderr
            client = broker.redis_client()
            assert client is not None
            assert client.llen("inbox") == 1
            settings.REDIS_CA = other
            stranger = broker.redis_client()
            assert stranger is not None
            with pytest.raises(redis.ConnectionError, match="certificate verify failed"):
                stranger.ping()
        finally:
            broker.producer.cache_clear()
