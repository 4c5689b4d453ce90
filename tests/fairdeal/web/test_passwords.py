"""A forgotten password: by mail where there is a mail server, else the reader is told who can help."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import User

from tests.fairdeal.web.markup import faults_of

COMMAND = "manage.py changepassword"


@pytest.fixture
def address() -> str:
    return reverse("account_reset_password")


def test_without_mail_nothing_is_offered_and_nothing_sent(anonymous: Client, ada: User, address: str) -> None:
    User.objects.filter(pk=ada.pk).update(email="ada@cards.example")
    login = anonymous.get(reverse("account_login")).content.decode()
    assert f'href="{address}"' not in login and COMMAND in login
    page = anonymous.get(address)
    assert page.status_code == 200
    text = page.content.decode()
    assert faults_of(text) == [] and COMMAND in text and '<input type="email"' not in text
    assert anonymous.post(address, {"email": "ada@cards.example"}).status_code == 405
    assert mail.outbox == []


def test_with_mail_a_link_is_sent_that_sets_a_new_password(
    anonymous: Client, ada: User, address: str, settings: Any
) -> None:
    settings.IS_MAIL_SET_UP = True
    User.objects.filter(pk=ada.pk).update(email="ada@cards.example")
    login = anonymous.get(reverse("account_login")).content.decode()
    assert f'href="{address}"' in login and COMMAND not in login
    assert faults_of(anonymous.get(address).content.decode()) == []
    assert anonymous.post(address, {"email": "ada@cards.example"}).status_code == 302
    (sent,) = mail.outbox
    assert sent.to == ["ada@cards.example"]
    link = re.search(r"http://[^/]+(/\S+)", sent.body)
    assert link is not None
    form = anonymous.get(link[1], follow=True)
    new = {"password1": "nine green bottles 7", "password2": "nine green bottles 7"}
    anonymous.post(form.redirect_chain[-1][0], new)
    ada.refresh_from_db()
    assert ada.check_password("nine green bottles 7")
