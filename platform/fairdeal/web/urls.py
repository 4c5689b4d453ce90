"""The addresses of the pages."""

from django.urls import path

from fairdeal.web.views import (
    bots,
    home,
    matches,
    pause,
    queue,
    ratings,
    staff,
    tokens,
    tournaments,
    uploads,
    versions,
    workers,
)

app_name = "web"
urlpatterns = [
    path("", home.home, name="home"),
    path("running/", home.running, name="running"),
    path("ratings/", ratings.pools, name="pools"),
    path("ratings/<int:pool_id>/", ratings.pool, name="pool"),
    path("bots/<slug:owner_name>/", bots.owner, name="owner"),
    path("bots/<slug:owner_name>/<slug:bot_name>/", bots.bot, name="bot"),
    path("versions/<int:pk>/", versions.version, name="version"),
    path("versions/<int:pk>/report/", versions.report, name="version_report"),
    path("versions/<int:pk>/publish/", versions.publish, name="version_publish"),
    path("versions/<int:pk>/check/", versions.check_again, name="version_check"),
    path("versions/<int:pk>/bundle", versions.bundle, name="bundle"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/records/<int:block>", matches.record, name="record"),
    path("tournaments/", tournaments.tournaments, name="tournaments"),
    path("tournaments/new/", tournaments.new, name="tournament_new"),
    path("tournaments/<int:pk>/", tournaments.tournament, name="tournament"),
    path("tournaments/<int:pk>/start/", tournaments.start, name="tournament_start"),
    path("tournaments/<int:pk>/cancel/", tournaments.cancel, name="tournament_cancel"),
    path("tournaments/<int:pk>/pause/", pause.pause, name="tournament_pause"),
    path("tournaments/<int:pk>/resume/", pause.resume, name="tournament_resume"),
    path("tournaments/<int:pk>/progress", tournaments.progress, name="tournament_progress"),
    path("queue/", queue.queue, name="queue"),
    path("upload/", uploads.upload, name="upload"),
    path("workers/", workers.workers, name="workers"),
    path("workers/requeue/", staff.requeue_all, name="requeue_all"),
    path("matches/<int:pk>/requeue/", staff.requeue, name="match_requeue"),
    path("machines/<int:pk>/release/", staff.release, name="machine_release"),
    path("alarms/<int:pk>/settle/", staff.settle, name="alarm_settle"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", tokens.revoke, name="token_revoke"),
]
