"""What needs mail: done where there is a mail server, else neither offered nor promised."""

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


NO_MAIL = ["account_reset_password_done", "account_email", "account_email_verification_sent"]


@pytest.mark.parametrize("name", NO_MAIL)
def test_without_mail_nothing_is_promised(as_ada: Client, ada: User, name: str) -> None:
    User.objects.filter(pk=ada.pk).update(email="ada@cards.example")
    page = as_ada.get(reverse(name))
    text = page.content.decode()
    assert page.status_code == 200 and faults_of(text) == []
    assert "This site sends no mail" in text and "have sent" not in text and "action_send" not in text
    assert as_ada.post(reverse(name), {"action_add": "", "email": "new@cards.example"}).status_code == 405
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("account_confirm_email", {"key": "Mg:1abc:def"}),
        ("account_reset_password_from_key", {"uidb36": "1", "key": "abc-def"}),
    ],
)
def test_without_mail_an_old_link_offers_no_new_one(anonymous: Client, name: str, keys: dict[str, str]) -> None:
    text = anonymous.get(reverse(name, kwargs=keys)).content.decode()
    assert "This site sends no mail" in text


def test_with_mail_an_address_is_added_and_confirmed(as_ada: Client, ada: User, settings: Any) -> None:
    settings.IS_MAIL_SET_UP = True
    new = {"action_add": "", "email": "new@cards.example"}
    answer = as_ada.post(reverse("account_email"), new, follow=True)
    (sent,) = mail.outbox
    assert sent.to == ["new@cards.example"] and "new@cards.example" in answer.content.decode()
    link = re.search(r"http://[^/]+(/accounts/confirm-email/\S+)", sent.body)
    assert link is not None
    as_ada.post(link[1])
    assert ada.emailaddress_set.get().verified
    for name in ("account_reset_password_done", "account_email_verification_sent"):
        assert "This site sends no mail" not in as_ada.get(reverse(name)).content.decode()
