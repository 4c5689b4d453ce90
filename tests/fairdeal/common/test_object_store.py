"""Bundles and records as objects: over HTTP to a store that speaks S3 as far as we use it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

import pytest
from django.core.files.storage import storages
from fairdeal.common import blobs
from fairdeal.common.errors import NotFound
from fairdeal.matches.models import StoredRecord
from fairdeal.matches.services import blobs_sweep
from fairdeal.submissions.models import BotVersion

from tests.fairdeal.playing import make_version

DAY = timedelta(days=1)
ISO = "%Y-%m-%dT%H:%M:%S.000Z"


class Bucket(dict[str, tuple[bytes, datetime]]):
    """Objects by key, with the time they were written."""

    clock = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def write(self, key: str, content: bytes) -> None:
        self[key] = (content, self.clock)


class S3(BaseHTTPRequestHandler):
    """PUT, copy, GET, HEAD, DELETE and list, of one bucket."""

    bucket: Bucket

    def do_PUT(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        source = self.headers.get("x-amz-copy-source")
        if source is not None:
            content = self.bucket[unquote(source).lstrip("/").partition("/")[2]][0]
            self.bucket.write(self.key, content)
            self.answer(200, b"<CopyObjectResult><ETag>x</ETag></CopyObjectResult>")
            return
        if "aws-chunked" in self.headers.get("Content-Encoding", ""):
            content = plain(content)
        self.bucket.write(self.key, content)
        self.answer(200)

    def do_GET(self) -> None:
        if not self.key:
            prefix = parse_qs(urlsplit(self.path).query).get("prefix", [""])[0]
            rows = [
                f"<Contents><Key>{escape(key)}</Key><LastModified>{moment.strftime(ISO)}</LastModified>"
                f"<Size>{len(content)}</Size></Contents>"
                for key, (content, moment) in sorted(self.bucket.items())
                if key.startswith(prefix)
            ]
            listed = f"<ListBucketResult><IsTruncated>false</IsTruncated>{''.join(rows)}</ListBucketResult>"
            self.answer(200, listed.encode())
        elif self.key in self.bucket:
            self.answer(200, self.bucket[self.key][0])
        else:
            self.answer(404, b"<Error><Code>NoSuchKey</Code></Error>")

    do_HEAD = do_GET

    def do_DELETE(self) -> None:
        self.bucket.pop(self.key, None)
        self.answer(204)

    @property
    def key(self) -> str:
        return unquote(urlsplit(self.path).path).lstrip("/").partition("/")[2]

    def answer(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"x"')
        self.send_header("Last-Modified", self.bucket.clock.strftime("%a, %d %b %Y %H:%M:%S GMT"))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *words: Any) -> None:
        pass


def plain(content: bytes) -> bytes:
    """Take the chunks of a signed upload apart: size in hex, a line, the bytes."""
    found, rest = b"", content
    while match := re.match(rb"([0-9a-f]+)[^\r]*\r\n", rest):
        size = int(match[1], 16)
        found += rest[match.end() : match.end() + size]
        rest = rest[match.end() + size + 2 :]
        if not size:
            break
    return found


@pytest.fixture
def bucket(settings: Any) -> Iterator[Bucket]:
    """A bucket that the site's files lie in."""
    made = Bucket()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("OneBucket", (S3,), {"bucket": made}))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    options = {
        "bucket_name": "cards",
        "endpoint_url": f"http://127.0.0.1:{server.server_port}",
        "region_name": "here",
        "access_key": "key",
        "secret_key": "secret",
        "addressing_style": "path",
        "file_overwrite": True,
        "default_acl": None,
    }
    store = {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
    settings.STORAGES = {**settings.STORAGES, blobs.OBJECTS: store}
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


def key(name: str) -> str:
    return f"{name[:2]}/{name}"


def test_bytes_come_back_under_their_hash(bucket: Bucket) -> None:
    name = blobs.put(b"cards")
    assert bucket[key(name)][0] == b"cards"
    assert blobs.read(name) == blobs.open_blob(name).read() == b"cards"
    assert blobs.exists(name)
    assert not blobs.exists("0" * 64)
    for missing in ("0" * 64, "../x"):
        with pytest.raises(NotFound):
            blobs.read(missing)


def test_changed_bytes_are_found_out_and_put_right(bucket: Bucket) -> None:
    name = blobs.put(b"cards")
    bucket.write(key(name), b"CARDS")
    with pytest.raises(blobs.BlobDamaged, match=name):
        blobs.read(name)
    blobs.put(b"cards")
    assert blobs.read(name) == b"cards"


@pytest.mark.django_db
def test_what_no_row_names_goes_in_two_steps(bucket: Bucket) -> None:
    named, orphan = blobs.put(b"a bundle"), blobs.put(b"nobody's")
    BotVersion.objects.filter(pk=make_version("ada").pk).update(bundle_sha256=named)
    assert blobs_sweep(now=bucket.clock + DAY / 2) == 0
    bucket.clock += 2 * DAY
    assert blobs_sweep(now=bucket.clock) == 1
    assert not blobs.exists(orphan)
    assert set(bucket) == {key(named), f"out/{key(orphan)}"}
    bucket.clock += 2 * DAY
    assert blobs_sweep(now=bucket.clock) == 0
    assert set(bucket) == {key(named)}


@pytest.mark.django_db
def test_what_a_row_names_at_the_last_moment_comes_back(bucket: Bucket) -> None:
    """The same bytes are put, and named, just while they are removed."""
    name = blobs.put(b"cards")
    bucket.clock += 2 * DAY
    assert blobs_sweep(now=bucket.clock) == 1
    version = make_version("ada")
    BotVersion.objects.filter(pk=version.pk).update(bundle_sha256=name)
    assert blobs.read(name) == b"cards"
    bucket.clock += 2 * DAY
    blobs_sweep(now=bucket.clock)
    assert set(bucket) == {key(name)}
    assert not StoredRecord.objects.exists()


def test_young_objects_are_not_removed(bucket: Bucket) -> None:
    name = blobs.put(b"cards")
    assert not blobs.remove_old(name, bucket.clock - DAY)
    assert not blobs.remove_old("0" * 64, bucket.clock + DAY)
    assert blobs.exists(name)
    assert storages[blobs.OBJECTS].bucket.name == "cards"
