"""A site with one of everything that there is to see, and the address of each sight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import count

from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.accounts.services import token_create, token_revoke
from fairdeal.common import blobs
from fairdeal.matches.models import AttemptState, Block, MatchState
from fairdeal.submissions.models import BotVersion, CheckState, VersionState
from fairdeal.tournaments.models import TournamentState

from tests.fairdeal.web.builders import (
    START,
    game_summary,
    make_check,
    make_match,
    make_pool,
    make_tournament,
    make_user,
    make_version,
)
from tests.fairdeal.web.events import make_event, play_event

TRACEBACK = """Traceback (most recent call last):
  File "/bot/main.py", line 31, in <module>
    run(MyBot)
  File "/bot/main.py", line 19, in act
    return self.table[request.state["hand"][0]]["a key that nobody has ever put into this table before"]
KeyError: 'a key that nobody has ever put into this table before'"""
STATE = {"hand": ["AS", "TD", "7C"], "discard": "KH", "chips": [3, 3, 2, 3], "knocked_by": None}
STARTED = {"name": "start", "ok": True, "ms": 182}
CRASHED = {
    "name": "thirty-one, 4 players", "ok": False, "ms": 2310, "verdict": "crash", "state": STATE, "stderr": TRACEBACK,
    "detail": "it ended with exit status 1 in deal 2", "legal": ["draw:stock", "draw:discard", "knock"],
}  # fmt: skip


@dataclass(frozen=True)
class Sight:
    """A page: what it is called here, its address, who looks at it (nobody: "") and the status it is answered with."""

    name: str
    address: str
    reader: str = ""
    status: int = 200


def build() -> list[Sight]:
    """Make the site; gives its pages. Ada owns and organises, Bob only looks."""
    ada, bob, house = make_user("ada"), make_user("bob"), make_user("hestia", is_staff=True)
    field = [make_version(house, name, is_published=True) for name in ("rules", "rules-bold", "first", "random")]
    fox = make_version(ada, "fox", number=12, is_published=True, games=["thirty-one", "smear-four-handed"])
    long = make_version(bob, "a-bot-with-quite-a-long-name-that-wraps", number=103)
    field += [fox, long]
    pool = make_pool(*field)
    return [
        *_public(pool.pk, fox),
        *_versions(ada, fox),
        *_matches(field),
        *_tournaments(ada, field),
        *_events(ada, field),
        *_forms(ada),
        Sight("error-400", "/faults/400/", status=400),
        Sight("error-403", "/faults/403/", "bob", 403),
        Sight("error-404", "/nothing/", status=404),
        Sight("error-500", "/faults/500/", "bob", 500),
    ]


def _public(pool: int, fox: BotVersion) -> Iterator[Sight]:
    yield Sight("home", "/")
    yield Sight("home-known", "/", "ada")
    yield Sight("ratings", reverse("web:pools"))
    yield Sight("rating-table", reverse("web:pool", args=[pool]))
    yield Sight("owner", reverse("web:owner", args=["ada"]), "ada")
    yield Sight("bot", reverse("web:bot", args=["ada", "fox"]))
    yield Sight("bot-own", reverse("web:bot", args=["ada", "fox"]), "ada")
    yield Sight("version-foreign", reverse("web:version", args=[fox.pk]), "bob")


def _versions(ada: User, fox: BotVersion) -> Iterator[Sight]:
    make_check(fox, CheckState.PASSED, summary="All went well.", steps=[STARTED, STARTED | {"name": "thirty-one"}])
    fox.bundle_sha256 = blobs.put(b"code")
    fox.save()
    yield Sight("version-accepted", reverse("web:version", args=[fox.pk]), "ada")
    rejected = make_version(ada, "fox", state=VersionState.REJECTED)
    make_check(rejected, summary="It crashed in a game of Thirty-One.", steps=[STARTED, CRASHED])
    yield Sight("version-rejected", reverse("web:version", args=[rejected.pk]), "ada")
    for state, check in ((VersionState.CHECKING, CheckState.QUEUED), (VersionState.UNCHECKED, CheckState.BROKEN)):
        version = make_version(ada, "fox", state=state)
        make_check(version, check, summary="" if check == CheckState.QUEUED else "No worker brought a result in time.")
        yield Sight(f"version-{state}", reverse("web:version", args=[version.pk]), "ada")


def _matches(field: list[BotVersion]) -> Iterator[Sight]:
    two, five = make_match(*field[:2], blocks=25), make_match(*field[1:], blocks=3)
    out_of_time = game_summary(1, 5, verdicts=["ok", "time_limit", "ok", "crash", "ok"])
    Block.objects.filter(match=five, index=1).update(games=[out_of_time] * 5)
    failed = make_match(*field[:2], state=MatchState.FAILED)
    for number in (1, 2, 3):
        failed.attempts.create(
            number=number, state=AttemptState.EXPIRED, token_digest=str(number), lease_expires_at=START,
            started_at=START, ended_at=START + timedelta(minutes=number), worker="box:7",
            reason="host_lost: the worker was not heard of any more",
        )  # fmt: skip
    for name, match in (("match", two), ("match-of-five", five), ("match-failed", failed)):
        yield Sight(name, reverse("web:match", args=[match.pk]))


def _tournaments(ada: User, field: list[BotVersion]) -> Iterator[Sight]:
    names = count(1)
    for state in TournamentState:
        made = make_tournament(ada, *field, state=state, name=f"Autumn round-robin No. {next(names)}")
        address = reverse("web:tournament", args=[made.pk])
        if made.started_at is None:  # not public
            yield Sight(f"tournament-{state}-not-told", address, status=404)
            yield Sight(f"tournament-{state}-own", address, "ada")
        else:
            yield Sight(f"tournament-{state}", address)
        if state == TournamentState.RUNNING:
            yield Sight("tournament-running-own", address, "ada")
            yield Sight("tournament-cancel", reverse("web:tournament_cancel", args=[made.pk]), "ada")
    yield Sight("tournaments", reverse("web:tournaments"))
    yield Sight("tournament-game", reverse("web:tournament_new"), "ada")
    yield Sight("tournament-new", reverse("web:tournament_new") + "?game=smear-four-handed", "ada")
    yield Sight("tournament-new-staff", reverse("web:tournament_new") + "?game=thirty-one", "hestia")


def _events(ada: User, field: list[BotVersion]) -> Iterator[Sight]:
    """Other formats than the round-robin, and what is asked of who enters and leaves."""
    cup = play_event(make_event(ada, field, "double-elimination"), 4)
    yield Sight("bracket", reverse("web:tournament", args=[cup.pk]))
    swiss = play_event(make_event(ada, field, "swiss"), 4)
    yield Sight("swiss-own", reverse("web:tournament", args=[swiss.pk]), "ada")
    entry = cup.entries.earliest("number")
    for word in ("withdraw", "disqualify"):
        yield Sight(f"event-{word}", reverse(f"web:tournament_{word}", args=[cup.pk, entry.pk]), "ada")
    still_open = make_event(ada, field[:4], "single-elimination", state=TournamentState.OPEN, entry_limit=8)
    yield Sight("event-open", reverse("web:tournament", args=[still_open.pk]))
    yield Sight("event-enter", reverse("web:tournament_enter", args=[still_open.pk]), "ada")


def _forms(ada: User) -> Iterator[Sight]:
    token_create(user=ada, name="laptop", scopes=["read", "upload"])
    gone, _plain = token_create(user=ada, name="the machine under the stairs", scopes=["read", "upload", "organise"])
    token_revoke(token=gone)
    yield Sight("upload", reverse("web:upload"), "ada")
    yield Sight("tokens", reverse("web:tokens"), "ada")
    for name in ("account_login", "account_signup", "account_reset_password"):
        yield Sight(name, reverse(name))
    for name in ("account_logout", "account_change_password", "account_email"):
        yield Sight(name, reverse(name), "ada")
