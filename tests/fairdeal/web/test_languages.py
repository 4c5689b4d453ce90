"""The languages of the pages: every string is in the catalogue, and a reader can choose."""

from __future__ import annotations

import gettext
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import fairdeal
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from fairdeal.accounts.models import User
from fairdeal.api import openapi
from fairdeal.web import words

import engines
from tests.fairdeal.web.builders import make_tournament, make_version
from tests.fairdeal.web.markup import faults_of

SOURCES = Path(fairdeal.__path__[0])
CATALOGUES = sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/django.po"))
OTHERS = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the platform whose catalogues have been brought up to date with its strings."""
    copy = tmp_path_factory.mktemp("strings") / "fairdeal"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    # -P: in the folder lies our celery.py, which would stand in for the package of that name.
    command = [sys.executable, "-P", "-m", "django", "makemessages", "--all", "--no-location", "--no-wrap"]
    done = subprocess.run(
        [*command, "--no-obsolete", "--settings", "fairdeal.settings.test"],
        cwd=copy, env={"PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHONPATH": f"{SOURCES.parent}:{SOURCES.parents[1]}"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return copy


def msgids(catalogue: Path) -> set[str]:
    """Give the msgids of a catalogue, as they are written in it."""
    return set(re.findall(r'^msgid "(.+)"$', catalogue.read_text(encoding="utf-8"), re.M))


def test_there_is_a_catalogue_for_every_language() -> None:
    assert [path.parents[1].name for path in CATALOGUES] == OTHERS


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_every_string_of_the_interface_is_in_the_catalogue(catalogue: Path, collected: Path) -> None:
    now, fresh = msgids(catalogue), msgids(collected / catalogue.relative_to(SOURCES))
    assert len(now) > 500
    assert sorted(fresh - now) == [], "run ops/messages.sh, then translate what is new"
    assert sorted(now - fresh) == [], "run ops/messages.sh: these strings are gone"


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_all_is_translated_with_the_same_placeholders_and_compiled(catalogue: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "django.mo"
    # --check looks at the placeholders and at the number of plural forms.
    done = subprocess.run(
        ["msgfmt", "--check", "--statistics", "-o", compiled, catalogue],
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\d+ translated messages\.", done.stderr.strip()), done.stderr
    assert _texts(compiled) == _texts(catalogue.with_suffix(".mo")), "run ops/messages.sh: it compiles the catalogue"


def _texts(path: Path) -> dict[object, str]:
    with path.open("rb") as file:
        return dict(gettext.GNUTranslations(file)._catalog)  # type: ignore[attr-defined]


def test_the_engines_words_are_marked() -> None:
    specs = [engines.game_spec(game_id) for game_id in engines.game_ids()]
    options = [option for spec in specs for option in spec.options]
    assert set(words.TITLES) == {spec.title for spec in specs}
    assert set(words.OPTION_NAMES) == {option.name.replace("_", " ") for option in options}
    assert set(words.OPTION_SUMMARIES) == {option.summary for option in options}


@pytest.fixture(params=OTHERS)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    yield request.param
    translation.activate(settings.LANGUAGE_CODE)


def test_a_reader_chooses_a_language_and_keeps_it(db: None, language: str) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get("/ratings/?x=1").content.decode()
    assert '<html lang="en"' in page and "Ratings" in page
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None and 'name="next" value="/ratings/?x=1"' in page
    address, choice = reverse("set_language"), {"language": language, "next": "/ratings/?x=1"}
    assert client.post(address, choice).status_code == 403
    answer = client.post(address, choice | {"csrfmiddlewaretoken": token[1]})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/ratings/?x=1")
    cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["max-age"] > 30 * 24 * 3600
    page = client.get("/ratings/").content.decode()
    assert f'<html lang="{language}"' in page
    assert faults_of(page) == []
    assert re.search(r"<h1>([^<]+)</h1>", page)[1] != "Ratings"  # type: ignore[index]


def test_the_choice_leads_to_no_other_site(db: None, anonymous: Client) -> None:
    answer = anonymous.post(reverse("set_language"), {"language": "uk", "next": "https://evil.example/"})
    assert answer.headers["Location"] == "/"


def test_a_browser_that_prefers_ukrainian_gets_numbers_and_plurals_of_it(ada: User, anonymous: Client) -> None:
    made = make_tournament(ada, make_version(ada, "fox"), make_version(ada, "elk"), state="finished", blocks=12)
    address, header = reverse("web:tournament", args=[made.pk]), {"accept-language": "uk,en;q=0.5"}
    page = anonymous.get(address, headers=header).content.decode()
    assert '<html lang="uk"' in page and faults_of(page) == []
    assert "Турнірна таблиця" in page and "100,0\N{NO-BREAK SPACE}%" in page and "±\N{NO-BREAK SPACE}12,4" in page
    assert "2 учасники" in page and "+1,11" in page


def test_a_refusal_comes_in_the_readers_language(db: None, anonymous: Client) -> None:
    answer = anonymous.get("/tournaments/99/", headers={"accept-language": "uk"})
    text = answer.content.decode()
    assert answer.status_code == 404
    assert "Такого турніру немає." in text and "Не знайдено" in text
    problem = anonymous.get("/api/v1/pools/99/", headers={"accept-language": "uk"}).json()
    assert (problem["code"], problem["detail"]) == ("no_such_pool", "Рейтингів ще немає.")


def test_the_document_of_the_api_is_in_one_language_whoever_asks_first(db: None) -> None:
    openapi._document.cache_clear()
    with translation.override("uk"):
        assert not re.search("[а-яїієґ]", str(openapi.document()))
