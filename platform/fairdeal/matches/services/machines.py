"""Machines with workers: their users at the broker, and the suspension of those whose results cannot be relied on."""

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import redis
import structlog
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common import broker, clock, redis_users
from fairdeal.common.errors import Conflict, Forbidden, Gone, InvalidInput, NotFound
from fairdeal.matches.health import Health, outliers
from fairdeal.matches.models import AlarmKind, Attempt, AttemptState, Block, Machine
from fairdeal.matches.services.alarms import alarm_raise
from fairdeal.matches.services.matches import CALLED_OFF
from fairdeal.submissions.access import is_staff

# What a machine's health is taken from: attempts and blocks of all machines, the newest.
RECENT_ATTEMPTS = 1000
RECENT_BLOCKS = 500
_REASON = 500

logger = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a machine needs to take part; `broker_ca` is PEM, or empty where the machine's own authorities will do."""

    name: str
    broker_url: str
    broker_ca: str


def machine_of(worker: str) -> str:
    """Return the machine of a worker by the worker's name, `machine:process`."""
    return worker.rpartition(":")[0] or worker


@transaction.atomic
def machine_credentials(*, name: str) -> Credentials:
    """Make credentials for a machine, or new ones that replace those it had.

    Raises InvalidInput for a name that cannot be used, Conflict where the broker is no Redis.
    """
    if not redis_users.NAME.fullmatch(name):
        raise InvalidInput(_("Expected a name of 1 to 40 small letters, digits and hyphens."), code="bad_name")
    if broker.redis_client() is None:
        raise Conflict(_("Workers on other machines need Redis as the broker: set REDIS_URL."), code="no_redis")
    password = secrets.token_urlsafe(32)
    digest = hashlib.sha256(password.encode()).hexdigest()
    machine, _made = Machine.objects.update_or_create(name=name, defaults={"password_sha256": digest})
    transaction.on_commit(partial(_set_user, machine))
    parts = urlsplit(settings.WORKER_BROKER_URL)
    place = f"{parts.hostname}:{parts.port or 6379}"
    url = urlunsplit(parts._replace(netloc=f"{redis_users.user_of(name)}:{password}@{place}"))
    return Credentials(name, url, settings.REDIS_CA.read_text() if settings.REDIS_CA else "")


@transaction.atomic
def machine_revoke(*, name: str) -> Machine:
    """Take a machine's credentials back: it is cut off from the broker at once. Raises NotFound."""
    machine = Machine.objects.select_for_update().filter(name=name).first()
    if machine is None:
        raise NotFound(_("There is no such machine."), code="no_such_machine")
    machine.password_sha256 = ""
    machine.save(update_fields=["password_sha256"])
    transaction.on_commit(partial(_set_user, machine))
    return machine


def machine_users_restore() -> int:
    """Make all users of machines at the broker as they should be; returns how many. Again changes nothing."""
    machines = list(Machine.objects.exclude(password_sha256=""))
    for machine in machines:
        _set_user(machine)
    return len(machines)


@transaction.atomic
def machine_suspend(*, name: str, reason: str) -> Machine:
    """Let nothing count that a machine says from now on, and raise an alarm; again changes nothing.

    What it has in hand is handed out again when the leases run out. One with credentials is cut off from the broker.
    """
    Machine.objects.get_or_create(name=name)
    machine = Machine.objects.select_for_update().get(name=name)
    if machine.suspended_at is None:
        machine.suspended_at, machine.suspended_for = clock.now(), reason[:_REASON] or "no reason was given"
        machine.save(update_fields=["suspended_at", "suspended_for"])
        alarm_raise(kind=AlarmKind.WORKER, worker=name, detail=machine.suspended_for)
        transaction.on_commit(partial(_set_user, machine))
    return machine


@transaction.atomic
def machine_release(*, user: User, machine_id: int) -> Machine:
    """Let a machine play again; for staff. Raises Forbidden, NotFound."""
    if not is_staff(user):
        raise Forbidden(_("Workers are for staff to suspend."), code="staff_only")
    machine = Machine.objects.select_for_update().filter(pk=machine_id).first()
    if machine is None:
        raise NotFound(_("There is no such machine."), code="no_such_machine")
    machine.suspended_at, machine.suspended_for = None, ""
    machine.save(update_fields=["suspended_at", "suspended_for"])
    transaction.on_commit(partial(_set_user, machine))
    return machine


def refuse_suspended(worker: str) -> None:
    """Raise Gone for what a worker of a suspended machine says: its lease runs out, and others get its match."""
    if Machine.objects.filter(name=machine_of(worker), suspended_at__isnull=False).exists():
        raise Gone(_("The machine is suspended."), code="machine_suspended")


def outliers_suspend() -> dict[str, str]:
    """Suspend the machines whose matches go wrong as no others' do; returns them and why."""
    found = outliers(machines_health().values())
    suspended = set(Machine.objects.filter(suspended_at__isnull=False).values_list("name", flat=True))
    fresh = {name: reason for name, reason in found.items() if name not in suspended}
    for name, reason in fresh.items():
        machine_suspend(name=name, reason=reason)
    return fresh


def machines_health() -> dict[str, Health]:
    """Give how each machine did lately: matches lost, games with a time-out, pace."""
    health: dict[str, Health] = {}
    paces: dict[str, list[tuple[str, float]]] = defaultdict(list)
    ended = Attempt.objects.exclude(state__in=(AttemptState.LIVE, AttemptState.RETURNED)).exclude(started_at=None)
    rows = ended.order_by("-pk").values_list(
        "worker", "state", "started_at", "ended_at", "blocks_done", "match__ruleset", "reason"
    )
    for worker, state, started_at, ended_at, blocks, ruleset, reason in rows[:RECENT_ATTEMPTS]:
        if reason == CALLED_OFF:
            continue  # no fault of anybody's
        one = health.setdefault(machine_of(worker), Health(machine_of(worker)))
        one.attempts += 1
        one.faults += state != AttemptState.FINISHED
        if state == AttemptState.FINISHED and blocks and started_at and ended_at:
            paces[ruleset].append((one.machine, (ended_at - started_at).total_seconds() / blocks))
    for of_ruleset in paces.values():
        mean = sum(seconds for _machine, seconds in of_ruleset) / len(of_ruleset)
        for machine, seconds in of_ruleset:
            health[machine].paces.append(seconds / mean if mean else 1.0)
    for worker, games in Block.objects.order_by("-pk").values_list("attempt__worker", "games")[:RECENT_BLOCKS]:
        one = health.setdefault(machine_of(worker), Health(machine_of(worker)))
        one.games += len(games)
        one.time_outs += sum("time_limit" in game["verdicts"] for game in games)
    return health


def _set_user(machine: Machine) -> None:
    """Bring a machine's user at the broker into line; a broker that is away gets it from the clock later."""
    client = broker.redis_client()
    if client is None:
        return
    run: Callable[..., Any] = client.execute_command  # its stub has no types
    user = redis_users.user_of(machine.name)
    is_on = bool(machine.password_sha256) and machine.suspended_at is None
    try:
        if machine.password_sha256:
            run("ACL", "SETUSER", user, *redis_users.acl_rules(machine.name, machine.password_sha256, is_on=is_on))
        else:
            run("ACL", "DELUSER", user)
        if not is_on:
            run("CLIENT", "KILL", "USER", user)
    except redis.RedisError as error:
        logger.warning("the broker's users could not be set", machine=machine.name, error=str(error))
    finally:
        client.close()
