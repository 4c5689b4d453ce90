"""Reading pools: which there are, what duplicate deals have saved, what a reader must know before comparing."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from fairdeal.common.errors import NotFound
from fairdeal.ratings.books import rules_for
from fairdeal.ratings.fits import newest
from fairdeal.ratings.gain import Gain, gain
from fairdeal.ratings.models import PairTotal, Pool
from fairdeal.ratings.pairs import PairSums
from fairdeal.submissions.models import BotVersion

# Pools that an error names at most.
_NAMED = 30


@dataclass(frozen=True, slots=True)
class Warnings:
    """What the newest fit of a pool warns of; groups of versions, the largest first.

    With more than one of `islands` nothing was played between them, with more than one of `one_way` all points went one
    way: ratings across such groups are joined by the prior alone. `residuals` are pairs whose results chance and the
    ratings do not explain.
    """

    islands: list[list[BotVersion]]
    one_way: list[list[BotVersion]]
    residuals: list[dict[str, Any]]


def pools() -> QuerySet[Pool]:
    """Give the pools in which something has been rated."""
    return Pool.objects.filter(last_sequence__gt=0).order_by("game", "players", "ruleset", "entry_kind")


def pool_get(pk: int) -> Pool:
    """Give a pool by its id; raises NotFound that names those there are."""
    found = pools().filter(pk=pk).first()
    if found is None:
        raise _not_found()
    return found


def pool_named(ruleset: str, entry_kind: str | None = None) -> Pool:
    """Give a pool by its ruleset, the kind of entry too where there are several; raises NotFound that names all."""
    found = pools().filter(ruleset=ruleset)
    if entry_kind is not None:
        found = found.filter(entry_kind=entry_kind)
    matching = list(found[:2])
    if len(matching) != 1:
        raise _not_found()
    return matching[0]


def _not_found() -> NotFound:
    names = [f"{pool.ruleset} ({pool.entry_kind})" for pool in pools()[:_NAMED]]
    text = _("There is no such rating pool; there are: %(pools)s.") if names else _("Nothing has been rated yet.")
    return NotFound(text % {"pools": ", ".join(names)} if names else text, code="no_such_pool")


def pool_gain(pool: Pool) -> Gain | None:
    """Give how the games of this pool's blocks hang together and how many games that saved; None if not known yet."""
    columns = ("blocks", "games", "wins", "draws", "half_points", "block_squares", "game_squares")
    totals = PairTotal.objects.filter(pool=pool).order_by("first_id", "second_id").values_list(*columns)
    return gain((PairSums(*sums) for sums in totals.iterator()), rules_for(pool).entrants)


def warnings_of(pool: Pool) -> Warnings:
    """Give what the newest fit of a pool warns of; nothing before there is one."""
    found = newest(pool)
    facts: dict[str, Any] = found.facts if found else {}
    groups = {name: facts.get(name, []) for name in ("islands", "one_way")}
    wanted = {pk for lists in groups.values() for group in lists for pk in group}
    versions = BotVersion.objects.select_related("bot__owner").in_bulk(wanted)
    named = {name: [[versions[pk] for pk in group] for group in lists] for name, lists in groups.items()}
    return Warnings(**named, residuals=[row for row in facts.get("residuals", []) if row["is_sure"]])
