"""The addresses of the API, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path, re_path

from fairdeal.api.resources import bots, games, me, schema, versions
from fairdeal.api.views import NoSuchAddress

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", schema.Schema.as_view(), name="schema"),
    path("docs/", schema.Docs.as_view(), name="docs"),
    path("me/", me.Me.as_view(), name="me"),
    path("games/", games.GameList.as_view(), name="games"),
    path("bots/", bots.BotList.as_view(), name="bots"),
    path("bots/<slug:owner>/<slug:name>/", bots.BotDetail.as_view(), name="bot"),
    path("versions/", versions.VersionList.as_view(), name="versions"),
    path("versions/<int:pk>/", versions.VersionDetail.as_view(), name="version"),
    path("versions/<int:pk>/publish/", versions.VersionPublish.as_view(), name="version_publish"),
    path("versions/<int:pk>/check/", versions.VersionCheck.as_view(), name="version_check"),
    re_path(r"", NoSuchAddress.as_view()),
]
