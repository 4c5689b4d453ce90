"""Which tournaments there are for a reader, and who takes part."""

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from fairdeal.common.errors import NotFound
from fairdeal.tournaments.access import Reader, visible_to
from fairdeal.tournaments.models import Entry, Tournament


def tournaments_visible_to(user: Reader) -> QuerySet[Tournament]:
    """Give the tournaments the reader may see, newest first, with the number of their entries."""
    tournaments = Tournament.objects.filter(visible_to(user)).select_related("organiser", "lane").order_by("-id")
    return tournaments.annotate(entry_count=Count("entries", filter=Q(entries__number__isnull=False), distinct=True))


def tournament_get(user: Reader, pk: int) -> Tournament:
    """Give a tournament; raises NotFound, also for one that the reader may not see."""
    tournament = tournaments_visible_to(user).filter(pk=pk).first()
    if tournament is None:
        raise NotFound(_("There is no such tournament."), code="no_such_tournament")
    return tournament


def entries_of(tournament: Tournament) -> list[Entry]:
    """Give the entries by pairing number, those that left before the start at the end."""
    entries = tournament.entries.select_related("version__bot__owner")
    return sorted(entries, key=lambda entry: (entry.number is None, entry.number or entry.pk))
