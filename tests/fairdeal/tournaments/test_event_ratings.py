"""The published rating over one tournament alone."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from fairdeal.accounts.models import User
from fairdeal.ratings import fit as fitting
from fairdeal.ratings.models import Pool
from fairdeal.tournaments.event_ratings import rated_entries, tournament_ratings
from fairdeal.tournaments.services import tournament_create, tournament_start

from tests.fairdeal.playing import FakeWorker, enqueue, last_wins, make_match, make_version

pytestmark = pytest.mark.django_db


def test_only_the_events_own_blocks_are_fitted_and_kept_until_there_are_more(
    worker: FakeWorker, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    versions = [make_version("bob", "owl"), make_version("house", "rules"), make_version("eve", "elk")]
    # Elsewhere the owl loses to the house.
    outside = make_match(versions[0], versions[1], blocks=30)
    enqueue(outside, worker.capture)
    worker.play(worker.job(outside), last_wins)
    tournament = tournament_create(
        user=ada, name="Cup", game="thirty-one", players=2, blocks=4, version_ids=[version.pk for version in versions]
    )
    assert tournament_ratings(tournament) is None
    with worker.capture(execute=True):
        tournament_start(user=ada, tournament=tournament)
    first, *rest = worker.jobs[1:]
    worker.play(first)
    begun = tournament_ratings(tournament)
    assert begun is not None
    assert (begun.blocks, begun.clusters, begun.joins_by_prior) == (4, 4, True)
    for job in rest:
        worker.play(job, lambda block, rotation, entrants: [1, 2] if block % 2 else [2, 1])
    found = tournament_ratings(tournament)
    assert found is not None
    assert (found.blocks, found.clusters, set(found.ratings)) == (12, 4, {version.pk for version in versions})
    house = found.ratings[versions[1].pk]
    assert (house.elo, house.error, house.is_anchor) == (1500.0, 0.0, True)
    assert all(row.is_rough and row.low <= row.elo <= row.high for row in found.ratings.values())
    assert [published.elo for _, published in rated_entries(tournament.entries.all(), found)] == sorted(
        (row.elo for row in found.ratings.values()), reverse=True
    )
    assert Pool.objects.get().last_sequence == 42
    monkeypatch.setattr(fitting, "fit", lambda *_args, **_words: pytest.fail("fitted again"))
    assert tournament_ratings(tournament) == found
