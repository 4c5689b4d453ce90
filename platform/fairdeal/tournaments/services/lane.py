"""The lane in which all matches of a tournament wait. That it is paused is the one truth on whether that is."""

from django.db.models import QuerySet

from fairdeal.matches.models import Lane
from fairdeal.tournaments.models import Tournament


def lane_of(tournament: Tournament) -> QuerySet[Lane]:
    """Give the lane of a tournament, as one row; none before its start."""
    return Lane.objects.filter(pk__in=[tournament.lane_id] if tournament.lane_id else [])
