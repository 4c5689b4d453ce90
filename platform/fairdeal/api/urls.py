"""The addresses of the API, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path, re_path

from fairdeal.api.resources import (
    bots,
    games,
    ledger,
    matches,
    me,
    operations,
    pools,
    queue,
    schema,
    tournaments,
    versions,
    worker,
    workers,
)
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
    path("matches/", matches.MatchList.as_view(), name="matches"),
    path("matches/<int:pk>/", matches.MatchDetail.as_view(), name="match"),
    path("matches/<int:pk>/blocks/", matches.BlockList.as_view(), name="blocks"),
    path("matches/<int:pk>/records/<int:block>/", matches.RecordDetail.as_view(), name="record"),
    path("tournaments/", tournaments.TournamentList.as_view(), name="tournaments"),
    path("tournaments/<int:pk>/", tournaments.TournamentDetail.as_view(), name="tournament"),
    path("tournaments/<int:pk>/start/", tournaments.TournamentStart.as_view(), name="tournament_start"),
    path("tournaments/<int:pk>/cancel/", tournaments.TournamentCancel.as_view(), name="tournament_cancel"),
    path("tournaments/<int:pk>/schedule/", tournaments.TournamentSchedule.as_view(), name="tournament_schedule"),
    path("tournaments/<int:pk>/crosstable/", tournaments.TournamentCrosstable.as_view(), name="tournament_crosstable"),
    path("pools/", pools.PoolList.as_view(), name="pools"),
    path("pools/<int:pk>/", pools.PoolDetail.as_view(), name="pool"),
    path("pools/<int:pk>/ledger/", ledger.LedgerList.as_view(), name="ledger"),
    path("queue/", queue.QueueDetail.as_view(), name="queue"),
    path("matches/<int:pk>/requeue/", operations.MatchRequeue.as_view(), name="match_requeue"),
    path("tournaments/<int:pk>/pause/", operations.TournamentPause.as_view(), name="tournament_pause"),
    path("tournaments/<int:pk>/resume/", operations.TournamentResume.as_view(), name="tournament_resume"),
    path("alarms/", operations.AlarmList.as_view(), name="alarms"),
    path("alarms/<int:pk>/settle/", operations.AlarmSettle.as_view(), name="alarm_settle"),
    path("workers/", workers.WorkerList.as_view(), name="workers"),
    path("worker/bundles/<str:sha>", worker.Bundle.as_view(), name="worker_bundle"),
    path("worker/attempts/<int:attempt>/records/<int:block>", worker.Record.as_view(), name="worker_record"),
    re_path(r"", NoSuchAddress.as_view()),
]
