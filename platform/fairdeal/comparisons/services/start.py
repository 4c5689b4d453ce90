"""Asking whether a version is better: what can be wrong with the question is said before anything is played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

import engines
from fairdeal.accounts.models import Owner, User
from fairdeal.common.errors import Conflict, InvalidInput, NotAuthenticated
from fairdeal.common.faults import Faults
from fairdeal.comparisons.cost import Cost, cost_of
from fairdeal.comparisons.models import Comparison, ComparisonState, FieldVersion
from fairdeal.comparisons.services.advance import play_on
from fairdeal.matches import designs, seeds
from fairdeal.matches.limits import read_limits
from fairdeal.matches.models import EntryKind, Lane
from fairdeal.matches.services.matches import make_game, version_errors
from fairdeal.ratings.sprt import LEAST_BLOCKS, Plan
from fairdeal.submissions.access import is_staff
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.submissions.selectors import playable_by, versions_of, versions_visible_to

# Comparisons that somebody may have going at a time.
MOST_RUNNING: Final = 2
# Blocks of one comparison: a difference of five points, which takes some ten thousand, can be found.
MOST_BLOCKS: Final = 20_000
MOST_IN_FIELD: Final = 20
# Elo that a comparison may ask about, and the chances of an error that it may allow.
MOST_ELO: Final = 400.0
LEAST_ERROR, MOST_ERROR = 0.001, 0.2


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to know: is the candidate better than the baseline in this game?

    `field` are the ids of those whom both meet, at tables of more than two; none for the house's bots.
    """

    game: str
    candidate: int
    baseline: int
    players: int | None = None
    options: Mapping[str, Any] | None = None
    field: Sequence[int] = ()
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    most_blocks: int = 10_000
    limits: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class _Question:
    """The same, found to be in order."""

    game: engines.Game
    entry_kind: EntryKind
    entrants: int
    candidate: BotVersion
    baseline: BotVersion
    field: list[BotVersion]
    plan: Plan
    limits: dict[str, int]


def comparison_cost(*, user: User, asked: Asked) -> Cost:
    """Tell what a comparison would take. Raises as `comparison_start`."""
    found = _question(user, asked)
    return cost_of(found.plan, found.game.ruleset, found.entry_kind, found.entrants)


@transaction.atomic
def comparison_start(*, user: User, asked: Asked) -> Comparison:
    """Begin a private sequential test of two versions; its first blocks wait for a spare worker.

    Raises InvalidInput with the fields at fault (those of `Asked`), Conflict when the user has as many going as may be,
    NotAuthenticated for nobody.
    """
    found = _question(user, asked)
    # Two at once would both find room for one.
    User.objects.select_for_update().get(pk=user.pk)
    running = Comparison.objects.filter(user=user, state=ComparisonState.RUNNING).count()
    if running >= MOST_RUNNING and not is_staff(user):
        text = _("You have %(running)d comparisons going; stop one, or wait for its end.") % {"running": running}
        raise Conflict(text, code="too_many_comparisons")
    plan = found.plan
    comparison = Comparison.objects.create(
        user=user,
        game=found.game.id,
        players=found.game.players,
        options=found.game.canonical_options,
        ruleset=found.game.ruleset,
        entry_kind=found.entry_kind,
        limits=found.limits,
        candidate=found.candidate,
        baseline=found.baseline,
        elo0=plan.elo0,
        elo1=plan.elo1,
        alpha=plan.alpha,
        beta=plan.beta,
        most_blocks=plan.most_blocks,
        seed=seeds.fresh_seed(),
        lane=Lane.objects.create(is_spare=True),
        entrants=found.entrants,
    )
    FieldVersion.objects.bulk_create(
        FieldVersion(comparison=comparison, place=place, version=version) for place, version in enumerate(found.field)
    )
    play_on(comparison)
    return comparison


def _question(user: User, asked: Asked) -> _Question:
    if not user.is_authenticated or not user.is_active:
        raise NotAuthenticated(_("Log in to compare two versions."))
    faults = Faults()
    plan = _plan(faults, asked)
    limits: dict[str, int] = {}
    game: engines.Game | None = None
    for name in ("limits", "game"):
        try:
            if name == "limits":
                limits = read_limits(asked.limits)
            else:
                game = make_game(asked.game, asked.players, asked.options)
        except InvalidInput as error:
            faults.take(error)
    candidate = _version(faults, "candidate", user, asked.candidate)
    baseline = _version(faults, "baseline", user, asked.baseline)
    if candidate and not versions_of(user).filter(pk=candidate.pk).exists() and not is_staff(user):
        faults.add("candidate", _("%(version)s is not yours.") % {"version": candidate})
    if candidate and candidate == baseline:
        faults.add("baseline", _("A version cannot be compared with itself."))
    if game is None or candidate is None or baseline is None or plan is None:
        faults.raise_any(_refusal())
        raise AssertionError("a fault was not collected")
    for name, version in (("candidate", candidate), ("baseline", baseline)):
        faults.add(name, *version_errors(game.id, [version]))
    entry_kind = EntryKind.SIDE if game.has_sides else EntryKind.SEAT
    entrants = designs.entrants_needed(entry_kind, game.players, game.sides)
    others = _field(faults, user, asked.field, game, entrants, (candidate, baseline))
    faults.raise_any(_refusal())
    return _Question(game, entry_kind, entrants, candidate, baseline, others, plan, limits)


def _refusal() -> str:
    return _("The two cannot be compared like this.")


def _plan(faults: Faults, asked: Asked) -> Plan | None:
    _check(faults, "elo0", asked.elo0, -MOST_ELO, MOST_ELO)
    _check(faults, "elo1", asked.elo1, -MOST_ELO, MOST_ELO)
    _check(faults, "alpha", asked.alpha, LEAST_ERROR, MOST_ERROR)
    _check(faults, "beta", asked.beta, LEAST_ERROR, MOST_ERROR)
    if type(asked.most_blocks) is not int or not LEAST_BLOCKS <= asked.most_blocks <= MOST_BLOCKS:
        text = _("Expected a whole number from %(least)d to %(most)d.")
        faults.add("most_blocks", text % {"least": LEAST_BLOCKS, "most": MOST_BLOCKS})
    if "elo0" not in faults.fields and "elo1" not in faults.fields and asked.elo1 - asked.elo0 < 1:
        faults.add("elo1", _("Expected at least 1 more than the lower bound."))
    if faults.fields:
        return None
    return Plan(asked.elo0, asked.elo1, asked.alpha, asked.beta, asked.most_blocks)


def _check(faults: Faults, name: str, value: float, low: float, high: float) -> None:
    # Written so that it also refuses what is no number.
    if not low <= value <= high:
        faults.add(name, _("Expected a number from %(low)s to %(high)s.") % {"low": low, "high": high})


def _version(faults: Faults, name: str, user: User, pk: int) -> BotVersion | None:
    if not 0 < pk < 2**63:
        pk = 0
    found = BotVersion.objects.select_related("bot__owner").filter(playable_by(user), pk=pk).first()
    if found is None:
        visible = versions_visible_to(user).filter(pk=pk).first()
        text = _("%(version)s is not published: only its owner can have it play.") % {"version": visible}
        faults.add(name, text if visible else _("There is no version %(id)d.") % {"id": pk})
    return found


def _field(
    faults: Faults,
    user: User,
    ids: Sequence[int],
    game: engines.Game,
    entrants: int,
    compared: Iterable[BotVersion],
) -> list[BotVersion]:
    """Find the others at the tables, in the order given, or the newest of each of the house's bots."""
    if entrants == 2:
        if ids:
            faults.add("field", _("These two meet each other: there is nobody else at the table."))
        return []
    apart = {version.pk for version in compared}
    if ids:
        found = [_version(faults, "field", user, pk) for pk in dict.fromkeys(ids[: MOST_IN_FIELD + 1])]
        others = [version for version in found if version is not None]
        faults.add("field", *version_errors(game.id, others))
        if any(version.pk in apart for version in others):
            faults.add("field", _("The two that are compared never sit at one table; leave them out."))
    else:
        others = house_field(game.id, apart)
    if not entrants - 1 <= len(others) <= MOST_IN_FIELD and "field" not in faults.fields:
        text = _("Expected %(least)d to %(most)d others for these tables, not %(found)d.")
        faults.add("field", text % {"least": entrants - 1, "most": MOST_IN_FIELD, "found": len(others)})
    return others


def house_field(game: str, apart: Iterable[int] = ()) -> list[BotVersion]:
    """Give the newest version of each of the house's bots that plays a game, but for those named."""
    house = BotVersion.objects.select_related("bot__owner").filter(owner__kind=Owner.Kind.HOUSE)
    newest = {version.bot_id: version for version in house.filter(state=VersionState.ACTIVE).order_by("number")}
    found = [version for version in newest.values() if game in version.games and version.pk not in set(apart)]
    return sorted(found, key=lambda version: version.pk)[:MOST_IN_FIELD]
