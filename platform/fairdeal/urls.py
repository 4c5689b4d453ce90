"""The addresses of the site."""

from django.urls import include, path

urlpatterns = [
    path("", include("fairdeal.web.urls")),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("fairdeal.api.urls")),
]
handler400 = "fairdeal.common.pages.bad_request"
handler403 = "fairdeal.common.pages.forbidden"
handler404 = "fairdeal.common.pages.not_found"
handler500 = "fairdeal.common.pages.server_error"
