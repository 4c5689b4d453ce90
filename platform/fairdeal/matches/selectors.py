"""Reading matches: only what the reader may see."""

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from fairdeal.common import clock
from fairdeal.common.errors import Forbidden, NotFound
from fairdeal.matches.access import Reader, may
from fairdeal.matches.models import Alarm, Block, Machine, Match, MatchEntrant, MatchState, Worker
from fairdeal.matches.retention import is_record_kept
from fairdeal.submissions.access import is_staff


def matches_visible_to(user: Reader) -> QuerySet[Match]:
    """Give the matches, newest first, with their line-ups; of the private ones the reader's own, and staff all.

    Who played whom is public; the cards, `access.may` says.
    """
    lineup = Prefetch("entrants", MatchEntrant.objects.select_related("version__bot__owner"))
    matches = Match.objects.order_by("-id").prefetch_related(lineup)
    if is_staff(user):
        return matches
    public = Q(private_to=None)
    return matches.filter(public | Q(private_to=user.pk) if user is not None and user.is_active else public)


def match_get(user: Reader, pk: int) -> Match:
    """Give a match; raises NotFound, also for one that the reader may not see."""
    match = matches_visible_to(user).filter(pk=pk).first()
    if match is None or not may(user, "see", match):
        raise NotFound(_("There is no such match."), code="no_such_match")
    return match


def blocks_of(match: Match) -> QuerySet[Block]:
    """Give the blocks of a match in their order."""
    return Block.objects.filter(match=match).order_by("index")


def seeds_for(user: Reader, match: Match) -> list[str]:
    """Give the seeds of a match; nothing as long as they are secret."""
    return list(match.seeds) if may(user, "see_records", match) else []


def record_get(user: Reader, match: Match, index: int) -> Block:
    """Give the block whose record is asked for; raises NotFound, also as long as the records are closed."""
    if not may(user, "see_records", match):
        raise NotFound(_("The records of this match are closed until its round has ended."), code="records_closed")
    block = blocks_of(match).filter(index=index).first()
    if block is None:
        raise NotFound(_("The match has no such block."), code="no_such_block")
    if not is_record_kept(match, clock.now()):
        raise NotFound(_("The records of this match are no longer kept."), code="records_removed")
    return block


def workers(user: Reader) -> QuerySet[Worker]:
    """Give the workers that were heard of lately, the newest first; raises Forbidden for all but staff."""
    if not is_staff(user):
        raise Forbidden(_("The workers are for staff to see."), code="staff_only")
    return Worker.objects.order_by("-id")


def alarms_open(user: Reader) -> QuerySet[Alarm]:
    """Give the alarms that nobody has settled, the newest first; raises Forbidden for all but staff."""
    if not is_staff(user):
        raise Forbidden(_("Alarms are for staff to see."), code="staff_only")
    return Alarm.objects.filter(settled_at=None).order_by("-id")


def failed_matches(user: Reader) -> QuerySet[Match]:
    """Give the matches that the infrastructure failed, the newest first, with line-ups and attempts."""
    failed = matches_visible_to(user).filter(state=MatchState.FAILED)
    return failed.prefetch_related("attempts")


def machines_suspended(user: Reader) -> QuerySet[Machine]:
    """Give the machines of which nothing counts at the moment; raises Forbidden for all but staff."""
    if not is_staff(user):
        raise Forbidden(_("The workers are for staff to see."), code="staff_only")
    return Machine.objects.filter(suspended_at__isnull=False).order_by("name")
