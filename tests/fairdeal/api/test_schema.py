"""The API's document is valid, complete, and shown under the content security policy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS
from fairdeal.accounts.models import Scope
from fairdeal.api.openapi import document

METHODS = ("get", "post", "put", "patch", "delete")


def operations():
    for path, item in document()["paths"].items():
        for method in METHODS:
            if method in item:
                yield f"{method.upper()} {path}", item[method]


def test_the_document_is_valid_and_free_of_warnings(db, tmp_path):
    GENERATOR_STATS.reset()
    call_command(
        "spectacular",
        "--validate",
        "--fail-on-warn",
        "--custom-settings",
        "fairdeal.api.conf.SPECTACULAR_SETTINGS",
        "--file",
        str(tmp_path / "schema.yaml"),
    )
    assert not GENERATOR_STATS


def test_it_is_openapi_3_1_in_json(anonymous, db):
    response = anonymous.get("/api/v1/schema/")
    assert response.status_code == 200
    assert response.json()["openapi"].startswith("3.1")
    assert "/api/v1/me/" in response.json()["paths"]


def test_every_operation_documents_its_problems(db):
    for name, operation in operations():
        problems = {status for status in operation["responses"] if status >= "400"}
        if not name.split()[1].startswith("/api/v1/worker/"):
            assert {"401", "403", "429"} <= problems, name
        assert ("{" not in name) or "404" in problems, name
        for status in problems:
            content = operation["responses"][status]["content"]
            assert list(content) == ["application/problem+json"], (name, status)
        assert operation.get("summary"), f"{name} has no summary"


def test_every_post_of_a_person_takes_an_idempotency_key(db):
    for name, operation in operations():
        if name.startswith("POST"):
            headers = [row["name"] for row in operation.get("parameters", []) if row["in"] == "header"]
            assert "Idempotency-Key" in headers, name


def test_the_page_has_no_inline_script_or_style(client, db):
    response = client.get("/api/v1/docs/")
    assert response.status_code == 200
    page = response.content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert "<style" not in page and " style=" not in page and " onload=" not in page
    policy = response["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert re.search(r"img-src 'self' data:", policy)


@pytest.mark.parametrize("kind", ["href", "src"])
def test_the_files_of_the_page_exist(client, db, kind):
    page = client.get("/api/v1/docs/").content.decode()
    found = re.findall(rf'{kind}="/static/([^"]+)"', page)
    assert found
    for path in found:
        assert finders.find(path), path


def test_the_page_about_the_api_knows_every_address_filter_scope_and_status(db):
    text = (Path(__file__).parents[3] / "docs" / "7-api.md").read_text()
    for path in document()["paths"]:
        for word in path.removeprefix("/api/v1/").strip("/").split("/"):
            assert word.startswith("{") or word in text, path
    for name, operation in operations():
        for status in operation["responses"]:
            assert status in text, (name, status)
    for scope in Scope.values:
        assert f"`{scope}`" in text
