"""The addresses of the API, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path, re_path

from fairdeal.api.resources import games, me, schema
from fairdeal.api.views import NoSuchAddress

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", schema.Schema.as_view(), name="schema"),
    path("docs/", schema.Docs.as_view(), name="docs"),
    path("me/", me.Me.as_view(), name="me"),
    path("games/", games.GameList.as_view(), name="games"),
    re_path(r"", NoSuchAddress.as_view()),
]
