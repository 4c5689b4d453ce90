"""Forgotten passwords: allauth's way by mail where there is a mail server, else word of who can help."""

from allauth.account.views import PasswordResetView
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import render

_by_mail = PasswordResetView.as_view()


def reset(request: HttpRequest) -> HttpResponseBase:
    """Ask for the address to send a link to, or say how an operator resets a password."""
    if settings.IS_MAIL_SET_UP:
        return _by_mail(request)
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return _by_operator(request)


def _by_operator(request: HttpRequest) -> HttpResponse:
    return render(request, "account/password_reset_by_operator.html")
