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
from fairdeal.api.resources import tournament_acts as acts
from fairdeal.api.resources import tournament_entries as entries
from fairdeal.api.resources import tournament_reads as reads
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
    path("tournaments/<int:pk>/entries/", entries.EntryList.as_view(), name="tournament_entries"),
    path("tournaments/<int:pk>/entries/<int:entry>/", entries.EntryDetail.as_view(), name="tournament_entry"),
    path("tournaments/<int:pk>/entries/<int:entry>/withdraw/", entries.EntryWithdraw.as_view(), name="entry_withdraw"),
    path(
        "tournaments/<int:pk>/entries/<int:entry>/disqualify/",
        entries.EntryDisqualify.as_view(),
        name="entry_disqualify",
    ),
    path("tournaments/<int:pk>/open/", acts.TournamentOpen.as_view(), name="tournament_open"),
    path("tournaments/<int:pk>/close/", acts.TournamentClose.as_view(), name="tournament_close"),
    path("tournaments/<int:pk>/start/", acts.TournamentStart.as_view(), name="tournament_start"),
    path("tournaments/<int:pk>/pause/", acts.TournamentPause.as_view(), name="tournament_pause"),
    path("tournaments/<int:pk>/resume/", acts.TournamentResume.as_view(), name="tournament_resume"),
    path("tournaments/<int:pk>/cancel/", acts.TournamentCancel.as_view(), name="tournament_cancel"),
    path("tournaments/<int:pk>/rerun-failed/", acts.TournamentRerunFailed.as_view(), name="tournament_rerun_failed"),
    path("tournaments/<int:pk>/schedule/", reads.TournamentSchedule.as_view(), name="tournament_schedule"),
    path("tournaments/<int:pk>/standings/", reads.TournamentStandings.as_view(), name="tournament_standings"),
    path("tournaments/<int:pk>/rounds/", reads.TournamentRounds.as_view(), name="tournament_rounds"),
    path("tournaments/<int:pk>/bracket/", reads.TournamentBracket.as_view(), name="tournament_bracket"),
    path("tournaments/<int:pk>/crosstable/", reads.TournamentCrosstable.as_view(), name="tournament_crosstable"),
    path("tournaments/<int:pk>/schedule.csv", reads.ScheduleCsv.as_view(), name="tournament_schedule_csv"),
    path("tournaments/<int:pk>/fairness.csv", reads.FairnessCsv.as_view(), name="tournament_fairness_csv"),
    path("tournaments/<int:pk>/standings.csv", reads.StandingsCsv.as_view(), name="tournament_standings_csv"),
    path("tournaments/<int:pk>/crosstable.csv", reads.CrosstableCsv.as_view(), name="tournament_crosstable_csv"),
    path("tournaments/<int:pk>/games.trf", reads.Trf.as_view(), name="tournament_trf"),
    path("pools/", pools.PoolList.as_view(), name="pools"),
    path("pools/<int:pk>/", pools.PoolDetail.as_view(), name="pool"),
    path("pools/<int:pk>/ledger/", ledger.LedgerList.as_view(), name="ledger"),
    path("queue/", queue.QueueDetail.as_view(), name="queue"),
    path("matches/<int:pk>/requeue/", operations.MatchRequeue.as_view(), name="match_requeue"),
    path("alarms/", operations.AlarmList.as_view(), name="alarms"),
    path("alarms/<int:pk>/settle/", operations.AlarmSettle.as_view(), name="alarm_settle"),
    path("workers/", workers.WorkerList.as_view(), name="workers"),
    path("worker/bundles/<str:sha>", worker.Bundle.as_view(), name="worker_bundle"),
    path("worker/attempts/<int:attempt>/records/<int:block>", worker.Record.as_view(), name="worker_record"),
    re_path(r"", NoSuchAddress.as_view()),
]
