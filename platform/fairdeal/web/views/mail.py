"""What allauth does by mail: its own views where there is a mail server, else word of what is so without one."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as by_mail
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

View = Callable[..., HttpResponseBase]


@require_safe
def password_by_operator(request: HttpRequest, **_keys: str) -> HttpResponseBase:
    """Say how an operator sets a new password."""
    return render(request, "account/password_reset_by_operator.html")


@require_safe
def no_confirmation(request: HttpRequest, **_keys: str) -> HttpResponseBase:
    """Say that addresses are not confirmed here."""
    return render(request, "account/email_without_mail.html")


def _with_mail(view: View, *, otherwise: View) -> View:
    """Give allauth's view where mail can be sent, and the other one where nothing may be promised."""

    @wraps(view)
    def choose(request: HttpRequest, *args: Any, **keys: Any) -> HttpResponseBase:
        return (view if settings.IS_MAIL_SET_UP else otherwise)(request, *args, **keys)

    return choose


reset = _with_mail(by_mail.password_reset, otherwise=password_by_operator)
reset_done = _with_mail(by_mail.password_reset_done, otherwise=password_by_operator)
reset_from_key = _with_mail(by_mail.password_reset_from_key, otherwise=password_by_operator)
addresses = _with_mail(by_mail.email, otherwise=no_confirmation)
confirmation_sent = _with_mail(by_mail.email_verification_sent, otherwise=no_confirmation)
confirm = _with_mail(by_mail.confirm_email, otherwise=no_confirmation)
