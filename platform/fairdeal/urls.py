"""The addresses of the site."""

from django.urls import include, path, re_path
from django.views.i18n import set_language

from fairdeal.web.views import mail

urlpatterns = [
    path("", include("fairdeal.web.urls")),
    path("language/", set_language, name="set_language"),
    # Before allauth's own, whose addresses and names they keep: those are only there when mail can be sent.
    path("accounts/password/reset/", mail.reset, name="account_reset_password"),
    path("accounts/password/reset/done/", mail.reset_done, name="account_reset_password_done"),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        mail.reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("accounts/email/", mail.addresses, name="account_email"),
    path("accounts/confirm-email/", mail.confirmation_sent, name="account_email_verification_sent"),
    re_path(r"^accounts/confirm-email/(?P<key>[-:\w]+)/$", mail.confirm, name="account_confirm_email"),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("fairdeal.api.urls")),
]
handler400 = "fairdeal.common.pages.bad_request"
handler403 = "fairdeal.common.pages.forbidden"
handler404 = "fairdeal.common.pages.not_found"
handler500 = "fairdeal.common.pages.server_error"
