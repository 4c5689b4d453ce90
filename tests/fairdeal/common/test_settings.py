"""Settings: a missing one is named, a bad one is explained, production is closed, and `platform` stays Python's."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fairdeal.settings import env

ROOT = Path(__file__).resolve().parents[3]
PRODUCTION = {
    "FAIRDEAL_SECRET_KEY": "".join(chr(33 + number) for number in range(60)),
    "FAIRDEAL_ALLOWED_HOSTS": "cards.example",
    "FAIRDEAL_PUBLIC_URL": "https://cards.example",
    "DATABASE_URL": "postgres://fairdeal:pw@db/fairdeal",
}


def manage(*arguments: str, settings: str = "production", **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": f"fairdeal.settings.{settings}", **variables}
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


# Imports the settings without one variable after the other, in one process, and prints what is said.
WITHOUT_EACH = """
import importlib, os, sys

complete = dict(os.environ)
for name in sys.argv[1:]:
    os.environ.clear()
    os.environ.update({key: value for key, value in complete.items() if key != name})
    for module in ("base", "production"):
        sys.modules.pop(f"fairdeal.settings.{module}", None)
    try:
        importlib.import_module("fairdeal.settings.production")
    except Exception as error:
        print(error)
"""


def test_a_missing_setting_stops_the_start_with_its_name() -> None:
    names = sorted(PRODUCTION)
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "platform"), **PRODUCTION}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_EACH, *names], cwd=ROOT, env=environment, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert [line.partition(" is required")[0].split()[-1] for line in done.stdout.splitlines()] == names, done.stderr
    said = manage("check", **{key: value for key, value in PRODUCTION.items() if key != names[0]})
    assert said.returncode != 0
    assert f"{names[0]} is required" in said.stderr
    assert "Traceback" not in said.stderr


def test_production_passes_djangos_own_deployment_check(tmp_path: Path) -> None:
    done = manage(
        "check",
        "--deploy",
        "--tag",
        "security",
        "--fail-level",
        "WARNING",
        FAIRDEAL_DATA_DIR=str(tmp_path),
        **PRODUCTION,
    )
    assert done.returncode == 0, done.stderr


def test_the_module_platform_is_pythons_own() -> None:
    """A package in the folder `platform/` would replace the standard library's module of that name."""
    code = "import platform, sysconfig; print(platform.__file__); print(sysconfig.get_path('stdlib'))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    found, stdlib = done.stdout.split()
    assert Path(found) == Path(stdlib) / "platform.py"
    assert not (ROOT / "platform" / "__init__.py").exists()


def test_nothing_but_env_reads_the_environment() -> None:
    reading = re.compile(r"os\.(environ|getenv)|from os import .*(environ|getenv)")
    readers = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "platform").rglob("*.py")
        if reading.search(path.read_text(encoding="utf-8"))
    }
    assert readers == {"platform/fairdeal/settings/env.py"}


def test_every_variable_is_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    read = re.compile(r"env\.\w+\(\s*\"([A-Z_]+)\"")
    names = {
        name
        for path in (ROOT / "platform" / "fairdeal" / "settings").glob("*.py")
        for name in read.findall(path.read_text(encoding="utf-8"))
    }
    assert names
    assert [name for name in sorted(names) if name not in example] == []


def test_sqlite_waits_for_the_lock_and_takes_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:////data/my%20cards.sqlite3")
    database = env.database("DATABASE_URL", "")
    assert database["NAME"] == "/data/my cards.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]


def test_postgres_urls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://me:p%40ss@db:5433/cards?sslmode=require")
    database = env.database("DATABASE_URL", "")
    assert {key: database[key] for key in ("NAME", "HOST", "PORT", "USER", "PASSWORD", "OPTIONS")} == {
        "NAME": "cards", "HOST": "db", "PORT": "5433", "USER": "me", "PASSWORD": "p@ss",
        "OPTIONS": {"sslmode": "require"},
    }  # fmt: skip


def test_bad_values_are_named_without_their_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://me:S3cret@db/cards")
    with pytest.raises(env.BadSetting, match="DATABASE_URL") as caught:
        env.database("DATABASE_URL", "")
    assert "S3cret" not in str(caught.value)
    for value in ("0", "11", "-3", "1.5", "many", "٣", "9" * 5000):
        monkeypatch.setenv("FAIRDEAL_UPLOADS_AN_HOUR", value)
        with pytest.raises(env.BadSetting, match="FAIRDEAL_UPLOADS_AN_HOUR"):
            env.whole_number("FAIRDEAL_UPLOADS_AN_HOUR", 5, most=10)
    monkeypatch.setenv("FAIRDEAL_DEBUG", "perhaps")
    with pytest.raises(env.BadSetting, match="FAIRDEAL_DEBUG"):
        env.flag("FAIRDEAL_DEBUG")


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda name: env.database(name, ""), "postgres://me:S3cret@h:abc/cards"),
        (lambda name: env.database(name, ""), "postgres://me:S3cret[@h/cards"),
        (lambda name: env.database(name, ""), "postgres://me:S3cret@h"),
        (env.redis_address, "S3cret"),
        (env.redis_address, "redis://:S3cret@h/abc"),
        (env.redis_address, "http://:S3cret@h/0"),
        (lambda name: env.web_address(name, ""), "cards.example"),
        (lambda name: env.choice(name, "INFO", ("DEBUG", "INFO")), "LOUD"),
    ],
)
def test_an_address_that_cannot_be_is_named(read: Any, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_ADDRESS", value)
    with pytest.raises(env.BadSetting, match=r"FAIRDEAL_ADDRESS .*expected") as caught:
        read("FAIRDEAL_ADDRESS")
    assert "S3cret" not in str(caught.value)


def test_the_mail_server_comes_from_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FAIRDEAL_MAIL_URL", raising=False)
    assert env.mail("FAIRDEAL_MAIL_URL") is None
    monkeypatch.setenv("FAIRDEAL_MAIL_URL", "smtps://me%40x:p%3Aw@mail.example/?from=cards%40x.example")
    assert env.mail("FAIRDEAL_MAIL_URL") == ("mail.example", 465, "me@x", "p:w", False, True, "cards@x.example")
    monkeypatch.setenv("FAIRDEAL_MAIL_URL", "smtp+starttls://mail.example:2587/?from=cards@x.example")
    assert env.mail("FAIRDEAL_MAIL_URL") == ("mail.example", 2587, "", "", True, False, "cards@x.example")


@pytest.mark.parametrize(
    "url",
    [
        "mail.example",
        "http://m/?from=a@b",
        "smtp://m",
        "smtp://m/?from=nobody",
        "smtp:///?from=a@b",
        "smtp://m:x/?from=a@b",
    ],
)
def test_a_bad_mail_server_is_named_without_its_password(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_MAIL_URL", url.replace("//m", "//me:S3cret@m"))
    with pytest.raises(env.BadSetting, match=r"FAIRDEAL_MAIL_URL .*from=address") as caught:
        env.mail("FAIRDEAL_MAIL_URL")
    assert "S3cret" not in str(caught.value)


def test_a_site_with_a_mail_server_sends_by_it() -> None:
    words = "s.IS_MAIL_SET_UP, s.EMAIL_HOST, s.EMAIL_USE_SSL, s.DEFAULT_FROM_EMAIL"
    code = f"from django.conf import settings as s; print({words})"
    url = "smtps://mail.example/?from=a@x.example"
    done = manage("shell", "-v", "0", "-c", code, settings="dev", FAIRDEAL_MAIL_URL=url)
    assert done.stdout.split() == ["True", "mail.example", "True", "a@x.example"], done.stderr
