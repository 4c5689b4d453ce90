"""The addresses of the site."""

from django.urls import include, path
from django.views.i18n import set_language

from fairdeal.web.views.passwords import reset

urlpatterns = [
    path("", include("fairdeal.web.urls")),
    path("language/", set_language, name="set_language"),
    # Before allauth's own, whose name it keeps: it is only there when mail can be sent.
    path("accounts/password/reset/", reset, name="account_reset_password"),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("fairdeal.api.urls")),
]
handler400 = "fairdeal.common.pages.bad_request"
handler403 = "fairdeal.common.pages.forbidden"
handler404 = "fairdeal.common.pages.not_found"
handler500 = "fairdeal.common.pages.server_error"
